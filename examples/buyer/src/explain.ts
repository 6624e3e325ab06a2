// #region errors
import {
  ConflictError,
  InvalidInputError,
  ListingChangedError,
  MktError,
  OrderFailedError,
  WaitTimeoutError,
} from '@mkt/client';

/** Explains what went wrong. Each error class has the facts that a program needs. */
export function explain(error: unknown): string {
  if (error instanceof InvalidInputError) {
    // Nothing was ordered: the listing's schema refused the input.
    return error.details.map(({ path, message }) => `${path || 'the input'} ${message}`).join(', ');
  }
  if (error instanceof OrderFailedError) {
    // The service failed and nothing was charged. Whether to retry is up to you.
    const { id, failure } = error.order;
    return `order ${id} failed (${failure?.kind}), not charged`;
  }
  if (error instanceof WaitTimeoutError) {
    const { order, idempotencyKey } = error;
    if (!order) return `no response yet; retry with the same key: ${idempotencyKey}`;
    // The order is still in flight: market.orders.wait(order.id) continues to wait.
    return `order ${order.id} is still ${order.orderState}`;
  }
  if (error instanceof ListingChangedError) {
    // No order was created. The rule is max_price when it costs more than maxPrice.
    return `not ordered (${error.rule}): it costs ${error.price?.amount} ${error.price?.currency}`;
  }
  if (error instanceof ConflictError) {
    // For example, the listing is paused: no order was created.
    return `not ordered: ${error.message}`;
  }
  if (error instanceof MktError) return `${error.type}: ${error.message}`;
  throw error;
}
// #endregion
