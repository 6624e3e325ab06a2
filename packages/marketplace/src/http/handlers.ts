import type { Share } from '../domain/counter.ts';
import { apiKeyHandlers, type ApiKeyVerbs } from './api-keys.ts';
import { listingHandlers, type ListingVerbs } from './listings.ts';
import { marketplaceHandlers, type MarketplaceVerbs } from './marketplace.ts';
import { metaHandlers, type MetaFacts } from './meta.ts';
import { orderHandlers, type OrderVerbs } from './orders.ts';
import { providerHandlers, type ProviderVerbs } from './providers.ts';
import type { Handlers } from './route.ts';

/** What the routes do, in the words of the verbs. */
export type Verbs = ProviderVerbs & ListingVerbs & MarketplaceVerbs & OrderVerbs & ApiKeyVerbs;

/** A handler for every route of the protocol. */
export function createHandlers(verbs: Verbs, facts: MetaFacts, longPolls: Share): Handlers {
  return {
    ...providerHandlers(verbs),
    ...listingHandlers(verbs),
    ...marketplaceHandlers(verbs),
    ...orderHandlers(verbs, longPolls),
    ...apiKeyHandlers(verbs),
    ...metaHandlers(facts),
  };
}
