import type { Share } from '../structures/counters.ts';
import { apiKeyHandlers, type ApiKeyUseCases } from '../keys/http.ts';
import { eventHandlers } from '../events/http-http-event.ts';
import type { EventStreams } from '../events/http.ts';
import { listingHandlers, type ListingUseCases } from '../listings/http-http-listing.ts';
import { catalogueHandlers, type CatalogueUseCases } from '../catalogue/http.ts';
import { historyHandlers, type HistoryUseCases } from '../listings/http-http-history.ts';
import { metaHandlers, type MetaFacts, type MetaUseCases } from './handlers.ts';
import { orderHandlers, type OrderUseCases } from '../orders/http.ts';
import { providerHandlers, type ProviderUseCases } from '../listings/http.ts';
import { profileHandlers, type ProfileUseCases } from '../accounts/http-http-profile.ts';
import type { Handlers } from '../http/route.ts';
import { statsHandlers, type StatsUseCases } from '../stats/http-http-stats.ts';
import { webhookHandlers, type WebhookUseCases } from '../webhooks/http.ts';

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
