// One example of each record of the marketplace, as the wire schemas have them.
import { formatApiKey, type RouteId, type Wire } from '@mkt/protocol';
import { AT, COMPLETED_ORDER, ID, PRICE } from '../../../test-bed/completed-order.ts';

export const API_KEY = formatApiKey(new Uint8Array(32).fill(7));
export const OTHER_KEY = formatApiKey(new Uint8Array(32).fill(9));
export const BASE_URL = 'https://market.example';

const health: Wire['Health'] = {
  status: 'healthy',
  checkedAt: AT,
  latencyMs: 12,
  uptime24h: 1,
};
const content = {
  id: ID,
  seller: { id: ID, name: 'Fjord Weather' },
  slug: 'text-insights',
  title: 'Text insights',
  description: null,
  category: 'data',
  price: PRICE,
  tags: ['text'],
  revision: 1,
  quality: null,
  health,
  createdAt: AT,
  updatedAt: AT,
};
const runContract = { method: 'POST', endpointPath: 'https://seller.example/run' } as const;

const listing: Wire['Listing'] = {
  ...content,
  userId: ID,
  listingState: 'published',
  runContract,
};

export const catalogueListing: Wire['CatalogueListing'] = {
  ...content,
  listingState: 'published',
  runContract: { method: 'POST', inputSchema: { type: 'object' } },
};

export const ownListing: Wire['Provider'] = {
  ...content,
  userId: ID,
  status: 'pending_review',
  listingState: 'draft',
  reviewRejectionReason: null,
  slowInputs: 0,
  reviewChecks: [],
  runContract,
};

/** A completed order with these changes. */
export function order(changes: Partial<Wire['Order']> = {}): Wire['Order'] {
  return { ...COMPLETED_ORDER, ...changes };
}

/** An order that has not settled. */
export function openOrder(orderState: 'pending' | 'running'): Wire['Order'] {
  const { result: _result, ...rest } = order();
  const startedAt = orderState === 'running' ? AT : null;
  return { ...rest, charged: false, startedAt, completedAt: null, durationMs: null, orderState };
}

export const failedOrder: Wire['Order'] = {
  ...openOrder('running'),
  orderState: 'failed',
  errorMessage: 'Upstream service returned 503',
  failure: { kind: 'seller_status', sellerStatus: 503, sellerMessage: 'out of paper' },
  completedAt: AT,
  durationMs: 7,
};

const webhookSecret = {
  secret: `whsec_${'A'.repeat(43)}=`,
  createdAt: AT,
  previousExpiresAt: null,
};
const secret = { slug: 'word-count', ...webhookSecret };
const apiKey: Wire['ApiKey'] = {
  id: ID,
  name: 'laptop',
  scopes: ['order:create'],
  prefix: 'mkt_0000',
  lastFour: 'abcd',
  origin: 'session',
  parentId: null,
  createdAt: AT,
  lastUsedAt: null,
  expiresAt: null,
  budget: { limit: 5, currency: 'USD', period: 'day', maxPrice: null, listings: null },
  remaining: { amount: 5, currency: 'USD', resetsAt: AT },
};
const { lastUsedAt: _lastUsedAt, ...newApiKey } = apiKey;

const publishedChange: Wire['CatalogueHistoryEntry'] = {
  revision: 2,
  at: AT,
  changes: [{ path: '/price/amount', from: 0.02, to: 0.03 }],
  verdict: 'breaking',
  findings: [{ path: '/price/amount', severity: 'breaking', message: 'The price was raised.' }],
};

const page = <Item>(...data: Item[]) => ({ data, nextCursor: null });

/**
 * The operations that have a method and one response. Events are a stream (`events.test.ts`), and one's
 * listings are read with their reviews, from `/v1/providers`.
 */
export type CallId = Exclude<RouteId, 'getEvents' | 'listListings' | 'getListing'>;

/** The response body of each operation; undefined where there is none. */
const range = { from: AT, to: AT, by: 'hour' };
const counts = { calls: 3, completed: 2, failed: 1, failures: { timeout: 1 } };
const spent = { ...counts, spend: [{ currency: 'USD', amount: 0.04 }] };
const sold = {
  ...counts,
  revenue: [{ currency: 'USD', amount: 0.04 }],
  p50Ms: 42,
  p95Ms: null,
  outputValid: { valid: 1, invalid: 0, unchecked: 1 },
};

