import { formatApiKey, visibleParts, type CreateApiKeyRequest, type Scope } from '@mkt/protocol';
import { checkGrantable, type ApiKey, type Caller } from '../domain/api-key.ts';
import type { Clock } from '../domain/clock.ts';
import type { Identity } from '../domain/identity.ts';
import { Refusal } from '../domain/refusal.ts';
import type { ApiKeyStore } from '../domain/store.ts';
import { readInstant } from './read-instant.ts';

const KEY_BYTES = 32;

export interface NewKey {
  userId: string;
  name: string;
  scopes: readonly Scope[];
  expiresAtMs: number | null;
}

interface MakeKeyDeps {
  apiKeys: Pick<ApiKeyStore, 'insert'>;
  identity: Pick<Identity, 'id' | 'randomBytes' | 'sha256'>;
}

/** Makes a key for an account: the only time that it is seen whole. */
export async function makeApiKey(
  { apiKeys, identity }: MakeKeyDeps,
  { userId, name, scopes, expiresAtMs }: NewKey,
): Promise<{ key: string; apiKey: ApiKey }> {
  const key = formatApiKey(identity.randomBytes(KEY_BYTES));
  return {
    key,
    apiKey: await keepApiKey({ apiKeys, identity }, { userId, name, scopes, expiresAtMs, key }),
  };
}

/** Stores a key that exists already, such as the one in a developer's data folder. */
export async function keepApiKey(
  { apiKeys, identity }: MakeKeyDeps,
  { key, ...about }: NewKey & { key: string },
): Promise<ApiKey> {
  return apiKeys.insert({
    id: identity.id(),
    hash: identity.sha256(key),
    ...about,
    ...visibleParts(key),
  });
}

/** A key made by the holder of another one, which can grant only what it holds itself. */
export async function createApiKey(
  deps: MakeKeyDeps & { clock: Pick<Clock, 'now'> },
  caller: Caller,
  request: CreateApiKeyRequest,
): Promise<{ key: string; apiKey: ApiKey }> {
  const scopes = [...new Set(request.scopes)];
  checkGrantable(caller, scopes);
  const expiresAtMs = request.expiresAt ? readInstant(request.expiresAt, 'expiresAt') : null;
  if (expiresAtMs !== null && !(expiresAtMs > deps.clock.now())) {
    throw new Refusal('invalid_request', 'The key would have expired already.', {
      details: [
        { path: '/expiresAt', message: 'must be a moment in the future', keyword: 'expiresAt' },
      ],
    });
  }
  return makeApiKey(deps, { userId: caller.userId, name: request.name, scopes, expiresAtMs });
}
