import type { Share } from '../concurrency/counter.ts';
import { apiKeyHandlers, type ApiKeyUseCases } from './api-keys.ts';
import { listingHandlers, type ListingUseCases } from './listings.ts';
import { marketplaceHandlers, type MarketplaceUseCases } from './marketplace.ts';
import { metaHandlers, type MetaFacts } from './meta.ts';
import { orderHandlers, type OrderUseCases } from './orders.ts';
import { providerHandlers, type ProviderUseCases } from './providers.ts';
import type { Handlers } from './route.ts';

/** What the routes do, in the words of the useCases. */
export type UseCases = ProviderUseCases &
  ListingUseCases &
  MarketplaceUseCases &
  OrderUseCases &
  ApiKeyUseCases;

/** A handler for every route of the protocol. */
export function createHandlers(useCases: UseCases, facts: MetaFacts, longPolls: Share): Handlers {
  return {
    ...providerHandlers(useCases),
    ...listingHandlers(useCases),
    ...marketplaceHandlers(useCases),
    ...orderHandlers(useCases, longPolls),
    ...apiKeyHandlers(useCases),
    ...metaHandlers(facts),
  };
}
