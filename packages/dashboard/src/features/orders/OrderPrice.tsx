import type { Order } from '@mkt/client';
import { Text } from '@mantine/core';
import { Money } from '../../ui/Money.tsx';

/** What an order costs: nothing if it failed. */
export function OrderPrice({ order: { price, orderState } }: { order: Order }) {
  if (orderState === 'failed') {
    return (
      <Text span inherit fw={400} c="dimmed">
        not charged
      </Text>
    );
  }
  return price.amount === 0 ? 'Free' : <Money of={price} />;
}
