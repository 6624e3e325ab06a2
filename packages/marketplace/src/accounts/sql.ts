import { sql } from 'kysely';
import {
  all,
  type Dialect,
  execute,
  first,
  isOneOf,
  type Lookup,
  notCancelled,
  now,
  type Operation,
  prepared,
  readIsoClock,
  type SingleStatement,
} from '../database/operation.ts';
import type { AccountTable, ProfileTable } from '../database/tables.ts';
import type { ListedListing } from '../listings/listing.ts';
import { readListed } from '../listings/sql-rows.ts';
import { accountClosed } from '../keys/key.ts';
import { isUuid } from '../market/ids.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import type { ProfileTexts } from '../market/profile-texts.ts';
import { type Account, type Actors, defaultName, type Profile } from './account.ts';
import { canonicalEmail } from './people.ts';

interface Person {
  ids: { account: string; user: string };
  email: string;
  name: string;
  /** The id of the account's profile, if the account is created. */
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
  { ids, email, name, sellerId }: Person,
): Operation<{ accountId: string }> {
  const { db } = dialect;
  const createdAt = yield* readIsoClock(dialect);
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

/** How many people an account has, as a column of a query of accounts: none once it is closed. */
const PEOPLE = sql<number>`(SELECT count(*) FROM account_member
  WHERE account_member.account_id = account.id)`;

const toAccount = (row: AccountTable & { people: number }): Account => ({
  id: row.id,
  name: row.name,
  createdAtMs: row.created_at,
  suspendedAtMs: row.suspended_at,
  isClosed: row.people === 0,
});

export function* findAccount(dialect: Dialect, ref: string): Operation<Account | undefined> {
  const id = isUuid(ref) ? ref.toLowerCase() : yield* accountOf(dialect, ref);
  if (id === undefined) return undefined;
  const row = yield* first(
    dialect.db.selectFrom('account').selectAll().select(PEOPLE.as('people')).where('id', '=', id),
  );
  return row && toAccount(row);
}

export function* resumeAccount(dialect: Dialect, id: string): Operation<Account | undefined> {
  yield* execute(
    dialect.db
      .updateTable('account')
      .set({ suspended_at: null, suspension_reason: null })
      .where('id', '=', id)
      // A closed account stays as it is.
      .where(PEOPLE, '>', 0),
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

/**
 * The same for a transaction that gives the account something, which a closed account must not get. A
 * request may have been authenticated just before it was closed.
 */
export function* lockOpenAccount(dialect: Dialect, id: string): Operation<void> {
  yield* lockAccount(dialect, id);
  const person = yield* first(
    dialect.db.selectFrom('account_member').select('user_id').where('account_id', '=', id).limit(1),
  );
  if (!person) throw accountClosed();
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

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/**
 * Which keys and sessions may still act. `nowIso` is ISO 8601, the form in which sessions store times.
 */
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

const COLUMNS = [
  'seller_id',
  'profile.name',
  'website',
  'contact',
  'terms_url',
  'documentation_url',
] as const;

type ProfileRow = Omit<ProfileTable, 'account_id'>;

const toProfile = (row: ProfileRow): Profile => ({
  sellerId: row.seller_id,
  name: row.name,
  website: row.website,
  contact: row.contact,
  termsUrl: row.terms_url,
  documentationUrl: row.documentation_url,
});

export function* findProfile({ db }: Dialect, accountId: string): Operation<Profile> {
  const row = yield* first(
    db.selectFrom('profile').select(COLUMNS).where('account_id', '=', accountId),
  );
  if (!row) throw new Error(`Account ${accountId} has no profile.`);
  return toProfile(row);
}

export function* replaceProfile(
  dialect: Dialect,
  { accountId, texts }: { accountId: string; texts: ProfileTexts },
): Operation<Profile> {
  const { name, website, contact, termsUrl, documentationUrl } = texts;
  const links = { terms_url: termsUrl, documentation_url: documentationUrl };
  yield* lockOpenAccount(dialect, accountId);
  yield* execute(
    dialect.db
      .updateTable('profile')
      .set({ name, website, contact, ...links })
      .where('account_id', '=', accountId),
  );
  return yield* findProfile(dialect, accountId);
}

/** A seller with a page of its published listings. */
export function* readSeller(
  dialect: Dialect,
  { sellerId, page }: { sellerId: string; page: BoundedPageRequest },
): Operation<{ profile: Profile; listings: PageItems<ListedListing> } | undefined> {
  const { db } = dialect;
  const row = yield* first(
    db
      .selectFrom('profile')
      .select([...COLUMNS, 'account_id', isSuspended('profile.account_id').as('suspended')])
      .where('seller_id', '=', sellerId),
  );
  if (!row || row.suspended > 0) return undefined;
  let query = db
    .selectFrom('listing')
    .select('id')
    .where(notCancelled(dialect, 'listing.row_number'))
    .where('account_id', '=', row.account_id)
    .where('status', '=', 'published')
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.after) query = query.where('id', '<', page.after.id);
  const ids = (yield* all(query)).map(({ id }) => id);
  const listings = yield* readListed(dialect, ids, { ...page, includeContract: false });
  return { profile: toProfile(row), listings };
}
