import type { Random } from '../random.ts';
import { AUTH_OPERATIONS } from './auth-operations.ts';
import type { Draft, Operation } from './draft.ts';
import type { Targets } from './targets.ts';
import {
  budget,
  LINKS,
  orderFilters,
  page,
  provider,
  SCOPES,
  STATES,
  statsRange,
  TEXTS,
  usageRange,
} from './valid-values.ts';

const get =
  (path: string): Operation =>
  () => ({ method: 'GET', path });

const list =
  (path: string, query: typeof page): Operation =>
  (targets, random) => ({ method: 'GET', path, query: query(targets, random) });

/** Every endpoint, with the share of requests that it gets. */
const OPERATIONS: Record<string, [share: number, Operation]> = {
  createOrder: [
    30,
    (targets, random) => ({
      method: 'POST',
      path: '/v1/orders',
      headers: {
        ...(random.chance(0.2) ? { prefer: `wait=${random.int(0, 2)}` } : {}),
        ...(random.chance(0.3) ? { 'idempotency-key': `k${random.int(0, 9_999)}` } : {}),
      },
      json: {
        listingId: random.pick(targets.published),
        requestBody: { text: random.pick(TEXTS), n: random.int(0, 9), list: [1, 'a', null] },
        ...(random.chance(0.2) ? { maxPrice: 1, revision: 1 } : {}),
      },
    }),
  ],
  listOrders: [8, list('/v1/orders', orderFilters)],
  getOrder: [
    8,
    ({ orders }, random) => ({ method: 'GET', path: `/v1/orders/${random.pick(orders)}` }),
  ],
  createProvider: [
    6,
    (targets, random) => ({
      method: 'POST',
      path: '/v1/providers',
      json: provider(targets, random),
    }),
  ],
  listProviders: [3, list('/v1/providers', page)],
  getProvider: [
    3,
    ({ expendable }, random) => ({
      method: 'GET',
      path: `/v1/providers/${random.pick(expendable)}`,
    }),
  ],
  submitProvider: [
    0.5,
    ({ expendable }, random) => ({
      method: 'POST',
      path: `/v1/providers/${random.pick(expendable)}/submit`,
    }),
  ],
  deleteProvider: [
    2,
    ({ expendable }, random) => ({
      method: 'DELETE',
      path: `/v1/providers/${random.pick(expendable)}`,
    }),
  ],
  getSigningSecret: [
    2,
    ({ published }, random) => ({
      method: 'POST',
      path: `/v1/providers/${random.pick(published)}/signing-secret`,
      json: {},
    }),
  ],
  rotateSigningSecret: [
    2,
    ({ published }, random) => ({
      method: 'POST',
      path: `/v1/providers/${random.pick(published)}/signing-secret/rotate`,
      json: { gracePeriodSeconds: random.int(0, 100) },
    }),
  ],
  listProviderOrders: [
    3,
    (targets, random) => ({
      method: 'GET',
      path: `/v1/providers/${random.pick(targets.published)}/orders`,
      query: orderFilters(targets, random),
    }),
  ],
  getProviderHealth: [
    2,
    ({ published }, random) => ({
      method: 'GET',
      path: `/v1/providers/${random.pick(published)}/health`,
    }),
  ],
  previewService: [
    0.5,
    ({ sellerUrl }) => ({
      method: 'POST',
      path: '/v1/listings/from-service/preview',
      json: { serviceUrl: sellerUrl },
    }),
  ],
  importService: [
    0.5,
    ({ sellerUrl }) => ({
      method: 'POST',
      path: '/v1/listings/from-service',
      json: { serviceUrl: sellerUrl },
    }),
  ],
  listListings: [3, list('/v1/listings', page)],
  getListing: [
    3,
    ({ expendable }, random) => ({
      method: 'GET',
      path: `/v1/listings/${random.pick(expendable)}`,
    }),
  ],
  listListingHistory: [
    2,
    (targets, random) => ({
      method: 'GET',
      path: `/v1/listings/${random.pick(targets.expendable)}/history`,
      query: page(targets, random),
    }),
  ],
  updateListing: [
    8,
    (targets, random) => ({
      method: 'PATCH',
      path: `/v1/listings/${random.pick(targets.expendable)}`,
      json: random.chance(0.3)
        ? { listingState: random.pick(STATES) }
        : { ...provider(targets, random), listingState: undefined },
    }),
  ],
  searchListings: [
    6,
    (targets, random) => ({
      method: 'GET',
      path: '/v1/marketplace/listings',
      query: {
        ...page(targets, random),
        ...(random.chance(0.5) ? { query: random.pick(TEXTS) } : {}),
        ...(random.chance(0.2) ? { category: 'data', tag: 'one', maxPrice: '0.5' } : {}),
        ...(random.chance(0.3)
          ? { sort: random.pick(['relevance', 'newest', 'price', 'calls', 'quality']) }
          : {}),
        ...(random.chance(0.1) ? { health: 'unknown' } : {}),
      },
    }),
  ],
  getPublishedListing: [
    3,
    ({ published }, random) => ({
      method: 'GET',
      path: `/v1/marketplace/listings/${random.pick(published)}`,
    }),
  ],
  listPublishedHistory: [
    2,
    (targets, random) => ({
      method: 'GET',
      path: `/v1/marketplace/listings/${random.pick(targets.published)}/history`,
      query: page(targets, random),
    }),
  ],
  getPublishedHealth: [
    1,
    ({ published }, random) => ({
      method: 'GET',
      path: `/v1/marketplace/listings/${random.pick(published)}/health`,
    }),
  ],
  getSeller: [
    1,
    (targets, random) => ({
      method: 'GET',
      path: `/v1/marketplace/sellers/${random.pick(targets.sellers)}`,
      query: page(targets, random),
    }),
  ],
  getProfile: [1, get('/v1/profile')],
  updateProfile: [
    1,
    (_targets, random) => ({
      method: 'PUT',
      path: '/v1/profile',
      json: {
        name: random.pick(TEXTS),
        ...(random.chance(0.5) ? { website: random.pick(LINKS), termsUrl: null } : {}),
        ...(random.chance(0.5) ? { contact: random.pick(LINKS) } : {}),
      },
    }),
  ],
  listCategories: [1, get('/v1/marketplace/categories')],
  listSales: [3, list('/v1/sales', orderFilters)],
  getOrderStats: [1, list('/v1/stats/orders', statsRange)],
  getUsage: [1, list('/v1/usage', usageRange)],
  getListingStats: [1, list('/v1/stats/listings', usageRange)],
  getSalesStats: [1, list('/v1/stats/sales', statsRange)],
  listApiKeys: [2, list('/v1/api-keys', page)],
  listAudit: [1, list('/v1/audit', page)],
  createApiKey: [
    2,
    (_targets, random) => ({
      method: 'POST',
      path: '/v1/api-keys',
      json: {
        name: random.pick(TEXTS),
        scopes: [random.pick(SCOPES)],
        ...(random.chance(0.5) ? { expiresAt: '2036-01-01T00:00:00Z' } : {}),
        ...(random.chance(0.3) ? { budget: budget(random) } : {}),
      },
    }),
  ],
  updateApiKey: [
    2,
    ({ apiKeys }, random) => ({
      method: 'PATCH',
      path: `/v1/api-keys/${random.pick(apiKeys)}`,
      json: { name: random.pick(TEXTS), budget: budget(random) },
    }),
  ],
  deleteApiKey: [
    2,
    ({ apiKeys }, random) => ({ method: 'DELETE', path: `/v1/api-keys/${random.pick(apiKeys)}` }),
  ],
  getEvents: [0.3, get('/v1/events')],
  getMe: [1, get('/v1/me')],
  getContractSchema: [0.3, get('/v1/mkt-schema')],
  getOpenApi: [0.2, get('/v1/openapi.json')],
  ...AUTH_OPERATIONS,
  healthz: [0.5, get('/healthz')],
  readyz: [0.5, get('/readyz')],
  metrics: [0.2, get('/metrics')],
  startPage: [0.5, get('/')],
  docs: [0.5, get('/docs')],
  guide: [0.5, get('/docs/buy/orders.md')],
  asset: [0.2, get('/assets/index.js')],
};

const NAMES = Object.keys(OPERATIONS);
const TOTAL = NAMES.reduce((sum, name) => sum + OPERATIONS[name]![0], 0);

/** Picks an operation by its share, and makes a well-formed request for it. */
export function draft(targets: Targets, random: Random): { name: string; draft: Draft } {
  let left = random.next() * TOTAL;
  const name = NAMES.find((each) => (left -= OPERATIONS[each]![0]) < 0) ?? NAMES[0]!;
  return { name, draft: OPERATIONS[name]![1](targets, random) };
}
