import { keyIdOf, type Caller } from '../market/caller.ts';
import type { KeyStanding } from './budget.ts';
import type { ApiKeyStore } from '../server/store-domain-store.ts';

/** The name of the caller’s key and what it may spend; `undefined` for a session. */
export async function describeCaller(
  { apiKeys }: { apiKeys: Pick<ApiKeyStore, 'standing'> },
  caller: Caller,
): Promise<KeyStanding | undefined> {
  const keyId = keyIdOf(caller);
  return keyId === null ? undefined : apiKeys.standing(keyId);
}
