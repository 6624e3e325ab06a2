import { isKeyScope, KEY_SCOPES, type KeyOrigin, type KeyScope } from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import type { KeyBudget } from './budget.ts';
import { Refusal, type Remaining } from '../market/refusal.ts';

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
export const LAST_USED_STEP_MS = 60_000;

export interface ApiKeyChange {
  id: string;
  accountId: string;
  name?: string | undefined;
  budget?: { from: KeyBudget | null; to: KeyBudget | null } | undefined;
}
