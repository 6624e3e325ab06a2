import { sql } from 'kysely';
import {
  all,
  type Dialect,
  execute,
  first,
  isOneOf,
  now,
  type Operation,
  prepared,
  readIsoClock,
  type SingleStatement,
} from '../database/operation.ts';
import type { LinkKind } from '../database/tables.ts';
import {
  canonicalEmail,
  type EndedSignIns,
  type InsertedUser,
  type Membership,
  type NewUser,
  type PasswordReset,
  type Person,
  type SignInLink,
  type UpdatedUser,
  type UserChange,
} from './people.ts';
import { insertAccount, isSuspended, lockAccount } from './sql.ts';

type StoredUser = NewUser & { sellerId: string };

/** Stores a person; see `UserStore`. */
export function* insertUser(
  dialect: Dialect,
  { user, invitation }: { user: StoredUser; invitation: Uint8Array | undefined },
): Operation<InsertedUser> {
  const { db } = dialect;
  const { ids, name, email, passwordHash, sellerId } = user;
  if (invitation) {
    const invited = yield* useLink(dialect, { hash: invitation, kind: 'invite', email });
    if (invited === undefined) return 'invalid-link';
  }
  const createdAt = yield* readIsoClock(dialect);
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

/**
 * Ends every sign-in after a backup was restored. Logins whose key was handed over stay, because `prune`
 * revokes keys that are not used.
 */
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

/** The email addresses of the members of accounts, by account. */
export const emailsOf = (
  dialect: Dialect,
  accountIds: readonly string[],
): SingleStatement<Map<string, string[]>> =>
  all(
    dialect.db
      .selectFrom('account_member')
      .innerJoin('user', 'user.id', 'account_member.user_id')
      .select(['account_member.account_id as accountId', 'user.email'])
      .where(isOneOf(dialect, 'account_member.account_id', accountIds))
      .orderBy('user.email'),
  ).as((rows) => {
    const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
    return new Map([...byAccount].map(([id, members]) => [id, members.map(({ email }) => email)]));
  });

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

export function* insertLink(
  { db }: Dialect,
  { link, lifetimeMs }: { link: SignInLink; lifetimeMs: number },
): Operation<{ accountId: string | null } | 'known' | 'unknown'> {
  const email = canonicalEmail(link.email);
  const user = yield* first(
    db
      .selectFrom('user')
      .leftJoin('account_member', 'account_member.user_id', 'user.id')
      .select('account_member.account_id as accountId')
      .where('user.email', '=', email),
  );
  if (link.kind === 'invite' && user) return 'known';
  if (link.kind === 'reset' && !user) return 'unknown';
  yield* execute(
    db
      .deleteFrom('sign_in_link')
      .where(({ or, and, eb }) =>
        or([
          and([eb('email', '=', email), eb('kind', '=', link.kind)]),
          eb('expires_at', '<=', now),
        ]),
      ),
  );
  const expiresAt = sql<number>`mkt_now() + ${sql.lit(lifetimeMs)}`;
  yield* execute(
    db
      .insertInto('sign_in_link')
      .values({ hash: link.hash, kind: link.kind, email, expires_at: expiresAt }),
  );
  return { accountId: user?.accountId ?? null };
}

interface LinkRef {
  hash: Uint8Array;
  kind: LinkKind;
}

export const hasLink = ({ db }: Dialect, { hash, kind }: LinkRef) =>
  all(
    db
      .selectFrom('sign_in_link')
      .select('kind')
      .where('hash', '=', hash)
      .where('kind', '=', kind)
      .where('expires_at', '>', now),
  ).as((rows) => rows.length > 0);

const isInvited = ({ db }: Dialect, email: string): SingleStatement<boolean> =>
  first(
    db
      .selectFrom('sign_in_link')
      .select('kind')
      .where('email', '=', email)
      .where('kind', '=', 'invite')
      .where('expires_at', '>', now)
      .limit(1),
  ).as((row) => row !== undefined);

/**
 * Deletes the link, and returns the email address that it was for if it could still be used. With
 * `email`, only a link for that address: a typo does not use it up.
 */
function* useLink(
  { db }: Dialect,
  { hash, kind, email }: LinkRef & { email?: string },
): Operation<string | undefined> {
  let link = db
    .deleteFrom('sign_in_link')
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now);
  if (email !== undefined) link = link.where('email', '=', canonicalEmail(email));
  const row = yield* first(link.returning('email'));
  return row?.email;
}

