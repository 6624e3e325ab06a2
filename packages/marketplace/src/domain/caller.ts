import type { KeyScope, Scope } from '@mkt/protocol';
import { Refusal } from './refusal.ts';

/**
 * What acts for an account: a key, the session of a person, or the operator. Only accounts own
 * things.
 */
export type Actor =
  | { kind: 'key'; keyId: string }
  | { kind: 'session'; sessionId: string }
  | { kind: 'operator' };

/** Who makes an authenticated request: the account it is made for, the actor, and its scopes. */
export interface Caller {
  accountId: string;
  actor: Actor;
  /** Everything that it may do or grant: `*` comes with every scope by name. */
  scopes: readonly KeyScope[];
}

/** The key that a request is made with; null for a session. */
export const keyIdOf = ({ actor }: Pick<Caller, 'actor'>): string | null =>
  actor.kind === 'key' ? actor.keyId : null;

export function checkScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return;
  throw new Refusal('insufficient_scope', `The API key does not have the scope ${scope}.`, {
    requiredScope: scope,
  });
}

/** A key cannot grant a scope that it does not have (docs/protocol.md#api-keys). */
export function checkGrantable(caller: Caller, scopes: readonly KeyScope[]): void {
  for (const scope of scopes) {
    if (caller.scopes.includes(scope)) continue;
    throw new Refusal(
      'insufficient_scope',
      `An API key cannot grant ${scope}: it does not have that scope itself.`,
      { requiredScope: scope },
    );
  }
}

/** The fields of a log line that say who acted: ids, never a key. */
export function actorFields({ accountId, actor }: Pick<Caller, 'accountId' | 'actor'>) {
  const { kind, ...ids } = actor;
  return { accountId, actor: kind, ...ids };
}
