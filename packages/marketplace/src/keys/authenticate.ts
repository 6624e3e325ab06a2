import { HEADERS, isApiKey } from '@mkt/protocol';
import { type Caller, keyIdOf } from '../market/caller.ts';
import { Refusal } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import type { KeyStanding } from './budget.ts';
import { isExpired, LAST_USED_STEP_MS } from './key.ts';

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
export async function authenticate(app: App, key: string | undefined): Promise<Caller> {
  if (key === undefined || key === '') {
    throw new Refusal('unauthenticated', `Send an API key in the header ${HEADERS.apiKey}.`);
  }
  if (!isApiKey(key)) {
    throw new Refusal('unauthenticated', 'The API key is malformed; check it for a typo.');
  }
  const found = await app.store.apiKeys.findByHash(app.identity.sha256(key));
  if (!found || isExpired(found, app.clock.now())) {
    throw new Refusal('unauthenticated', 'The API key is unknown, revoked or expired.');
  }
  if (found.suspended) throw accountSuspended();
  const { lastUsedAtMs, actor } = found;
  if (lastUsedAtMs === null || app.clock.now() - lastUsedAtMs >= LAST_USED_STEP_MS) {
    app.store.apiKeys
      .touch(actor.keyId)
      .catch((error: unknown) =>
        app.reportError(
          error,
          'last use of an API key could not be recorded; retried when the key is used again',
        ),
      );
  }
  return found;
}

/** The name of the caller’s key and what it may spend; `undefined` for a session. */
export async function describeCaller(
  { store: { apiKeys } }: App,
  caller: Caller,
): Promise<KeyStanding | undefined> {
  const keyId = keyIdOf(caller);
  return keyId === null ? undefined : apiKeys.standing(keyId);
}
