// API keys: who calls, what a key may do, and what may be spent with it. A revoked key stops at once, with
// every key that it created; a budget is never exceeded, however many orders are placed at once.

import {
  type CreateApiKeyRequest,
  formatApiKey,
  HEADERS,
  isApiKey,
  isKeyScope,
  KEY_SCOPES,
  type KeyOrigin,
  type KeyScope,
  type UpdateApiKeyRequest,
  visibleParts,
} from '@mkt/protocol';
import { readInstant } from '../http/request-head.ts';
import { type Actor, actorFields, type Caller, checkGrantable, keyIdOf } from '../market/caller.ts';
import { notFound, Refusal, type Remaining, retryOnConflict } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import { isSameBudget, type KeyBudget, type KeyStanding, readBudget } from './budget.ts';

/** An API key without its secret. Times are Unix milliseconds. */
export interface ApiKey {
  id: string;
  accountId: string;
  name: string;
  /** `*` alone if it holds every scope. */
  scopes: readonly KeyScope[];
  prefix: string;
  lastFour: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
  expiresAtMs: number | null;
  /**
   * The key that created this one, and whose revocation also revokes it; null for any other origin.
   */
  parentId: string | null;
  origin: KeyOrigin;
  /** Its own; those of the keys above it apply too. */
  budget: KeyBudget | null;
  /** What is left of its own budget; null without a limit. */
  remaining: Remaining | null;
}

/** A key that is about to be stored. */
export interface NewApiKey {
  id: string;
  accountId: string;
  hash: Uint8Array;
  name: string;
  scopes: readonly KeyScope[];
  prefix: string;
  lastFour: string;
  expiresAtMs: number | null;
  parentId: string | null;
  origin: KeyOrigin;
  budget?: KeyBudget | null;
}

/** The caller that a key authenticates. */
export interface FoundKey extends Caller, Pick<ApiKey, 'expiresAtMs' | 'lastUsedAtMs'> {
  actor: Extract<Caller['actor'], { kind: 'key' }>;
  /** Every request is refused until an operator lifts the suspension. */
  suspended: boolean;
}

/** The scopes as a key stores them: each once, and `*` alone, because it contains the others. */
export function storedScopes(scopes: readonly KeyScope[]): KeyScope[] {
  return scopes.includes('*') ? ['*'] : [...new Set(scopes)];
}

/** What a key with these stored scopes may do and grant: with `*` every scope, and `*` itself. */
export const heldScopes = (stored: readonly KeyScope[]): readonly KeyScope[] =>
  stored.includes('*') ? KEY_SCOPES : stored;

/** The scopes with these names; refuses unknown ones. */
export function scopesNamed(names: readonly string[]): KeyScope[] {
  const unknown = names.filter((name) => !isKeyScope(name));
  if (unknown.length > 0) {
    throw new Refusal(
      'invalid_request',
      `Unknown ${unknown.length === 1 ? 'scope' : 'scopes'}: ${unknown.join(', ')}. Known scopes: ${KEY_SCOPES.join(', ')}.`,
    );
  }
  return names.filter((name) => isKeyScope(name));
}

export function isExpired(key: Pick<ApiKey, 'expiresAtMs'>, nowMs: number): boolean {
  return key.expiresAtMs !== null && key.expiresAtMs <= nowMs;
}

/**
 * When a key that another key creates expires: with its parent, unless the request sets an earlier
 * time. Refuses a later expiry: a leaked key could otherwise extend its own life.
 */
export function inheritedExpiry(requested: number | null, parent: number | null): number | null {
  if (parent === null) return requested;
  if (requested === null) return parent;
  if (requested <= parent) return requested;
  throw new Refusal('invalid_request', 'A key cannot expire later than the key that creates it.', {
    details: [
      {
        path: '/expiresAt',
        message: 'must not be later than the expiry of the key that creates it',
        keyword: 'expiresAt',
      },
    ],
  });
}

/** `last_used` is written at most once a minute. */
const LAST_USED_STEP_MS = 60_000;

export interface ApiKeyChange {
  id: string;
  accountId: string;
  name?: string | undefined;
  budget?: { from: KeyBudget | null; to: KeyBudget | null } | undefined;
}

export const KEY_BYTES = 32;

export const tooManyKeys = (maxActiveKeys: number) =>
  new Refusal(
    'quota_exceeded',
    `The account has ${maxActiveKeys} valid API keys; revoke one to create another.`,
    { limit: 'api_keys' },
  );

interface NewKey {
  accountId: string;
  name: string;
  scopes: readonly KeyScope[];
  expiresAtMs: number | null;
  parentId: string | null;
  origin: KeyOrigin;
  budget?: KeyBudget | null;
}

/**
 * Creates a key for an account. The key itself is only ever returned here. `maxActiveKeys` is how many
 * valid keys the account may have; no limit for the operator.
 */
export async function makeApiKey(
  app: Pick<App, 'store' | 'identity'>,
  about: NewKey,
  by: Actor,
  maxActiveKeys?: number,
): Promise<{ key: string; apiKey: ApiKey }> {
  const key = formatApiKey(app.identity.randomBytes(KEY_BYTES));
  return { key, apiKey: await storeApiKey(app, { ...about, key }, { by, maxActiveKeys }) };
}

