import { isScope, type SellerUrlMode } from '@mkt/protocol';
import { openApiDocument } from '@mkt/protocol/openapi';
import { sellerContractSchema } from '@mkt/protocol/schemas';
import { profileHandlers } from '../accounts/http.ts';
import { auditHandlers } from '../audit/http.ts';
import { catalogueHandlers } from '../catalogue/http.ts';
import { eventHandlers, type EventStreams } from '../events/http.ts';
import { presentRemaining } from '../http/respond.ts';
import type { Handlers } from '../http/route.ts';
import { apiKeyHandlers, presentBudget } from '../keys/http.ts';
import { describeCaller } from '../keys/key.ts';
import { historyHandlers, listingHandlers, providerHandlers } from '../listings/http.ts';
import { keyIdOf } from '../market/caller.ts';
import { orderHandlers } from '../orders/http.ts';
import { statsHandlers } from '../stats/http.ts';
import type { Share } from '../structures/counters.ts';
import { webhookHandlers } from '../webhooks/http.ts';
import type { App } from './context.ts';

const CACHED = { 'Cache-Control': 'public, max-age=300' };

interface MetaFacts {
  version: string;
  mode: SellerUrlMode;
  /** The name of the cookie with the session of a person. */
  sessionCookie: string;
}

/** The handlers of `/v1/me`, `/v1/mkt-schema` and `/v1/openapi.json`. */
function metaHandlers(app: App, { version, mode, sessionCookie }: MetaFacts) {
  const schema = JSON.stringify(sellerContractSchema(mode));
  let openApi: string | undefined;
  const openApiOptions = () => ({
    serverUrl: app.baseUrl(),
    version,
    cookieName: sessionCookie,
    devMode: mode === 'dev',
  });
  return {
    async getMe({ caller }) {
      const key = await describeCaller(app, caller);
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
  } satisfies Partial<Handlers>;
}

/** A handler for every route of the protocol. */
export function createHandlers(
  app: App,
  facts: MetaFacts,
  { longPolls, streams }: { longPolls: Share; streams: EventStreams },
): Handlers {
  return {
    ...providerHandlers(app),
    ...listingHandlers(app),
    ...catalogueHandlers(app),
    ...historyHandlers(app),
    ...orderHandlers(app, longPolls),
    ...eventHandlers(streams),
    ...statsHandlers(app),
    ...apiKeyHandlers(app),
    ...auditHandlers(app),
    ...webhookHandlers(app),
    ...profileHandlers(app),
    ...metaHandlers(app, facts),
  };
}
