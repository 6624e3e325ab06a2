import { isScope, type SellerUrlMode } from '@mkt/protocol';
import { openApiDocument } from '@mkt/protocol/openapi';
import { sellerContractSchema } from '@mkt/protocol/schemas';
import { keyIdOf } from '../market/caller.ts';
import type { describeCaller } from '../keys/describe-caller.ts';
import { presentBudget } from '../keys/present-budget.ts';
import type { Handlers, UseCase } from '../http/route.ts';
import { presentRemaining } from '../http/respond.ts';

const CACHED = { 'Cache-Control': 'public, max-age=300' };

export interface MetaFacts {
  version: string;
  mode: SellerUrlMode;
  /** The name of the cookie with the session of a person. */
  sessionCookie: string;
  /** Available once the server listens. */
  baseUrl(): string;
}

export interface MetaUseCases {
  describeCaller: UseCase<typeof describeCaller>;
}

type MetaHandlers = Pick<Handlers, 'getMe' | 'getContractSchema' | 'getOpenApi'>;

/** The handlers of `/v1/me`, `/v1/mkt-schema` and `/v1/openapi.json`. */
export function metaHandlers(
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
