import type { ApiKey as ApiKeyBody } from '@mkt/protocol';
import type { ApiKey } from '../domain/api-key.ts';
import { PAGE_BYTES } from '../domain/page.ts';
import { byId, type ApiKeyStore } from '../domain/store.ts';
import type { createApiKey } from '../flows/create-api-key.ts';
import type { revokeApiKey } from '../flows/revoke-api-key.ts';
import type { Bound } from './bound.ts';
import { pageRequest } from './cursor.ts';
import { answerPage } from './list-page.ts';
import { iso, isoOrNull } from './present-listing.ts';
import type { Handlers } from './route.ts';

export interface ApiKeyVerbs {
  createApiKey: Bound<typeof createApiKey>;
  listApiKeys: ApiKeyStore['list'];
  revokeApiKey: Bound<typeof revokeApiKey>;
}

type ApiKeyHandlers = Pick<Handlers, 'listApiKeys' | 'createApiKey' | 'deleteApiKey'>;

const LIST = 'api-keys';

function presentKey(key: ApiKey): ApiKeyBody {
  return {
    id: key.id,
    name: key.name,
    scopes: [...key.scopes],
    prefix: key.prefix,
    lastFour: key.lastFour,
    createdAt: iso(key.createdAtMs),
    lastUsedAt: isoOrNull(key.lastUsedAtMs),
    expiresAt: isoOrNull(key.expiresAtMs),
  };
}

export function apiKeyHandlers(verbs: ApiKeyVerbs): ApiKeyHandlers {
  return {
    async listApiKeys({ caller, query, reader }) {
      const page = { ...pageRequest(LIST, query), maxBytes: PAGE_BYTES };
      const keys = await verbs.listApiKeys(caller.accountId, page, reader);
      return answerPage(LIST, keys, byId, (key) => JSON.stringify(presentKey(key)));
    },
    async createApiKey({ caller, body }) {
      const { key, apiKey } = await verbs.createApiKey(caller, body);
      const { lastUsedAt: _, ...about } = presentKey(apiKey);
      return { status: 201, json: { ...about, key } };
    },
    async deleteApiKey({ caller, id }) {
      await verbs.revokeApiKey(caller, id);
      return { status: 204 };
    },
  };
}
