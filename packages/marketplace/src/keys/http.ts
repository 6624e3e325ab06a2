import {
  type ApiKey as ApiKeyBody,
  fromMicros,
  type KeyBudget as KeyBudgetBody,
} from '@mkt/protocol';
import { pageRequest } from '../http/request-head.ts';
import { iso, isoOrNull, pageResponse, presentRemaining } from '../http/respond.ts';
import type { Handlers } from '../http/route.ts';
import { byId } from '../market/ids.ts';
import type { App } from '../server/context.ts';
import type { KeyBudget } from './budget.ts';
import { type ApiKey, createApiKey, revokeApiKey, updateApiKey } from './key.ts';

const amountOrNull = (micros: number | null) => (micros === null ? null : fromMicros(micros));

export const presentBudget = (budget: KeyBudget | null): KeyBudgetBody | null =>
  budget && {
    limit: amountOrNull(budget.limitMicros),
    currency: budget.currency,
    period: budget.period,
    maxPrice: amountOrNull(budget.maxPriceMicros),
    listings: budget.listingIds && [...budget.listingIds],
  };

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
    origin: key.origin,
    parentId: key.parentId,
    budget: presentBudget(key.budget),
    remaining: presentRemaining(key.remaining),
  };
}

export function apiKeyHandlers(app: App) {
  return {
    async listApiKeys({ caller, query, reader }) {
      const page = pageRequest(LIST, query);
      const keys = await app.store.apiKeys.list(caller.accountId, page, reader);
      return pageResponse(LIST, keys, byId, (key) => JSON.stringify(presentKey(key)));
    },
    async createApiKey({ caller, body }) {
      const { key, apiKey } = await createApiKey(app, caller, body);
      const { lastUsedAt: _, ...about } = presentKey(apiKey);
      return { status: 201, json: { ...about, key } };
    },
    async updateApiKey({ caller, body, params: { id } }) {
      return { status: 200, json: presentKey(await updateApiKey(app, caller, id, body)) };
    },
    async deleteApiKey({ caller, params: { id } }) {
      await revokeApiKey(app, caller, id);
      return { status: 204 };
    },
  } satisfies Partial<Handlers>;
}
