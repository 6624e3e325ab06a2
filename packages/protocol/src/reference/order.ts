import type { Reference } from './entry.ts';
import {
  CANCELLED_ORDER,
  INPUT,
  KEY_ID,
  LISTING_ID,
  ORDER,
  ORDER_ID,
  SELLER_ORDER,
  SLUG,
} from './weather.ts';

export const ORDERS = {
  createOrder: {
    description:
      'Activates a listing, that is, calls it: the marketplace validates the input, stores an order, calls the service once, and records the outcome. By default the response shows the order as it stands after 50 ms; with `Prefer: wait=N` it waits up to N seconds for the order to settle.\n\nSend an `Idempotency-Key` to repeat a request safely. `maxPrice`, `currency`, `unit` and `revision` refuse the activation if the listing has changed. A call that fails is not an error of this endpoint: its order has `orderState: "failed"` and is not charged.',
    request: { listingId: SLUG, requestBody: INPUT, maxPrice: 0.05 },
    response: ORDER,
  },
  listOrders: {
    description:
      'Lists the orders that your account placed, newest first. The filters `listingId`, `keyId`, `orderState`, `metadata`, `createdAfter` and `createdBefore` apply together. With `view=summary` the orders come without `requestBody` and `result`. A key with the scope `order:read_own` instead of `order:read` sees only orders that were placed with it or with a key below it, that is, a key that it or a key below it created.',
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

export const EVENTS = {
  getEvents: {
    description:
      'Streams server-sent events about the orders that you placed, the orders for your listings, and your listings: each names the record that was created or changed. The stream has the types whose records the key or session may read. After `resync`, read everything again.',
    response: { type: 'order.updated', id: ORDER_ID },
  },
} satisfies Partial<Reference>;

const COUNTS = {
  calls: 3,
  completed: 2,
  failed: 1,
  failures: { seller_status: 1 },
};
const AMOUNTS = [{ currency: 'USD', amount: 0.04 }];
const SALES = {
  ...COUNTS,
  revenue: AMOUNTS,
  p50Ms: 42,
  p95Ms: 118,
  outputValid: { valid: 2, invalid: 0, unchecked: 0 },
} as const;
const ORDER_COUNTS = { ...COUNTS, spend: AMOUNTS };
const DAY = {
  from: '2026-09-12T00:00:00.000Z',
  to: '2026-09-13T00:00:00.000Z',
  by: 'day',
} as const;

export const STATS = {
  listSales: {
    description:
      'Lists the calls that buyers made to all of your listings, newest first. The filters `listingId`, `orderState`, `createdAfter` and `createdBefore` apply together. With `view=summary` the orders come without `requestBody` and `result`. `buyerId` is a pseudonym: the same for all calls of one buyer to your account.',
    query: { limit: 20 },
    response: { data: [SELLER_ORDER], nextCursor: null },
  },
  getSale: {
    description:
      'Returns a call to one of your listings, with its input, its result or why it failed, and its times. `id` is the id of the order, which the service receives and the lists contain.',
    path: { id: ORDER_ID },
    response: SELLER_ORDER,
  },
  getOrderStats: {
    description:
      'Counts the settled orders that your account placed, by the hour or day (UTC) in which they settled. Hours and days without an order are included. The default is the last 24 hours by hour; with `by=day` it is the last 30 days. An order is counted within a few seconds. These are counts of the whole account, for which `order:read_own` is not enough.',
    query: { by: 'day' },
    response: { ...DAY, totals: ORDER_COUNTS, data: [{ start: DAY.from, ...ORDER_COUNTS }] },
  },
  getSalesStats: {
    description:
      'Counts the settled orders of your listings, by the hour or day (UTC) in which they settled, with the durations of completed calls and whether results matched the output schema. The range is chosen as for `GET /v1/stats/orders`.',
    query: { by: 'day' },
    response: { ...DAY, totals: SALES, data: [{ start: DAY.from, ...SALES }] },
  },
  getListingStats: {
    description:
      'Counts the settled orders of your listings, by listing, those with the most calls first, 1,000 at most. Listings without an order in the range are absent. The range is chosen as for `GET /v1/stats/orders`.',
    query: { by: 'day' },
    response: {
      ...DAY,
      data: [
        { listingId: LISTING_ID, slug: SLUG, title: 'Weather report', ...COUNTS, revenue: AMOUNTS },
      ],
    },
  },
  getUsage: {
    description:
      'Counts the settled orders that your account placed, by the API key that placed them (`by=key`), by listing (`by=listing`) or by UTC day (`by=day`, the default). The default range is the last 30 days. With `by=day`, `keyId` or `listingId` limits the counts to one key or listing. With `Accept: text/csv` the response is a table of comma-separated values, with a column for each currency. There are 1,000 rows by key or listing at most; `totals` count every order. These are counts of the whole account, for which `order:read_own` is not enough.',
    query: { by: 'key' },
    response: {
      ...DAY,
      by: 'key',
      totals: ORDER_COUNTS,
      data: [{ keyId: KEY_ID, keyName: 'buying from CI', ...ORDER_COUNTS }],
    },
  },
} satisfies Partial<Reference>;
