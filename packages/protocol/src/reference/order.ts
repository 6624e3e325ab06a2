import type { Reference } from './entry.ts';
import { KEY_ID, ORDER_ID, SELLER_ORDER } from './weather.ts';

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
  getUsage: {
    description:
      'Counts the settled orders that your account placed, by the API key that placed them (`by=key`), by listing (`by=listing`) or by UTC day (`by=day`, the default). The default range is the last 30 days. With `Accept: text/csv` the response is a table of comma-separated values, with a column for each currency. These are counts of the whole account, for which `order:read_own` is not enough.',
    query: { by: 'key' },
    response: {
      ...DAY,
      by: 'key',
      totals: ORDER_COUNTS,
      data: [{ keyId: KEY_ID, keyName: 'buying from CI', ...ORDER_COUNTS }],
    },
  },
} satisfies Partial<Reference>;