const profile: Wire['Profile'] = {
  sellerId: ID,
  name: 'Fjord Weather',
  website: 'https://weather.example',
  contact: null,
  termsUrl: null,
  documentationUrl: null,
};

const revocation: Wire['AuditEntry'] = {
  id: '7',
  at: AT,
  action: 'key.revoke',
  actor: { kind: 'operator', id: null, name: null, lastFour: null },
  subject: { id: ID, name: 'ci', lastFour: 'wxyz', exists: false },
  reason: null,
  requestId: null,
};

const attempt: Wire['WebhookAttempt'] = {
  id: ID,
  deliveryId: ID,
  type: 'order.settled',
  orderId: ID,
  at: AT,
  status: 503,
  error: 'The receiver returned 503',
  durationMs: 42,
  nextAttemptAt: AT,
};

const webhook: Wire['Webhook'] = {
  id: ID,
  url: 'https://buyer.example/webhooks',
  events: ['order.settled'],
  filter: { keyId: null, listingId: null, orderState: null },
  state: 'active',
  pendingReason: null,
  disabledReason: null,
  failingSince: AT,
  previousSecretExpiresAt: null,
  waiting: 1,
  nextAttemptAt: AT,
  recentAttempts: { succeeded: 3, failed: 1 },
  lastAttempt: attempt,
  createdAt: AT,
};

const delivery: Wire['Delivery'] = {
  id: ID,
  webhookId: ID,
  type: 'order.settled',
  orderId: ID,
  headers: { 'webhook-id': ID },
  body: '{}',
  nextAttemptAt: AT,
  attempts: [{ ...attempt, response: 'down' }],
};

const { keyId: _keyId, metadata: _metadata, ...ofSeller } = order();
const sale = { ...ofSeller, buyerId: 'buyer_1' };

export const RESPONSES: Readonly<Record<CallId, unknown>> = {
  createProvider: ownListing,
  listProviders: page(ownListing),
  getProvider: ownListing,
  submitProvider: ownListing,
  deleteProvider: undefined,
  getSigningSecret: secret,
  rotateSigningSecret: secret,
  listProviderOrders: page(sale),
  getProviderHealth: { ...health, history: [] },
  previewService: {
    valid: true,
    publishable: true,
    listing: {
      slug: 'text-insights',
      title: 'Text insights',
      description: null,
      category: null,
      tags: null,
      price: PRICE,
      runContract,
    },
    warnings: [],
    checks: [],
  },
  importService: listing,
  listListingHistory: page({ ...publishedChange, actor: { kind: 'key', name: 'laptop' } }),
  updateListing: listing,
  searchListings: page(catalogueListing),
  getPublishedListing: catalogueListing,
  listPublishedHistory: page(publishedChange),
  getPublishedHealth: { ...health, history: [] },
  listCategories: { data: [{ category: 'data', count: 1 }] },
  createOrder: order(),
  listOrders: page(order()),
  cancelOrder: order(),
  getOrder: order(),
  listSales: page(sale),
  getSale: sale,
  getOrderStats: { ...range, totals: spent, data: [{ start: AT, ...spent }] },
  getUsage: { ...range, by: 'day', totals: spent, data: [{ day: AT.slice(0, 10), ...spent }] },
  getSalesStats: { ...range, totals: sold, data: [{ start: AT, ...sold }] },
  getListingStats: {
    ...range,
    data: [{ listingId: ID, slug: 'echo', title: 'Echo', ...sold }],
  },
  listWebhooks: page(webhook),
  createWebhook: { ...webhook, secret: secret.secret },
  getWebhook: webhook,
  updateWebhook: webhook,
  deleteWebhook: undefined,
  rotateWebhookSecret: webhookSecret,
  testWebhook: { ...attempt, orderId: null },
  listWebhookAttempts: page(attempt),
  getDelivery: delivery,
  sendDelivery: attempt,
  listApiKeys: page(apiKey),
  createApiKey: { ...newApiKey, key: OTHER_KEY },
  updateApiKey: apiKey,
  deleteApiKey: undefined,
  listAudit: page(revocation),
  getProfile: profile,
  updateProfile: profile,
  getSeller: { ...profile, listings: page(catalogueListing) },
  getMe: {
    userId: ID,
    keyId: ID,
    sessionId: null,
    scopes: ['order:create'],
    keyName: 'laptop',
    budget: null,
  },
  getContractSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
  getOpenApi: { openapi: '3.1.0' },
};
