import { Text } from '@mantine/core';
import { formatPrice, type Amount } from './text.ts';

/** A price as a list shows it; `waived` if it was not paid in the end. */
export function Price({ of, waived }: { of: Amount; waived: boolean }) {
  if (waived) {
    return (
      <Text span inherit fw={400} c="dimmed">
        not charged
      </Text>
    );
  }
  return <span>{formatPrice(of)}</span>;
}
