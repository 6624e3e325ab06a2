import type { Reference } from './entry.ts';
import { CANCELLED_ORDER, INPUT, ORDER, ORDER_ID, SLUG } from './weather.ts';

export const ORDERS = {
  createOrder: {
    description:
      'Calls a listing: the marketplace validates the input, stores an order, calls the service once, and records the outcome. By default the response shows the order as it stands after 50 ms; with `Prefer: wait=N` it waits up to N seconds for the order to settle.\n\nSend an `Idempotency-Key` to repeat a request safely. `maxPrice`, `currency`, `unit` and `revision` refuse the activation if the listing has changed. A call that fails is not an error of this endpoint: its order has `orderState: "failed"` and is not charged.',
    request: { listingId: SLUG, requestBody: INPUT, maxPrice: 0.05 },
    response: ORDER,
  },
  listOrders: {
    description:
      'Lists the orders that your account placed, newest first. The filters `listingId`, `orderState`, `createdAfter` and `createdBefore` apply together. With `view=summary` the orders come without `requestBody` and `result`. A key with the scope `order:read_own` instead of `order:read` sees only orders that were placed with it or with a key below it, that is, a key that it or a key below it created.',
    query: { limit: 20 },
    response: { data: [ORDER], nextCursor: null },
  },
  getOrder: {
    description:
      'Returns an order that your account placed. For a key with `order:read_own` instead of `order:read`, only its own orders and those of the keys below it exist. With `Prefer: wait=N` it waits up to N seconds for the order to settle. While the order is not settled, the response has `Retry-After`.',
    path: { id: ORDER_ID },
    response: ORDER,
  },
  cancelOrder: {
    description:
      'Cancels an order that is still `pending`: it settles as failed with the kind `cancelled`, the service is not called, and nothing is charged. Once its call has started it cannot be cancelled. An order that was already cancelled is returned unchanged. Without the scope `order:read`, a key can cancel only its own orders and those of the keys below it.',
    path: { id: ORDER_ID },
    request: {},
    response: CANCELLED_ORDER,
  },
} satisfies Partial<Reference>;
