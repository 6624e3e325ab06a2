import type { RouteBase } from '../route.ts';

/** What each group of routes is for. */
export const TAGS: Record<RouteBase['tag'], string> = {
  Providers:
    'The seller’s view of a listed service: registration, review, signing secret, calls and health.',
  Listings: 'Importing a service, and changing, pausing and archiving your own listings.',
  Marketplace: 'The public catalogue of published listings.',
  Orders: 'Activating a listing, and the orders that result from it.',
  Events: 'Learning of changes as they happen, over one connection.',
  Statistics: 'Counts of settled orders: what you bought, and what you sold.',
  Webhooks: 'Signed requests that tell your server when your orders settle.',
  'API keys': 'The keys of your account.',
  Profile: 'What buyers see of you as a seller.',
  Meta: 'Who you are, and the machine-readable forms of this API.',
  'Signing in':
    'How a person gets an account and a session, for pages of the marketplace itself. A request must show that such a page made it: by `Sec-Fetch-Site: same-origin`, by the `Origin` of the marketplace, or, for a GET with neither, by the header `x-mkt-dashboard: 1`. The session is in a cookie that no script can read.',
  Sessions:
    'The sessions of the person who is signed in. Requests must come from a page of the marketplace.',
  'Device login':
    'How a program such as `mkt login` gets an API key without anyone copying one. Programs send forms, and errors have the form that OAuth prescribes; the person allows or denies the login on a page of the marketplace.',
};