/** Stores an existing key, such as that of dev mode, which is kept in the data folder. */
export async function storeApiKey(
  { store: { apiKeys }, identity }: Pick<App, 'store' | 'identity'>,
  { key, scopes, ...about }: NewKey & { key: string },
  { by, maxActiveKeys }: { by?: Actor; maxActiveKeys?: number | undefined } = {},
): Promise<ApiKey> {
  const id = identity.id();
  const hash = identity.sha256(key);
  const outcome = await apiKeys.insert(
    { id, hash, ...about, scopes: storedScopes(scopes), ...visibleParts(key) },
    maxActiveKeys,
    by,
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
  { store: { apiKeys }, clock }: App,
  { actor }: Caller,
  requested: string | undefined | null,
): Promise<number | null> {
  const requestedMs = readFuture(requested, clock.now());
  const parent = actor.kind === 'key' ? await apiKeys.find(actor.keyId) : undefined;
  return inheritedExpiry(requestedMs, parent?.expiresAtMs ?? null);
}

/**
 * Creates a key on behalf of another key: it has no more scopes than its parent, expires no later, and
 * is revoked with it (docs/reference/protocol.md#api-keys); what is spent with it counts against the
 * budgets above it (docs/buy/spending.md#budgets).
 */
export async function createApiKey(
  app: App,
  caller: Caller,
  request: CreateApiKeyRequest,
): Promise<{ key: string; apiKey: ApiKey }> {
  checkGrantable(caller, request.scopes);
  const { accountId, actor } = caller;
  const created = await makeApiKey(
    app,
    {
      accountId,
      name: request.name,
      scopes: request.scopes,
      expiresAtMs: await expiryOf(app, caller, request.expiresAt),
      parentId: actor.kind === 'key' ? actor.keyId : null,
      origin: actor.kind === 'key' ? 'key' : 'session',
      budget: await readBudget(app, accountId, request.budget, null),
    },
    actor,
    app.shares.apiKeys,
  );
  const { id, scopes, expiresAtMs } = created.apiKey;
  app.log.info(
    { createdKeyId: id, scopes, expiresAtMs, ...actorFields(caller) },
    'API key created',
  );
  return created;
}

/** A key that could change the budgets that apply to it would have none. */
async function checkNotItsOwn(
  { store: { apiKeys } }: App,
  caller: Caller,
  id: string,
): Promise<void> {
  const callerId = keyIdOf(caller);
  if (callerId === null || !(await apiKeys.above(callerId)).includes(id)) return;
  throw new Refusal(
    'budget_protected',
    callerId === id
      ? 'An API key cannot change its own budget.'
      : 'An API key cannot change the budget of a key that it was created with.',
  );
}

/** The budget changes faster than it can be read: other requests are changing it all the time. */
const tooManyChanges = () =>
  new Refusal(
    'overloaded',
    'Other requests kept changing the budget of the API key. Nothing was changed; try again.',
    { retryAfterSeconds: 1 },
  );

/** Changes the name or the budget of one of the account's keys (docs/buy/spending.md#budgets). */
export async function updateApiKey(
  app: App,
  caller: Caller,
  id: string,
  { name, budget: input }: UpdateApiKeyRequest,
): Promise<ApiKey> {
  const { accountId } = caller;
  return retryOnConflict(async () => {
    const key = await app.store.apiKeys.find(id);
    if (key?.accountId !== accountId) throw notFound('API key');
    const to = await readBudget(app, accountId, input, key.budget);
    const isChanged = !isSameBudget(to, key.budget);
    if (isChanged) await checkNotItsOwn(app, caller, id);
    const budget = isChanged ? { from: key.budget, to } : undefined;
    const change = { id, accountId, name, budget };
    const updated = await app.store.apiKeys.update(change, caller.actor);
    if (updated === 'not-found') throw notFound('API key');
    // Another request has changed the budget, so this one is merged with what that stored.
    if (updated === 'conflict') return updated;
    app.log.info({ updatedKeyId: id, budget: to, ...actorFields(caller) }, 'API key updated');
    return updated;
  }, tooManyChanges);
}

/** Revokes one of the account's keys, and every key created with it. */
export async function revokeApiKey(
  { store: { apiKeys }, log }: Pick<App, 'store' | 'log'>,
  caller: Pick<Caller, 'accountId' | 'actor'>,
  id: string,
): Promise<void> {
  const revokedKeyIds = await apiKeys.revoke(id, caller.accountId, caller.actor);
  if (revokedKeyIds.length === 0) throw notFound('API key');
  log.info({ revokedKeyIds, ...actorFields(caller) }, 'API key revoked');
}

/**
 * Revokes the key itself, whatever its scopes: anyone who has a key may revoke it. False if there was
 * nothing to revoke.
 */
export async function revokeToken(
  app: Pick<App, 'store' | 'identity' | 'log'>,
  key: string,
): Promise<boolean> {
  const found = isApiKey(key)
    ? await app.store.apiKeys.findByHash(app.identity.sha256(key))
    : undefined;
  if (!found) return false;
  await revokeApiKey(app, found, found.actor.keyId);
  return true;
}

/** For a request that was authenticated before its account was closed. */
export const accountClosed = () => new Refusal('unauthenticated', 'The account is closed.');

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
