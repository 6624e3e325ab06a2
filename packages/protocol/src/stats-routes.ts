import { scope, type Route } from './route.ts';

/** What sellers sold, and statistics of orders and sales. */
export const STATS_ROUTES = {
  listSales: {
    method: 'GET',
    path: '/v1/sales',
    access: scope('provider:read'),
    summary: 'List the calls to all of your listings',
    tag: 'Listings',
    query: 'SalesListQuery',
    success: { status: 200, schema: 'SellerOrderList', description: 'A page of calls.' },
    errors: ['invalid_cursor'],
  },
  getSale: {
    method: 'GET',
    path: '/v1/sales/{id}',
    access: scope('provider:read'),
    summary: 'Get a call to one of your listings',
    tag: 'Listings',
    success: { status: 200, schema: 'SellerOrder', description: 'The call in its current state.' },
    errors: ['not_found'],
  },
  getOrderStats: {
    method: 'GET',
    path: '/v1/stats/orders',
    access: scope('order:read'),
    summary: 'Get statistics of the orders that you placed',
    tag: 'Statistics',
    query: 'StatsQuery',
    success: { status: 200, schema: 'OrderStats', description: 'Counts per hour or day.' },
    errors: [],
  },
  getSalesStats: {
    method: 'GET',
    path: '/v1/stats/sales',
    access: scope('provider:read'),
    summary: 'Get statistics of the orders of your listings',
    tag: 'Statistics',
    query: 'StatsQuery',
    success: { status: 200, schema: 'SalesStats', description: 'Counts per hour or day.' },
    errors: [],
  },
  getUsage: {
    method: 'GET',
    path: '/v1/usage',
    access: scope('order:read'),
    summary: 'Get what you bought, by key, listing or day',
    tag: 'Statistics',
    query: 'UsageQuery',
    success: {
      status: 200,
      schema: 'Usage',
      csv: true,
      description: 'Counts per key, listing or day.',
    },
    errors: [],
  },
} as const satisfies Record<string, Route>;
