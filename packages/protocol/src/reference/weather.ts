// The records that the examples are about: a seller lists a weather service, and a buyer calls it.
import type {
  ApiKey,
  CatalogueListing,
  Check,
  Health,
  HealthReport,
  Listing,
  Order,
  Profile,
  SellerOrder,
  Provider,
  RunContract,
  Webhook,
  WebhookAttempt,
} from '../generated/wire-types.ts';

export const SLUG = 'weather-report';
export const SERVICE_URL = 'https://weather.example.com';
export const LISTING_ID = '01993b2d-8f00-7c3a-9b1e-5d2f8a6c4e01';
const SELLER_ID = '01993b2c-5d10-7a41-8e02-9c4f6b1d2a30';
export const BUYER_ID = '01993b30-0b80-7f52-a6d3-4e8c1f7b9d55';
export const ORDER_ID = '01993b41-2e00-7b64-8c1f-3a9d5e7f0c12';
export const KEY_ID = '01993b30-1c40-7d90-b2e8-6f0a4c8d3b71';
export const WEBHOOK_ID = '01993b32-6a10-7e05-9d47-2b8c0f3a6e18';
export const WEBHOOK_URL = 'https://buyer.example.com/webhooks';
export const REQUEST_ID = '01993b41-2dfe-74c8-9a35-0d6e2b8f4c97';

export const INPUT = { city: 'Oslo' };
const RESULT = { city: 'Oslo', temperatureC: 4.5 };
export const PRICE = { amount: 0.02, unit: 'call', currency: 'USD' };

const INPUT_SCHEMA = {
  type: 'object',
  required: ['city'],
  properties: { city: { type: 'string', minLength: 1, maxLength: 100 } },
  additionalProperties: false,
};

const OUTPUT_SCHEMA = {
  type: 'object',
  required: ['city', 'temperatureC'],
  properties: { city: { type: 'string' }, temperatureC: { type: 'number' } },
};

export const RUN_CONTRACT: RunContract = {
  method: 'POST',
  endpointPath: `${SERVICE_URL}/run`,
  healthEndpoint: `${SERVICE_URL}/health`,
  inputSchema: INPUT_SCHEMA,
  outputSchema: OUTPUT_SCHEMA,
  requestExampleJson: JSON.stringify(INPUT),
  responseExampleJson: JSON.stringify(RESULT),
};

export const CONTENT = {
  title: 'Weather report',
  description: 'The current temperature in a city.',
  category: 'data',
  tags: ['weather', 'temperature'],
};

export const CHECKS: Check[] = [
  {
    name: 'schemas',
    ok: true,
    level: 'required',
    outcome: 'passed',
    message: 'inputSchema and outputSchema can be used',
  },
  {
    name: 'reachability',
    ok: true,
    level: 'required',
    outcome: 'passed',
    message: 'HEAD /run and GET /run returned 200 without a body',
  },
];

export const UNPROBED: Health = {
  status: 'unknown',
  checkedAt: null,
  latencyMs: null,
  uptime24h: null,
};

const HEALTHY: Health = {
  status: 'healthy',
  checkedAt: '2026-09-12T08:35:00.000Z',
  latencyMs: 38,
  uptime24h: 1,
};

export const HEALTH_REPORT: HealthReport = {
  ...HEALTHY,
  history: [
    { checkedAt: '2026-09-12T08:35:00.000Z', healthy: true, statusCode: 200, latencyMs: 38 },
    { checkedAt: '2026-09-12T08:30:04.000Z', healthy: true, statusCode: 200, latencyMs: 41 },
  ],
};

export const PROFILE: Profile = {
  sellerId: '5f0c2a9e-6d1b-4c37-9e84-1b7a3d5f2c60',
  name: 'Fjord Weather',
  website: 'https://fjord.example.com',
  contact: 'https://fjord.example.com/contact',
  termsUrl: 'https://fjord.example.com/terms',
  documentationUrl: null,
};

/** What all views of the listing have. */
const RECORD = {
  id: LISTING_ID,
  seller: { id: PROFILE.sellerId, name: PROFILE.name },
  slug: SLUG,
  ...CONTENT,
  price: PRICE,
  revision: 1,
  createdAt: '2026-09-12T08:30:00.000Z',
  updatedAt: '2026-09-12T08:30:04.000Z',
};

const QUALITY = { successRate: 0.98, p50Ms: 42, p95Ms: 118, calls: 350, refused: 12 };

export const LISTING: Listing = {
  ...RECORD,
  userId: SELLER_ID,
  listingState: 'published',
  runContract: RUN_CONTRACT,
  health: HEALTHY,
  quality: QUALITY,
};

