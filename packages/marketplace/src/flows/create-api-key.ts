import { formatApiKey, visibleParts, type CreateApiKeyRequest, type Scope } from '@mkt/protocol';
import { inheritedExpiry, type ApiKey, type KeyOrigin } from '../domain/api-key.ts';
import { actorFields, checkGrantable, type Caller } from '../domain/caller.ts';
import type { Clock } from '../domain/clock.ts';
import type { Identity } from '../domain/identity.ts';
import type { Log } from '../domain/log.ts';
import { Refusal } from '../domain/refusal.ts';
import type { ApiKeyStore } from '../domain/store.ts';
import { readInstant } from './read-instant.ts';

const KEY_BYTES = 32;

export interface NewKey {
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  expiresAtMs: number | null;
  parentId: string | null;
  origin: KeyOrigin;
}

interface MakeKeyDeps {
  apiKeys: Pick<ApiKeyStore, 'insert'>;
  identity: Pick<Identity, 'id' | 'randomBytes' | 'sha256'>;
  /** Live keys that an account may have; without a limit for the operator. */
  maxLiveKeys?: number;
}

/** Creates a key for an account: the only time that it is seen whole. */
export async function makeApiKey(
  deps: MakeKeyDeps,
  about: NewKey,
): Promise<{ key: string; apiKey: ApiKey }> {
  const key = formatApiKey(deps.identity.randomBytes(KEY_BYTES));
  return { key, apiKey: await keepApiKey(deps, { ...about, key }) };
}

/** Stores a key that exists already, such as the one in a developer's data folder. */
export async function keepApiKey(
  { apiKeys, identity, maxLiveKeys }: MakeKeyDeps,
  { key, ...about }: NewKey & { key: string },
): Promise<ApiKey> {
  const id = identity.id();
  const hash = identity.sha256(key);
  const outcome = await apiKeys.insert({ id, hash, ...about, ...visibleParts(key) }, maxLiveKeys);
  switch (outcome.kind) {
    case 'inserted':
      return outcome.apiKey;
    case 'parent-revoked':
      throw new Refusal('unauthenticated', 'The API key is unknown, revoked or expired.');
    case 'too-many':
      throw new Refusal(
        'quota_exceeded',
        `The account has ${maxLiveKeys} live API keys; revoke one to create another.`,
        { limit: 'api_keys' },
      );
  }
}

export interface CreateApiKeyDeps extends MakeKeyDeps {
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'info'>;
  apiKeys: Pick<ApiKeyStore, 'insert' | 'find'>;
}

async function expiryOf(
  { apiKeys, clock }: CreateApiKeyDeps,
  { actor }: Caller,
  asked: string | undefined | null,
): Promise<number | null> {
  const askedMs = asked ? readInstant(asked, 'expiresAt') : null;
  if (askedMs !== null && !(askedMs > clock.now())) {
    throw new Refusal('invalid_request', 'expiresAt is in the past.', {
      details: [
        { path: '/expiresAt', message: 'must be a time in the future', keyword: 'expiresAt' },
      ],
    });
  }
  const parent = actor.kind === 'key' ? await apiKeys.find(actor.keyId) : undefined;
  return inheritedExpiry(askedMs, parent?.expiresAtMs ?? null);
}

/**
 * A key created by the holder of another one: it grants no more than its parent holds, expires with
 * it at the latest, and is revoked with it (docs/protocol.md#api-keys).
 */
export async function createApiKey(
  deps: CreateApiKeyDeps,
  caller: Caller,
  request: CreateApiKeyRequest,
): Promise<{ key: string; apiKey: ApiKey }> {
  const scopes = [...new Set(request.scopes)];
  checkGrantable(caller, scopes);
  const { accountId, actor } = caller;
  const created = await makeApiKey(deps, {
    accountId,
    name: request.name,
    scopes,
    expiresAtMs: await expiryOf(deps, caller, request.expiresAt),
    parentId: actor.kind === 'key' ? actor.keyId : null,
    origin: actor.kind === 'key' ? 'key' : 'session',
  });
  const { id, expiresAtMs } = created.apiKey;
  deps.log.info(
    { createdKeyId: id, scopes, expiresAtMs, ...actorFields(caller) },
    'API key created',
  );
  return created;
}
