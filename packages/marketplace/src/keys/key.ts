import {
  formatApiKey,
  visibleParts,
  type CreateApiKeyRequest,
  type KeyOrigin,
  type KeyScope,
} from '@mkt/protocol';
import { inheritedExpiry, storedScopes, type ApiKey } from './api-key.ts';
import { actorFields, checkGrantable, type Caller } from '../market/caller.ts';
import type { Clock } from '../market/outside.ts';
import type { Identity } from '../market/identity.ts';
import type { Log } from '../market/log.ts';
import type { KeyBudget } from './budget.ts';
import { Refusal } from '../market/refusal.ts';
import type { ApiKeyStore } from '../server/store-domain-store.ts';
import { readBudget, type ReadBudgetDeps } from './read-budget.ts';
import { readInstant } from '../http/read-instant.ts';

export const KEY_BYTES = 32;

export const tooManyKeys = (maxActiveKeys: number) =>
  new Refusal(
    'quota_exceeded',
    `The account has ${maxActiveKeys} valid API keys; revoke one to create another.`,
    { limit: 'api_keys' },
  );

export interface NewKey {
  accountId: string;
  name: string;
  scopes: readonly KeyScope[];
  expiresAtMs: number | null;
  parentId: string | null;
  origin: KeyOrigin;
  budget?: KeyBudget | null;
}

interface MakeKeyDeps {
  apiKeys: Pick<ApiKeyStore, 'insert'>;
  identity: Pick<Identity, 'id' | 'randomBytes' | 'sha256'>;
  /** How many valid keys an account may have; no limit for the operator. */
  maxActiveKeys?: number;
}

/** Creates a key for an account. The key itself is only ever returned here. */
export async function makeApiKey(
  deps: MakeKeyDeps,
  about: NewKey,
): Promise<{ key: string; apiKey: ApiKey }> {
  const key = formatApiKey(deps.identity.randomBytes(KEY_BYTES));
  return { key, apiKey: await storeApiKey(deps, { ...about, key }) };
}

/** Stores an existing key, such as that of dev mode, which is kept in the data folder. */
export async function storeApiKey(
  { apiKeys, identity, maxActiveKeys }: MakeKeyDeps,
  { key, scopes, ...about }: NewKey & { key: string },
): Promise<ApiKey> {
  const id = identity.id();
  const hash = identity.sha256(key);
  const outcome = await apiKeys.insert(
    { id, hash, ...about, scopes: storedScopes(scopes), ...visibleParts(key) },
    maxActiveKeys,
  );
  switch (outcome.kind) {
    case 'inserted':
      return outcome.apiKey;
    case 'parent-revoked':
      throw new Refusal('unauthenticated', 'The API key is unknown, revoked or expired.');
    case 'too-many':
      throw tooManyKeys(maxActiveKeys ?? 0);
  }
}

export interface CreateApiKeyDeps extends MakeKeyDeps, ReadBudgetDeps {
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'info'>;
  apiKeys: Pick<ApiKeyStore, 'insert' | 'find'>;
}

/** When a key is to expire, in Unix milliseconds; refuses a time that has passed. */
export function readFuture(expiresAt: string | undefined | null, nowMs: number): number | null {
  if (!expiresAt) return null;
  const expiresAtMs = readInstant(expiresAt, 'expiresAt');
  if (expiresAtMs > nowMs) return expiresAtMs;
  throw new Refusal('invalid_request', 'expiresAt is in the past.', {
    details: [
      { path: '/expiresAt', message: 'must be a time in the future', keyword: 'expiresAt' },
    ],
  });
}

async function expiryOf(
  { apiKeys, clock }: CreateApiKeyDeps,
  { actor }: Caller,
  requested: string | undefined | null,
): Promise<number | null> {
  const requestedMs = readFuture(requested, clock.now());
  const parent = actor.kind === 'key' ? await apiKeys.find(actor.keyId) : undefined;
  return inheritedExpiry(requestedMs, parent?.expiresAtMs ?? null);
}

/**
 * Creates a key on behalf of another key: it has no more scopes than its parent, expires no later, and
 * is revoked with it (docs/protocol.md#api-keys); what is spent with it counts against the budgets above
 * it (docs/cost-control.md#budgets).
 */
export async function createApiKey(
  deps: CreateApiKeyDeps,
  caller: Caller,
  request: CreateApiKeyRequest,
): Promise<{ key: string; apiKey: ApiKey }> {
  checkGrantable(caller, request.scopes);
  const { accountId, actor } = caller;
  const created = await makeApiKey(deps, {
    accountId,
    name: request.name,
    scopes: request.scopes,
    expiresAtMs: await expiryOf(deps, caller, request.expiresAt),
    parentId: actor.kind === 'key' ? actor.keyId : null,
    origin: actor.kind === 'key' ? 'key' : 'session',
    budget: await readBudget(deps, accountId, request.budget, null),
  });
  const { id, scopes, expiresAtMs } = created.apiKey;
  deps.log.info(
    { createdKeyId: id, scopes, expiresAtMs, ...actorFields(caller) },
    'API key created',
  );
  return created;
}
