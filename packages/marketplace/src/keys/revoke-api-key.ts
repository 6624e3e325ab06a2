import { actorFields, type Caller } from '../market/caller.ts';
import type { Log } from '../market/log.ts';
import { notFound } from '../market/refusal.ts';
import type { ApiKeyStore } from '../server/store-domain-store.ts';

/** Revokes one of the account's keys, and every key created with it. */
export async function revokeApiKey(
  { apiKeys, log }: { apiKeys: Pick<ApiKeyStore, 'revoke'>; log: Pick<Log, 'info'> },
  caller: Pick<Caller, 'accountId' | 'actor'>,
  id: string,
): Promise<void> {
  const revokedKeyIds = await apiKeys.revoke(id, caller.accountId);
  if (revokedKeyIds.length === 0) throw notFound('API key');
  log.info({ revokedKeyIds, ...actorFields(caller) }, 'API key revoked');
}
