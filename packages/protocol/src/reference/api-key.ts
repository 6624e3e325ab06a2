import type { Reference } from './entry.ts';
import { API_KEY, KEY_ID } from './weather.ts';

const { lastUsedAt: _unused, ...CREATED } = API_KEY;

export const API_KEYS = {
  listApiKeys: {
    description:
      'Lists the API keys of your account that are not revoked, newest first. The keys themselves are not stored, so they cannot be shown again.',
    query: { limit: 20 },
    response: { data: [API_KEY], nextCursor: null },
  },
  createApiKey: {
    description:
      'Creates an API key. The response is the only one that contains the key, so store it immediately. A key can grant only scopes that it has itself, and no key outlives the key that created it.',
    request: { name: 'buying from CI', scopes: ['order:create', 'order:read'] },
    response: { ...CREATED, key: 'mkt_ExampleExampleExampleExampleExampleExampleExample' },
  },
  deleteApiKey: {
    description:
      'Revokes an API key and every key that was created with it. The next request with one of them is refused.',
    path: { id: KEY_ID },
  },
} satisfies Partial<Reference>;
