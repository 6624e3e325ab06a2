import { isScope, type SellerUrlMode } from '@mkt/protocol';
import { openApiDocument } from '@mkt/protocol/openapi';
import { sellerContractSchema } from '@mkt/protocol/schemas';
import type { Handlers } from './route.ts';

const CACHED = { 'Cache-Control': 'public, max-age=300' };

export interface MetaFacts {
  version: string;
  /** Which variant of the contract schema is served. */
  urlMode: SellerUrlMode;
  /** Available once the server listens. */
  baseUrl(): string;
}

type MetaHandlers = Pick<Handlers, 'getMe' | 'getContractSchema' | 'getOpenApi'>;

/** The handlers of `/v1/me`, `/v1/mkt-schema` and `/v1/openapi.json`. */
export function metaHandlers({ version, baseUrl, urlMode }: MetaFacts): MetaHandlers {
  const schema = JSON.stringify(sellerContractSchema(urlMode));
  let openApi: string | undefined;
  return {
    getMe: ({ caller }) => ({
      status: 200,
      json: {
        userId: caller.accountId,
        keyId: caller.actor.kind === 'key' ? caller.actor.keyId : null,
        sessionId: caller.actor.kind === 'session' ? caller.actor.sessionId : null,
        scopes: caller.scopes.filter(isScope),
      },
    }),
    getContractSchema: () => ({ status: 200, text: schema, headers: CACHED }),
    getOpenApi() {
      openApi ??= JSON.stringify(openApiDocument({ serverUrl: baseUrl(), version }));
      return { status: 200, text: openApi, headers: CACHED };
    },
  };
}
