import { isApiKey } from '@mkt/protocol';
import type { Identity } from '../market/identity.ts';
import type { Log } from '../market/log.ts';
import type { ApiKeyStore } from '../server/store-domain-store.ts';
import { revokeApiKey } from './revoke-api-key.ts';

export interface RevokeTokenDeps {
  apiKeys: Pick<ApiKeyStore, 'findByHash' | 'revoke'>;
  identity: Pick<Identity, 'sha256'>;
  log: Pick<Log, 'info'>;
}

/**
 * Revokes the key itself, whatever its scopes: anyone who has a key may revoke it. False if there was
 * nothing to revoke.
 */
export async function revokeToken(
  { apiKeys, identity, log }: RevokeTokenDeps,
  key: string,
): Promise<boolean> {
  const found = isApiKey(key) ? await apiKeys.findByHash(identity.sha256(key)) : undefined;
  if (!found) return false;
  await revokeApiKey({ apiKeys, log }, found, found.actor.keyId);
  return true;
}
