import { isOneOf } from '../database/is-one-of.ts';
import { now } from '../database/now.ts';
import { all, type Dialect, type Operation } from '../database/operation.ts';
import { isSuspended } from './sql.ts';
import type { Actors } from './account-domain-account.ts';

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Which keys and sessions may still act; `nowIso` is ISO 8601, as sessions store times. */
export function* activeActors(
  dialect: Dialect,
  { keyIds, sessionIds, nowIso }: Actors & { nowIso: string },
): Operation<string[]> {
  const { db } = dialect;
  const active: string[] = [];
  if (keyIds.length > 0) {
    const keys = yield* all(
      db
        .selectFrom('api_key')
        .select('id')
        .where(isOneOf(dialect, 'api_key.id', keyIds))
        .where('revoked_at', 'is', null)
        .where((where) =>
          where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]),
        )
        .where(isSuspended('api_key.account_id'), '=', 0),
    );
    active.push(...idsOf(keys));
  }
  if (sessionIds.length > 0) {
    const sessions = yield* all(
      db
        .selectFrom('session')
        .innerJoin('account_member', 'account_member.user_id', 'session.userId')
        .select('session.id')
        .where(isOneOf(dialect, 'session.id', sessionIds))
        .where('session.expiresAt', '>', nowIso)
        .where(isSuspended('account_member.account_id'), '=', 0),
    );
    active.push(...idsOf(sessions));
  }
  return active;
}
