import type { Scope } from '@mkt/protocol';
import { Refusal } from './refusal.ts';

/** An API key without its secret. Times are Unix milliseconds. */
export interface ApiKey {
  id: string;
  userId: string;
  name: string;
  scopes: readonly Scope[];
  prefix: string;
  lastFour: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
  expiresAtMs: number | null;
}

/** Whoever a request was authenticated as. */
export interface Caller {
  userId: string;
  keyId: string;
  scopes: readonly Scope[];
}

export function isExpired(key: Pick<ApiKey, 'expiresAtMs'>, nowMs: number): boolean {
  return key.expiresAtMs !== null && key.expiresAtMs <= nowMs;
}

export function checkScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return;
  throw new Refusal('insufficient_scope', `The API key does not have the scope ${scope}.`, {
    requiredScope: scope,
  });
}

/** A key cannot grant a scope that it does not hold (protocol reference, "API keys"). */
export function checkGrantable(caller: Caller, scopes: readonly Scope[]): void {
  for (const scope of scopes) {
    if (caller.scopes.includes(scope)) continue;
    throw new Refusal(
      'insufficient_scope',
      `An API key cannot grant ${scope}: it does not have that scope itself.`,
      { requiredScope: scope },
    );
  }
}

/** `last_used` is written at most once a minute. */
export const LAST_USED_STEP_MS = 60_000;
