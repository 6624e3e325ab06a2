import type { RouteBase } from '../route.ts';
import type { Reference } from './entry.ts';
import { API_KEY, BUYER_ID } from './weather.ts';

/** What each group of routes is for. */
export const TAGS: Record<RouteBase['tag'], string> = {
  Listings:
    'What you sell: creating or importing a listing, its review and changes, its signing secret, calls and health.',
  Marketplace: 'The public catalogue of published listings.',
  Orders: 'Activating a listing, and the orders that result from it.',
  Events: 'Learning of changes as they happen, over one connection.',
  Statistics: 'Counts of settled orders: what you bought, and what you sold.',
  Webhooks: 'Signed requests that tell your server when your orders settle.',
  'API keys': 'The keys of your account.',
  Audit: 'Who did what to your account.',
  Profile: 'What buyers see of you as a seller.',
  Meta: 'Who you are, and the machine-readable forms of this API.',
  'Signing in':
    'How a person gets an account and a session, for pages of the marketplace itself. A request must show that such a page made it: by `Sec-Fetch-Site: same-origin`, by the `Origin` of the marketplace, or, for a GET with neither, by the header `x-mkt-dashboard: 1`. The session is in a cookie that no script can read.',
  Sessions:
    'The sessions of the person who is signed in. Requests must come from a page of the marketplace.',
  'Device login':
    'How a program such as `mkt login` gets an API key without anyone copying one. Programs send forms, and errors have the form that OAuth prescribes; the person allows or denies the login on a page of the marketplace.',
};

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
      'Returns this document, for code generators and other tools. The page at `/docs/api` shows it to people.',
    response: { openapi: '3.1.0', info: { title: 'Marketplace API', version: '0.1.0' }, paths: {} },
  },
} satisfies Partial<Reference>;
