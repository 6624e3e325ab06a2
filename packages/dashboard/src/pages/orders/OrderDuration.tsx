import type { OrderSummary } from '@mkt/client';
import { formatDuration } from '../../ui/duration.ts';
import { orderTimings } from '../../orders/order-timings.ts';

/** How long an order took, once it has settled. */
export function OrderDuration({ order }: { order: OrderSummary }) {
  const timings = orderTimings(order);
  return timings ? formatDuration(timings.totalMs) : '…';
}
