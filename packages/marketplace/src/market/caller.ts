import type { KeyScope, Scope } from '@mkt/protocol';
import type { Disconnect } from '../structures/async.ts';
import { Refusal } from './refusal.ts';

/**
 * What acts for an account: a key, the session of a person, or the operator. Only accounts own
 * things.
 */
export type Actor = (
  | { kind: 'key'; keyId: string }
  | { kind: 'session'; sessionId: string }
  | { kind: 'operator' }
) & {
  /** Names the request by which it acts, for the log and the audit; not set for orders and reads. */
  requestId?: string;
};

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

/** Checks that the caller has the scope, or the narrower one that shows less. */
export function checkScope(caller: Caller, scope: Scope, or?: Scope): void {
  if (caller.scopes.includes(scope) || (or !== undefined && caller.scopes.includes(or))) return;
  const needed = or === undefined ? scope : `${scope}, nor ${or}`;
  throw new Refusal('insufficient_scope', `The API key does not have the scope ${needed}.`, {
    requiredScope: scope,
  });
}

/**
 * The key to whose orders a caller is limited, with those of the keys below it; null for a caller who
 * may read every order of the account.
 */
export const ordersOnlyOf = (caller: Caller): string | null =>
  caller.scopes.includes('order:read') ? null : keyIdOf(caller);

/** The key that a query asks for; null for orders that were placed without one. */
export const keyFilterOf = ({ keyId }: { keyId?: string | undefined }): string | null | undefined =>
  keyId === 'none' ? null : keyId?.toLowerCase();

/** `order:read` contains `order:read_own`. */
const holds = ({ scopes }: Caller, scope: KeyScope): boolean =>
  scopes.includes(scope) || (scope === 'order:read_own' && scopes.includes('order:read'));

/** A key cannot grant a scope that it does not have (docs/reference/protocol.md#api-keys). */
export function checkGrantable(caller: Caller, scopes: readonly KeyScope[]): void {
  for (const scope of scopes) {
    if (holds(caller, scope)) continue;
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

/**
 * Who reads a list. Readers take turns, so that no one waits behind the long lists of another
 * reader.
 */
export interface Reader {
  /** The account id, or the address of a caller without a key. */
  name: string;
  /**
   * Readers of a group have one turn together. Callers without a key are one group: addresses cost
   * nothing, and many of them must not delay callers with an account.
   */
  group?: string | undefined;
  /** Stops reading the list when the caller disconnects. */
  disconnect?: Disconnect | undefined;
}

/** The operator: commands and background work. */
export const OPERATOR: Reader = { name: 'operator' };
