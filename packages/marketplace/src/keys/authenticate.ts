import { HEADERS, isApiKey } from '@mkt/protocol';
import { isExpired, LAST_USED_STEP_MS } from './api-key.ts';
import type { Caller } from '../market/caller.ts';
import type { Clock } from '../market/outside.ts';
import type { Identity } from '../market/identity.ts';
import { Refusal } from '../market/refusal.ts';
import type { ApiKeyStore } from '../server/store-domain-store.ts';

export interface AuthenticateDeps {
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
