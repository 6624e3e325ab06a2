import { Text } from '@mantine/core';
import { Money } from './Money.tsx';
import type { Amount } from './money.ts';

/** A price as a list shows it; `waived` if it was not paid in the end. */
export function Price({ of, waived }: { of: Amount; waived: boolean }) {
  if (waived) {
    return (
      <Text span inherit fw={400} c="dimmed">
        not charged
      </Text>
    );
  }
  return of.amount === 0 ? 'Free' : <Money of={of} />;
}
