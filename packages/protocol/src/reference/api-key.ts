import type { Reference } from './entry.ts';
import { API_KEY, KEY_ID } from './weather.ts';

const { lastUsedAt: _unused, ...CREATED } = API_KEY;
const FULL = { ...API_KEY.remaining, amount: 5 };

export const API_KEYS = {
  listApiKeys: {
    description:
      'Lists the API keys of your account that are not revoked, newest first. The keys themselves are not stored, so they cannot be shown again.',
    query: { limit: 20 },
    response: { data: [API_KEY], nextCursor: null },
  },
  createApiKey: {
    description:
      'Creates an API key. The response is the only one that contains the key, so store it immediately. A key can grant only scopes that it has itself, and no key outlives the key that created it. A `budget` limits what can be spent with the key and with the keys created with it.',
    request: {
      name: 'buying from CI',
      scopes: ['order:create', 'order:read'],
      budget: { limit: 5, currency: 'USD', period: 'day', maxPrice: 0.05 },
    },
    response: {
      ...CREATED,
      remaining: FULL,
      key: 'mkt_ExampleExampleExampleExampleExampleExampleExample',
    },
  },
  updateApiKey: {
    description:
      'Changes the name or the budget of an API key. The rules of `budget` that are given replace the stored ones, `null` removes one, and `budget: null` removes them all. What was already spent still counts. A key cannot change its own budget, or that of a key above it.',
    path: { id: KEY_ID },
    request: { budget: { limit: 10 } },
    response: {
      ...API_KEY,
      budget: { ...API_KEY.budget, limit: 10 },
      remaining: { ...API_KEY.remaining, amount: 9.98 },
    },
  },
  deleteApiKey: {
    description:
      'Revokes an API key and every key that was created with it. The next request with one of them is refused.',
    path: { id: KEY_ID },
  },
} satisfies Partial<Reference>;
