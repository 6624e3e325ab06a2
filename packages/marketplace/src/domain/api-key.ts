import type { Scope } from '@mkt/protocol';
import type { Caller } from './caller.ts';
import { Refusal } from './refusal.ts';

/** How a key came about. */
export type KeyOrigin = 'session' | 'key' | 'device' | 'operator' | 'dev';

/** An API key without its secret. Times are Unix milliseconds. */
export interface ApiKey {
  id: string;
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  prefix: string;
  lastFour: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
  expiresAtMs: number | null;
  /** The key that made it, and whose revocation revokes it; null for any other origin. */
  parentId: string | null;
  origin: KeyOrigin;
}

/** What a key that was found by its hash stands for. */
export interface FoundKey extends Caller, Pick<ApiKey, 'expiresAtMs' | 'lastUsedAtMs'> {
  actor: Extract<Caller['actor'], { kind: 'key' }>;
  /** The account may do nothing until an operator lifts its suspension. */
  suspended: boolean;
}

export function isExpired(key: Pick<ApiKey, 'expiresAtMs'>, nowMs: number): boolean {
  return key.expiresAtMs !== null && key.expiresAtMs <= nowMs;
}

/**
 * When a key that another one makes expires: with its parent unless sooner. Refuses a later expiry,
 * which would let a leaked key outlive itself.
 */
export function inheritedExpiry(asked: number | null, parent: number | null): number | null {
  if (parent === null) return asked;
  if (asked === null) return parent;
  if (asked <= parent) return asked;
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
