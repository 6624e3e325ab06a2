import type { Random } from '../random.ts';
import { hostileSchema } from './hostile-schemas.ts';
import type { FuzzRequest } from './request.ts';

/** Records that requests can name; new ones are added as they are created. */
export interface Targets {
  sellerUrl: string;
  /** Published and never archived, for orders and reads. */
  published: [string, ...string[]];
  /** To be changed, rotated, archived and deleted. */
  expendable: [string, ...string[]];
  orders: [string, ...string[]];
  apiKeys: [string, ...string[]];
  sellers: [string, ...string[]];
  cursors: [string, ...string[]];
}

/** A well-formed request, before it is mutated. */
export interface Draft {
  method: string;
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
}

type Operation = (targets: Targets, random: Random) => Draft;

const TEXTS = ['A service', 'Wörter', 'サービス', 'قائمة', 'emoji 🎉', 'two\nlines'] as const;
const SCOPES = ['order:read', 'listing:read', 'provider:read'] as const;
const STATES = ['published', 'paused', 'draft', 'archived', 'pending', 'completed'] as const;
const LINKS = ['https://seller.example.com', 'help@example.com', 'http://10.0.0.1'] as const;
const INSTANTS = ['2026-11-21T00:00:00Z', '2020-01-01T00:00:00+02:00'] as const;

const runContract = ({ sellerUrl }: Targets, random: Random) => ({
  method: random.pick(['POST', 'POST', 'GET', 'PUT', 'DELETE', 'PATCH']),
  endpointPath: `${sellerUrl}/plain`,
  ...(random.chance(0.1) ? { inputSchema: hostileSchema(random) } : {}),
  ...(random.chance(0.05) ? { outputSchema: hostileSchema(random) } : {}),
  ...(random.chance(0.3) ? { example: { a: 1 } } : {}),
});

const provider = (targets: Targets, random: Random) => ({
  title: random.pick(TEXTS),
  description: random.pick(TEXTS),
  category: 'data',
  tags: ['one', 'two'],
  price: { amount: 0.02, currency: 'USD', unit: 'call' },
  runContract: runContract(targets, random),
  // Most stay drafts, because the server would otherwise be busy with the outbound calls of reviews.
  ...(random.chance(0.9) ? { listingState: 'draft' } : {}),
});

const page = (targets: Targets, random: Random): Record<string, string> => ({
  ...(random.chance(0.5) ? { limit: String(random.int(1, 20)) } : { limit: '1' }),
  ...(random.chance(0.3) ? { cursor: random.pick(targets.cursors) } : {}),
});

const orderFilters = (targets: Targets, random: Random): Record<string, string> => ({
  ...page(targets, random),
  ...(random.chance(0.2) ? { listingId: random.pick(targets.published) } : {}),
  ...(random.chance(0.2) ? { orderState: random.pick(STATES) } : {}),
  ...(random.chance(0.2) ? { createdAfter: random.pick(INSTANTS) } : {}),
  ...(random.chance(0.2) ? { createdBefore: random.pick(INSTANTS) } : {}),
});

const statsRange = (targets: Targets, random: Random): Record<string, string> => ({
  ...(random.chance(0.5) ? { by: random.pick(['hour', 'day']) } : {}),
  ...(random.chance(0.3) ? { from: random.pick(INSTANTS) } : {}),
  ...(random.chance(0.3) ? { to: random.pick(INSTANTS) } : {}),
  ...(random.chance(0.3) ? { listingId: random.pick(targets.published) } : {}),
});

const usageRange = (targets: Targets, random: Random): Record<string, string> => {
  const { listingId: _, by: __, ...range } = statsRange(targets, random);
  return { ...range, by: random.pick(['key', 'listing', 'day']) };
};

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
        ...(random.chance(0.3) ? { sort: random.pick(['relevance', 'newest', 'price']) } : {}),
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
  getSalesStats: [1, list('/v1/stats/sales', statsRange)],
  listApiKeys: [2, list('/v1/api-keys', page)],
  createApiKey: [
    2,
    (_targets, random) => ({
      method: 'POST',
      path: '/v1/api-keys',
      json: {
        name: random.pick(TEXTS),
        scopes: [random.pick(SCOPES)],
        ...(random.chance(0.5) ? { expiresAt: '2036-01-01T00:00:00Z' } : {}),
      },
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
  healthz: [0.5, get('/healthz')],
  readyz: [0.5, get('/readyz')],
  metrics: [0.2, get('/metrics')],
  startPage: [0.5, get('/')],
  docs: [0.5, get('/docs')],
  docsAsset: [0.5, get('/docs/assets/0123456789abcdef/start.js')],
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

/** Turns a draft into a request of the account with this key. */
export function requestOf(
  { name, draft: { method, path, query, headers, json } }: { name: string; draft: Draft },
  apiKey: string,
  write: (json: unknown) => Buffer,
): Omit<FuzzRequest, 'number'> {
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  return {
    operation: name,
    mutations: [],
    method,
    target: `${path}${search}`,
    headers: [
      ['host', 'marketplace'],
      ['x-mkt-api-key', apiKey],
      ...Object.entries(headers ?? {}),
      ...(json === undefined ? [] : [['content-type', 'application/json'] as [string, string]]),
    ],
    body: json === undefined ? undefined : write(json),
  };
}
