import type { OrderSummary } from '@mkt/client';

export interface OrderTimings {
  /** From placing the order to the start of its call, or until it settled without one. */
  waitingMs: number;
  /** The duration of the call; 0 without one. */
  callMs: number;
  totalMs: number;
}

export type Timed = Pick<OrderSummary, 'createdAt' | 'startedAt' | 'completedAt' | 'durationMs'>;

/** How long a settled order took, and for what; `undefined` while it is open. */
export function orderTimings(order: Timed): OrderTimings | undefined {
  const { createdAt, startedAt, completedAt } = order;
  if (completedAt === null) return undefined;
  // The clocks of the processes of a marketplace may differ.
  const between = (from: string, to: string) => Math.max(0, Date.parse(to) - Date.parse(from));
  const waitingMs = between(createdAt, startedAt ?? completedAt);
  const callMs = startedAt === null ? 0 : (order.durationMs ?? between(startedAt, completedAt));
  return { waitingMs, callMs, totalMs: waitingMs + callMs };
}
