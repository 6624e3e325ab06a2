import { HEADERS, isApiKey } from '@mkt/protocol';
import { type Caller, keyIdOf } from '../market/caller.ts';
import type { Clock, Identity } from '../market/outside.ts';
import { Refusal } from '../market/refusal.ts';
import type { ApiKeyStore } from '../server/store.ts';
import type { KeyStanding } from './budget.ts';
import { isExpired, LAST_USED_STEP_MS } from './key.ts';

interface AuthenticateDeps {
  apiKeys: Pick<ApiKeyStore, 'findByHash' | 'touch'>;
  identity: Pick<Identity, 'sha256'>;
  clock: Pick<Clock, 'now'>;
  /** Called if the use of an accepted key could not be recorded; no request waits for that write. */
  onTouchError(error: unknown): void;
}

export function accountSuspended(): Refusal {
  return new Refusal(
    'account_suspended',
    'The account is suspended; ask the operator of this marketplace.',
  );
}

/**
 * Finds the caller of a key: checks the checksum, then looks the key up by its hash on every
 * request, so that a revocation takes effect immediately. Every failure is the same 401. A suspended
 * account cannot even read.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  key: string | undefined,
): Promise<Caller> {
  if (key === undefined || key === '') {
    throw new Refusal('unauthenticated', `Send an API key in the header ${HEADERS.apiKey}.`);
  }
  if (!isApiKey(key)) {
    throw new Refusal('unauthenticated', 'The API key is malformed; check it for a typo.');
  }
  const found = await deps.apiKeys.findByHash(deps.identity.sha256(key));
  if (!found || isExpired(found, deps.clock.now())) {
    throw new Refusal('unauthenticated', 'The API key is unknown, revoked or expired.');
  }
  if (found.suspended) throw accountSuspended();
  const { lastUsedAtMs, actor } = found;
  if (lastUsedAtMs === null || deps.clock.now() - lastUsedAtMs >= LAST_USED_STEP_MS) {
    deps.apiKeys.touch(actor.keyId).catch(deps.onTouchError);
  }
  return found;
}

/** The name of the caller’s key and what it may spend; `undefined` for a session. */
export async function describeCaller(
  { apiKeys }: { apiKeys: Pick<ApiKeyStore, 'standing'> },
  caller: Caller,
): Promise<KeyStanding | undefined> {
  const keyId = keyIdOf(caller);
  return keyId === null ? undefined : apiKeys.standing(keyId);
}
