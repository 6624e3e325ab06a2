import type { Share } from '../concurrency/counter.ts';
import { apiKeyHandlers, type ApiKeyUseCases } from './api-key.ts';
import { eventHandlers } from './event.ts';
import type { EventStreams } from './event-streams.ts';
import { listingHandlers, type ListingUseCases } from './listing.ts';
import { catalogueHandlers, type CatalogueUseCases } from './catalogue.ts';
import { historyHandlers, type HistoryUseCases } from './history.ts';
import { metaHandlers, type MetaFacts, type MetaUseCases } from './meta.ts';
import { orderHandlers, type OrderUseCases } from './order.ts';
import { providerHandlers, type ProviderUseCases } from './provider.ts';
import { profileHandlers, type ProfileUseCases } from './profile.ts';
import type { Handlers } from './route.ts';
import { statsHandlers, type StatsUseCases } from './stats.ts';
import { webhookHandlers, type WebhookUseCases } from './webhook.ts';

/** The use cases that the routes call. */
export type UseCases = ProviderUseCases &
  ListingUseCases &
  CatalogueUseCases &
  HistoryUseCases &
  OrderUseCases &
  StatsUseCases &
  ApiKeyUseCases &
  WebhookUseCases &
  ProfileUseCases &
  MetaUseCases;

/** A handler for every route of the protocol. */
export function createHandlers(
  useCases: UseCases,
  facts: MetaFacts,
  { longPolls, streams }: { longPolls: Share; streams: EventStreams },
): Handlers {
  return {
    ...providerHandlers(useCases),
    ...listingHandlers(useCases),
    ...catalogueHandlers(useCases),
    ...historyHandlers(useCases),
    ...orderHandlers(useCases, longPolls),
    ...eventHandlers(streams),
    ...statsHandlers(useCases),
    ...apiKeyHandlers(useCases),
    ...webhookHandlers(useCases),
    ...profileHandlers(useCases),
    ...metaHandlers(useCases, facts),
  };
}
