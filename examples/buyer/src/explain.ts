// #region errors
import {
  ConflictError,
  InvalidInputError,
  MktError,
  OrderFailedError,
  WaitTimeoutError,
} from '@mkt/client';

/** What a buyer's program may want to know of what went wrong; each class carries the facts. */
export function explain(error: unknown): string {
  if (error instanceof InvalidInputError) {
    // Nothing was ordered: the listing's schema refused the input.
    return error.details.map(({ path, message }) => `${path || 'the input'} ${message}`).join(', ');
  }
  if (error instanceof OrderFailedError) {
    // The seller failed; nothing was charged, and trying again is up to you.
    const { id, failure } = error.order;
    return `order ${id} failed (${failure?.kind}), not charged`;
  }
  if (error instanceof WaitTimeoutError) {
    const { order, idempotencyKey } = error;
    if (!order) return `no answer yet; the same key asks again: ${idempotencyKey}`;
    // It goes on: mkt.orders.wait(order.id) picks it up again.
    return `order ${order.id} is still ${order.orderState}`;
  }
  if (error instanceof ConflictError) {
    // Dearer than maxPrice, changed, or paused: no order was made.
    return `not ordered: ${error.message}`;
  }
  if (error instanceof MktError) return `${error.type}: ${error.message}`;
  throw error;
}
// #endregion
