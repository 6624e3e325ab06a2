import type { EndedSignIns, InsertedUser, Person } from './user-store.ts';
import { canonicalEmail, type Membership, type NewUser } from './user.ts';
import {
  all,
  execute,
  first,
  prepared,
  type Dialect,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import { insertAccount, isSuspended } from './sql.ts';
import { useLink } from './sign-in-link.ts';

/** `createdAt` is ISO 8601, as the accounts library stores times. */
export type StoredUser = NewUser & { createdAt: string; sellerId: string };

/** Stores a person; see `UserStore`. */
export function* insertUser(
  dialect: Dialect,
  { user, invitation }: { user: StoredUser; invitation: Uint8Array | undefined },
): Operation<InsertedUser> {
  const { db } = dialect;
  const { ids, name, email, passwordHash, createdAt, sellerId } = user;
  if (invitation) {
    const invited = yield* useLink(dialect, { hash: invitation, kind: 'invite', email });
    if (invited === undefined) return 'invalid-link';
  }
  const times = { createdAt, updatedAt: createdAt };
  const added = yield* execute(
    db
      .insertInto('user')
      .values({ id: ids.user, name, email: canonicalEmail(email), image: null, ...times })
      .onConflict((conflict) => conflict.column('email').doNothing()),
  );
  if (added === 0) return 'email-taken';
  yield* execute(
    db.insertInto('auth_credential').values({
      id: ids.credential,
      accountId: ids.user,
      providerId: 'credential',
      userId: ids.user,
      password: passwordHash,
      ...times,
    }),
  );
  yield* insertAccount(dialect, { ids, name, sellerId });
  return 'inserted';
}

const membership = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('account_member')
    .select('account_id')
    .select(isSuspended('account_member.account_id').as('suspended'))
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .limit(1),
);

export const findMembership = (dialect: Dialect, userId: string) =>
  membership(dialect, { userId }).as(([row]): Membership | undefined =>
    row ? { accountId: row.account_id, suspended: row.suspended > 0 } : undefined,
  );

export const findUserId = ({ db }: Dialect, email: string) =>
  first(db.selectFrom('user').select('id').where('email', '=', canonicalEmail(email))).as(
    (row) => row?.id,
  );

/** For a restored backup; logins whose key was handed over stay, because their unused keys are revoked. */
export function* endSignIns({ db }: Dialect): Operation<EndedSignIns> {
  const sessions = yield* execute(db.deleteFrom('session'));
  const links = yield* execute(db.deleteFrom('sign_in_link'));
  const deviceLogins = yield* execute(
    db.deleteFrom('device_login').where('state', 'in', ['pending', 'approved']),
  );
  return { sessions, links, deviceLogins };
}

/** People by the age of their account, newest first. */
export const listPeople = ({ db }: Dialect, limit: number): SingleStatement<Person[]> =>
  all(
    db
      .selectFrom('account')
      .innerJoin('account_member', 'account_member.account_id', 'account.id')
      .innerJoin('user', 'user.id', 'account_member.user_id')
      .select(['account.id as accountId', 'user.email', 'account.suspended_at as suspendedAtMs'])
      .orderBy('account.id', 'desc')
      .limit(limit),
  ).as((rows) => rows);

/** `before` is ISO 8601, as the accounts library stores times. */
export const pruneSessions = (
  { db }: Dialect,
  { before, limit }: { before: string; limit: number },
): SingleStatement<number> =>
  execute(
    db
      .deleteFrom('session')
      .where('id', 'in', (expired) =>
        expired.selectFrom('session').select('id').where('expiresAt', '<', before).limit(limit),
      ),
  );
