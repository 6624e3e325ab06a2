import { isScope, type SellerUrlMode } from '@mkt/protocol';
import { openApiDocument } from '@mkt/protocol/openapi';
import { sellerContractSchema } from '@mkt/protocol/schemas';
import { profileHandlers, type ProfileUseCases } from '../accounts/http.ts';
import { catalogueHandlers, type CatalogueUseCases } from '../catalogue/http.ts';
import { eventHandlers, type EventStreams } from '../events/http.ts';
import { presentRemaining } from '../http/respond.ts';
import type { Handlers, UseCase } from '../http/route.ts';
import type { describeCaller } from '../keys/authenticate.ts';
import { apiKeyHandlers, type ApiKeyUseCases, presentBudget } from '../keys/http.ts';
import {
  historyHandlers,
  type HistoryUseCases,
  listingHandlers,
  type ListingUseCases,
  providerHandlers,
  type ProviderUseCases,
} from '../listings/http.ts';
import { keyIdOf } from '../market/caller.ts';
import { orderHandlers, type OrderUseCases } from '../orders/http.ts';
import { statsHandlers, type StatsUseCases } from '../stats/http.ts';
import type { Share } from '../structures/counters.ts';
import { webhookHandlers, type WebhookUseCases } from '../webhooks/http.ts';

const CACHED = { 'Cache-Control': 'public, max-age=300' };

interface MetaFacts {
  version: string;
  mode: SellerUrlMode;
  /** The name of the cookie with the session of a person. */
  sessionCookie: string;
  /** Available once the server listens. */
  baseUrl(): string;
}

interface MetaUseCases {
  describeCaller: UseCase<typeof describeCaller>;
}

type MetaHandlers = Pick<Handlers, 'getMe' | 'getContractSchema' | 'getOpenApi'>;

/** The handlers of `/v1/me`, `/v1/mkt-schema` and `/v1/openapi.json`. */
function metaHandlers(
  useCases: MetaUseCases,
  { version, baseUrl, mode, sessionCookie }: MetaFacts,
): MetaHandlers {
  const schema = JSON.stringify(sellerContractSchema(mode));
  let openApi: string | undefined;
  const openApiOptions = () => ({
    serverUrl: baseUrl(),
    version,
    cookieName: sessionCookie,
    devMode: mode === 'dev',
  });
  return {
    async getMe({ caller }) {
      const key = await useCases.describeCaller(caller);
      const budget = key ? presentBudget(key.budget) : null;
      return {
        status: 200,
        json: {
          userId: caller.accountId,
          keyId: keyIdOf(caller),
          sessionId: caller.actor.kind === 'session' ? caller.actor.sessionId : null,
          scopes: caller.scopes.filter(isScope),
          keyName: key?.name ?? null,
          budget: budget && { ...budget, remaining: presentRemaining(key?.remaining ?? null) },
        },
      };
    },
    getContractSchema: () => ({ status: 200, text: schema, headers: CACHED }),
    getOpenApi() {
      openApi ??= JSON.stringify(openApiDocument(openApiOptions()));
      return { status: 200, text: openApi, headers: CACHED };
    },
  };
}

/** The use cases that the routes call. */
type UseCases = ProviderUseCases &
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
