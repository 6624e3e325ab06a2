import type { Route } from '../route.ts';

/** What each group of routes is for. */
export const TAGS: Record<Route['tag'], string> = {
  Providers:
    'The seller’s view of a listed service: registration, review, signing secret, calls and health.',
  Listings: 'Importing a service, and changing, pausing and archiving your own listings.',
  Marketplace: 'The public catalogue of published listings.',
  Orders: 'Activating a listing, and the orders that result from it.',
  Events: 'Learning of changes as they happen, over one connection.',
  Statistics: 'Counts of settled orders: what you bought, and what you sold.',
  'API keys': 'The keys of your account.',
  Profile: 'What buyers see of you as a seller.',
  Meta: 'Who you are, and the machine-readable forms of this API.',
};