export function* resetPassword(
  dialect: Dialect,
  { link, passwordHash, credentialId }: PasswordReset,
): Operation<string | undefined> {
  const { db } = dialect;
  const email = yield* useLink(dialect, { hash: link, kind: 'reset' });
  if (email === undefined) return undefined;
  let query = db.selectFrom('user').select('id').where('email', '=', email);
  // Otherwise the account could be closed before the password is stored.
  if (dialect.name === 'postgres') query = query.forUpdate();
  const user = yield* first(query);
  if (!user) return undefined;
  const at = yield* readIsoClock(dialect);
  const changed = yield* execute(
    db
      .updateTable('auth_credential')
      .set({ password: passwordHash, updatedAt: at })
      .where('userId', '=', user.id)
      .where('providerId', '=', 'credential'),
  );
  if (changed === 0) {
    yield* execute(
      db.insertInto('auth_credential').values({
        id: credentialId,
        accountId: user.id,
        providerId: 'credential',
        userId: user.id,
        password: passwordHash,
        createdAt: at,
        updatedAt: at,
      }),
    );
  }
  yield* execute(db.deleteFrom('session').where('userId', '=', user.id));
  return user.id;
}

/**
 * Changes the name and the address of a person. The address of an invitation is reserved for whoever was
 * invited. Links for the old address are deleted: one could otherwise set the password of the next account
 * that uses that address.
 */
export function* updateUser(
  dialect: Dialect,
  { userId, name, email }: UserChange,
): Operation<UpdatedUser> {
  const { db } = dialect;
  const member = yield* findMembership(dialect, userId);
  if (member) yield* lockAccount(dialect, member.accountId);
  const before = yield* first(
    db
      .selectFrom('user')
      .leftJoin('account_member', 'account_member.user_id', 'user.id')
      .select(['user.name', 'user.email', 'account_member.account_id as accountId'])
      .select(isSuspended('account_member.account_id').as('suspended'))
      .where('user.id', '=', userId)
      .orderBy('account_member.account_id'),
  );
  if (before && before.suspended > 0) return 'suspended';
  if (!before) return 'closed';
  if (before.name === name && before.email === email) return 'unchanged';
  const updatedAt = yield* readIsoClock(dialect);
  if (before.email !== email) {
    if (yield* isInvited(dialect, email)) return 'email-invited';
    // Waits for another transaction that takes the address at the same time; an update would fail.
    const id = `${userId} address`;
    const reserved = yield* execute(
      db
        .insertInto('user')
        .values({ id, name, email, image: null, createdAt: updatedAt, updatedAt })
        .onConflict((conflict) => conflict.column('email').doNothing()),
    );
    if (reserved === 0) return 'email-taken';
    yield* execute(db.deleteFrom('user').where('id', '=', id));
    yield* execute(db.deleteFrom('sign_in_link').where('email', '=', before.email));
  }
  yield* execute(db.updateTable('user').set({ name, email, updatedAt }).where('id', '=', userId));
  return { accountId: before.accountId, before: before.email };
}

export const pruneLinks = ({ db }: Dialect, limit: number): SingleStatement<number> =>
  execute(
    db
      .deleteFrom('sign_in_link')
      .where('hash', 'in', (expired) =>
        expired
          .selectFrom('sign_in_link')
          .select('hash')
          .where('expires_at', '<=', now)
          .limit(limit),
      ),
  );
