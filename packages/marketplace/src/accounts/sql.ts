import { sql } from 'kysely';
import type { Account } from './account-domain-account.ts';
import { defaultName } from './profile.ts';
import { canonicalEmail } from './user.ts';
import type { AccountTable } from '../database/tables.ts';
import { now } from '../database/now.ts';
import {
  execute,
  first,
  prepared,
  type Dialect,
  type Lookup,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import { isUuid } from '../market/ids.ts';

interface Person {
  ids: { account: string; user: string };
  email: string;
  name: string;
  /** ISO 8601. */
  createdAt: string;
  /** Of the profile of the account, if it is created. */
  sellerId: string;
}

function* accountOf({ db }: Dialect, email: string): Operation<string | undefined> {
  const row = yield* first(
    db
      .selectFrom('user')
      .innerJoin('account_member', 'account_member.user_id', 'user.id')
      .select('account_member.account_id')
      .where('user.email', '=', canonicalEmail(email))
      .orderBy('account_member.account_id'),
  );
  return row?.account_id;
}

export function* ensureAccount(
  dialect: Dialect,
  { ids, email, name, createdAt, sellerId }: Person,
): Operation<{ accountId: string }> {
  const { db } = dialect;
  const added = yield* execute(
    db
      .insertInto('user')
      .values({
        id: ids.user,
        name,
        email: canonicalEmail(email),
        image: null,
        createdAt,
        updatedAt: createdAt,
      })
      .onConflict((conflict) => conflict.column('email').doNothing()),
  );
  if (added === 1) {
    yield* insertAccount(dialect, { ids, name, sellerId });
    return { accountId: ids.account };
  }
  const accountId = yield* accountOf(dialect, email);
  if (accountId === undefined) throw new Error('The person has no account.');
  return { accountId };
}

/** Inserts the account of a person who was just stored, with its profile. */
export function* insertAccount(
  { db }: Dialect,
  { ids, name, sellerId }: Pick<Person, 'ids' | 'name' | 'sellerId'>,
): Operation<void> {
  const { account: accountId, user: userId } = ids;
  yield* execute(
    db.insertInto('account').values({
      id: accountId,
      name,
      created_at: now,
      suspended_at: null,
      suspension_reason: null,
    }),
  );
  yield* execute(
    db.insertInto('profile').values({
      account_id: accountId,
      seller_id: sellerId,
      name: defaultName(sellerId),
      website: null,
      contact: null,
      terms_url: null,
      documentation_url: null,
    }),
  );
  yield* execute(
    db
      .insertInto('account_member')
      .values({ account_id: accountId, user_id: userId, created_at: now }),
  );
}

const toAccount = (row: AccountTable): Account => ({
  id: row.id,
  name: row.name,
  createdAtMs: row.created_at,
  suspendedAtMs: row.suspended_at,
});

export function* findAccount(dialect: Dialect, ref: string): Operation<Account | undefined> {
  const id = isUuid(ref) ? ref.toLowerCase() : yield* accountOf(dialect, ref);
  if (id === undefined) return undefined;
  const row = yield* first(dialect.db.selectFrom('account').selectAll().where('id', '=', id));
  return row && toAccount(row);
}

export function* resumeAccount(dialect: Dialect, id: string): Operation<Account | undefined> {
  yield* execute(
    dialect.db
      .updateTable('account')
      .set({ suspended_at: null, suspension_reason: null })
      .where('id', '=', id),
  );
  return yield* findAccount(dialect, id);
}

/** Whether an account is suspended, as a column of a query that names the account. */
export const isSuspended = (accountColumn: string) =>
  sql<number>`(SELECT count(*) FROM account
    WHERE account.id = ${sql.ref(accountColumn)} AND account.suspended_at IS NOT NULL)`;

export const suspendedById = prepared((db, { id }: { id: string }) =>
  db.selectFrom('account').select('id').where('id', '=', id).where('suspended_at', 'is not', null),
);

/** Whether an account is suspended; every order looks it up in the read cache. */
export const findSuspended: Lookup<string, boolean> = {
  one: (dialect, id) => suspendedById(dialect, { id }).as((rows) => rows.length > 0),
  cache: { key: (id) => id, rowIds: (_, id) => [id] },
};

/** Why an account is suspended, if it is. The account stays locked until the transaction ends. */
export function* suspensionOf(
  dialect: Dialect,
  id: string,
): Operation<{ reason: string } | undefined> {
  yield* lockAccount(dialect, id);
  const row = yield* first(
    dialect.db
      .selectFrom('account')
      .select('suspension_reason as reason')
      .where('id', '=', id)
      .where('suspended_at', 'is not', null),
  );
  return row && { reason: row.reason ?? '' };
}

/** Makes this transaction wait for others that count what the account has. */
export function* lockAccount({ db, name }: Dialect, id: string): Operation<void> {
  // SQLite has only one writer at a time.
  if (name === 'postgres') {
    yield* first(db.selectFrom('account').select('id').where('id', '=', id).forUpdate());
  }
}

/** Stores a value of the installation unless there is one, and returns the stored one. */
export function* insertInstallationValue(
  { db }: Dialect,
  entry: { name: string; value: string },
): Operation<string> {
  yield* execute(
    db
      .insertInto('installation')
      .values(entry)
      .onConflict((conflict) => conflict.column('name').doNothing()),
  );
  const row = yield* first(
    db.selectFrom('installation').select('value').where('name', '=', entry.name),
  );
  return row?.value ?? entry.value;
}

export const findInstallationValue = (
  { db }: Dialect,
  name: string,
): SingleStatement<string | undefined> =>
  first(db.selectFrom('installation').select('value').where('name', '=', name)).as(
    (row) => row?.value,
  );

export const setInstallationValue = (
  { db }: Dialect,
  entry: { name: string; value: string },
): SingleStatement<number> =>
  execute(
    db
      .insertInto('installation')
      .values(entry)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: entry.value })),
  );

/** Whether the database can be read. */
export const ping = ({ db }: Dialect): SingleStatement<boolean> =>
  first(db.selectNoFrom(now.as('now'))).as((row) => row !== undefined);
