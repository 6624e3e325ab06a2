import type { Reference } from './entry.ts';
import { API_KEY, BUYER_ID } from './weather.ts';

export const META = {
  getMe: {
    description:
      'Returns the account that the request acts for, and the API key or the session that it was sent with. Useful to check a key, its scopes and its remaining budget: `budget.remaining` is the smallest amount that the key and the keys above it may still spend.',
    response: {
      userId: BUYER_ID,
      keyId: API_KEY.id,
      sessionId: null,
      scopes: API_KEY.scopes,
      keyName: API_KEY.name,
      budget: { ...API_KEY.budget, remaining: API_KEY.remaining },
    },
  },
  getContractSchema: {
    description:
      'Returns the JSON Schema (2020-12) that the `/contract` of a seller’s service must match. In dev mode it also allows http URLs.',
    response: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'SellerContract',
      anyOf: [{ title: 'ProviderContract', type: 'object', required: ['provider'] }],
    },
  },
  getOpenApi: {
    description:
      'Returns this document, for code generators and other tools. The page at `/docs` shows it to people.',
    response: { openapi: '3.1.0', info: { title: 'Marketplace API', version: '0.1.0' }, paths: {} },
  },
} satisfies Partial<Reference>;