export const PROVIDER: Provider = {
  ...LISTING,
  status: 'published',
  reviewRejectionReason: null,
  reviewChecks: CHECKS,
  slowInputs: 0,
};

export const PROVIDER_UNDER_REVIEW: Provider = {
  ...PROVIDER,
  listingState: 'draft',
  status: 'pending_review',
  reviewChecks: [],
  health: UNPROBED,
  quality: null,
};

export const CATALOGUE_LISTING: CatalogueListing = {
  ...RECORD,
  listingState: 'published',
  runContract: {
    method: 'POST',
    inputSchema: INPUT_SCHEMA,
    outputSchema: OUTPUT_SCHEMA,
    requestExampleJson: JSON.stringify(INPUT),
    responseExampleJson: JSON.stringify(RESULT),
  },
  health: HEALTHY,
  quality: QUALITY,
};

export const CATALOGUE_SUMMARY = {
  ...RECORD,
  listingState: 'published',
  runContract: { method: 'POST', hasInputSchema: true, hasOutputSchema: true },
  health: HEALTHY,
  quality: QUALITY,
} as const;

export const ORDER: Order = {
  id: ORDER_ID,
  listingId: LISTING_ID,
  listing: { slug: SLUG, title: CONTENT.title },
  orderState: 'completed',
  requestBody: INPUT,
  result: RESULT,
  failure: null,
  outputValid: true,
  outputErrors: null,
  price: PRICE,
  charged: true,
  revision: 1,
  createdAt: '2026-09-12T09:00:00.000Z',
  startedAt: '2026-09-12T09:00:00.002Z',
  completedAt: '2026-09-12T09:00:00.123Z',
  durationMs: 121,
  keyId: KEY_ID,
  metadata: { job: 'nightly' },
};

const { result: _result, ...withoutResult } = ORDER;

export const CANCELLED_ORDER: Order = {
  ...withoutResult,
  orderState: 'failed',
  errorMessage: 'The buyer cancelled the order before its turn; the seller was not called',
  failure: { kind: 'cancelled' },
  outputValid: null,
  charged: false,
  startedAt: null,
  durationMs: null,
};

const { keyId: _, metadata: __, ...seenBySeller } = ORDER;

export const SELLER_ORDER: SellerOrder = {
  ...seenBySeller,
  buyerId: 'buyer_3q2nX0mZ7dKfW1sYp8RtLc',
};

export const API_KEY = {
  id: KEY_ID,
  name: 'buying from CI',
  scopes: ['order:create', 'order:read'],
  origin: 'session',
  parentId: null,
  prefix: 'mkt_Exam',
  lastFour: 'mple',
  createdAt: '2026-09-12T08:45:00.000Z',
  lastUsedAt: '2026-09-12T09:00:00.000Z',
  expiresAt: null,
  budget: { limit: 5, currency: 'USD', period: 'day', maxPrice: 0.05, listings: null },
  remaining: { amount: 4.98, currency: 'USD', resetsAt: '2026-09-13T00:00:00.000Z' },
} satisfies ApiKey;

export const DELIVERY_ID = '01993b41-2f40-7c55-8d10-2e9b7a5c4f36';

export const ATTEMPT: WebhookAttempt = {
  id: '01993b41-3210-7a6f-8b52-7c1d9e4f0a26',
  deliveryId: DELIVERY_ID,
  type: 'order.settled',
  orderId: ORDER_ID,
  at: '2026-09-12T09:00:01.040Z',
  status: 503,
  error: 'The receiver returned 503',
  durationMs: 84,
  nextAttemptAt: '2026-09-12T09:00:06.124Z',
};

export const TEST_ATTEMPT: WebhookAttempt = {
  id: '01993b33-0c80-7d14-a9e3-4f6b8c2d1e59',
  deliveryId: '01993b33-0b10-7a92-b4c8-9d3e6f1a2b70',
  type: 'webhook.test',
  orderId: null,
  at: '2026-09-12T08:51:00.000Z',
  status: 204,
  error: null,
  durationMs: 61,
  nextAttemptAt: null,
};

export const WEBHOOK: Webhook = {
  id: WEBHOOK_ID,
  url: WEBHOOK_URL,
  events: ['order.settled'],
  filter: { keyId: null, listingId: null, orderState: 'failed' },
  state: 'active',
  pendingReason: null,
  disabledReason: null,
  failingSince: '2026-09-12T09:00:01.124Z',
  previousSecretExpiresAt: null,
  waiting: 1,
  nextAttemptAt: '2026-09-12T09:00:06.124Z',
  recentAttempts: { succeeded: 1, failed: 1 },
  lastAttempt: ATTEMPT,
  createdAt: '2026-09-12T08:50:00.000Z',
};
