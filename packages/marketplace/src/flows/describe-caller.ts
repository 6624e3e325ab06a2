import { keyIdOf, type Caller } from '../domain/caller.ts';
import type { KeyStanding } from '../domain/key-budget.ts';
import type { ApiKeyStore } from '../domain/store.ts';

/** The name of the caller’s key and what it may spend; `undefined` for a session. */
export async function describeCaller(
  { apiKeys }: { apiKeys: Pick<ApiKeyStore, 'standing'> },
  caller: Caller,
): Promise<KeyStanding | undefined> {
  const keyId = keyIdOf(caller);
  return keyId === null ? undefined : apiKeys.standing(keyId);
}
