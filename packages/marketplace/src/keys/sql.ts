import type { KeyScope } from '@mkt/protocol';
import { sql } from 'kysely';
import { isSuspended, lockAccount, lockOpenAccount } from '../accounts/sql.ts';
import type { BatchedOperation } from '../database/engine.ts';
import {
  all,
  type Dialect,
  execute,
  first,
  now,
  type Operation,
  prepared,
  type SingleStatement,
} from '../database/operation.ts';
import type { ApiKeyTable, Flag } from '../database/tables.ts';
import { pageItemsOf, type PageItems, type BoundedPageRequest } from '../market/page.ts';
import { createBoundedMap } from '../structures/collections.ts';
import { isSameBudget, remainingOf } from './budget.ts';
import {
  type ApiKey,
  type ApiKeyChange,
  type FoundKey,
  heldScopes,
  type NewApiKey,
} from './key.ts';
import { appliedTo, budgetsOf, ownBudget, saveBudget, spentOf, toBudget } from './sql-budget.ts';
import type { ApiKeyStore } from './store.ts';

/** There are few distinct sets of scopes, and every request needs one. */
const parsedScopes = createBoundedMap<Record<'stored' | 'held', readonly KeyScope[]>>({
  max: 1_000,
});

const scopesOf = (json: string) =>
  parsedScopes.getOrCompute(json, () => {
    const stored = JSON.parse(json) as KeyScope[];
    return { stored, held: heldScopes(stored) };
  });

function toApiKey(
  row: ApiKeyTable,
  { budget, remaining }: Pick<ApiKey, 'budget' | 'remaining'>,
): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    scopes: scopesOf(row.scopes_json).stored,
    prefix: row.prefix,
    lastFour: row.last_four,
    createdAtMs: row.created_at,
    lastUsedAtMs: row.last_used_at,
    expiresAtMs: row.expires_at,
    parentId: row.parent_id,
    origin: row.origin,
    budget,
    remaining,
  };
}

/** The keys with their own budgets, and what is left of those. */
function* withBudgets(dialect: Dialect, keys: readonly ApiKeyTable[]): Operation<ApiKey[]> {
  const budgeted = keys.filter((key) => key.is_budgeted === 1).map(({ id }) => id);
  const rows = budgeted.length > 0 ? yield* budgetsOf(dialect, budgeted) : [];
  const nowMs = rows[0]?.now ?? 0;
  const budgets = new Map(rows.map((row) => [row.key_id, toBudget(row)]));
  const spent = yield* spentOf(dialect, appliedTo(budgeted, budgets), nowMs);
  return keys.map((key) => {
    const budget = budgets.get(key.id) ?? null;
    const remaining = budget && remainingOf(budget, spent.get(key.id) ?? 0, nowMs);
    return toApiKey(key, { budget, remaining });
  });
}

const COLUMNS = ['id', 'account_id', 'scopes_json', 'expires_at', 'last_used_at'] as const;

const unrevokedKeys = (db: Dialect['db']) =>
  db
    .selectFrom('api_key')
    .select(COLUMNS)
    .select(isSuspended('api_key.account_id').as('suspended'))
    .where('revoked_at', 'is', null);

const byHash = prepared((db, { hash }: { hash: Uint8Array }) =>
  unrevokedKeys(db).where('hash', '=', hash),
);

const byHashes = prepared((db, { hashes }: { hashes: readonly Uint8Array[] }) =>
  unrevokedKeys(db)
    .select('hash')
    .where(sql<boolean>`hash = ANY(${hashes})`),
);

type FoundRow = Pick<ApiKeyTable, (typeof COLUMNS)[number]> & { suspended: number };

const toFoundKey = (row: FoundRow): FoundKey => ({
  accountId: row.account_id,
  actor: { kind: 'key', keyId: row.id },
  suspended: row.suspended > 0,
  scopes: scopesOf(row.scopes_json).held,
  expiresAtMs: row.expires_at,
  lastUsedAtMs: row.last_used_at,
});

const firstKey = ([row]: readonly FoundRow[]) => row && toFoundKey(row);

/** A hash as a string, one character for each byte: cheaper than base 64. */
const nameOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

export const findKeyByHash: BatchedOperation<Uint8Array, FoundKey | undefined> = {
  kind: 'lookup',
  cache: { key: nameOf, rowIds: ({ actor, accountId }) => [actor.keyId, accountId] },
  one: (dialect, hash) => byHash(dialect, { hash }).as(firstKey),
  many(dialect, hashes) {
    const byName = new Map(hashes.map((hash) => [nameOf(hash), hash]));
    return byHashes(dialect, { hashes: [...byName.values()] }).as((rows) => {
      const found = new Map(rows.map((row) => [nameOf(row.hash), toFoundKey(row)]));
      return hashes.map((hash) => found.get(nameOf(hash)));
    });
  },
};

export function* listKeys(
  dialect: Dialect,
  { accountId, page }: { accountId: string | undefined; page: BoundedPageRequest },
): Operation<PageItems<ApiKey>> {
  let query = dialect.db
    .selectFrom('api_key')
    .selectAll()
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (page.after) query = query.where('id', '<', page.after.id);
  const rows = yield* all(query);
  const { items, more } = pageItemsOf(rows, page, (row) => Buffer.byteLength(row.name));
  return { items: yield* withBudgets(dialect, items), more };
}

type InsertKey = { key: NewApiKey; maxActive: number | undefined };
type Inserted = Awaited<ReturnType<ApiKeyStore['insert']>>;

const keyBy = (db: Dialect['db'], column: 'hash' | 'id', value: Uint8Array | string) =>
  db.selectFrom('api_key').selectAll().where(column, '=', value);

/**
 * How many keys of the account are neither revoked nor expired. When as many keys have expired as the
 * account may have, this revokes them, because short-lived keys would otherwise slow down every count.
 */
export function* countActive(
  { db }: Dialect,
  { accountId, max }: { accountId: string; max: number },
): Operation<number> {
  const counted = yield* first(
    db
      .selectFrom('api_key')
      .select((select) => [
        select.fn.countAll<number>().as('all'),
        sql<number>`count(CASE WHEN expires_at <= mkt_now() THEN 1 END)`.as('expired'),
      ])
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null),
  );
  const expired = counted?.expired ?? 0;
  if (expired >= max && expired > 0) {
    yield* execute(
      db
        .updateTable('api_key')
        .set({ revoked_at: now })
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '<=', now),
    );
  }
  return (counted?.all ?? 0) - expired;
}

export function* findKey(dialect: Dialect, id: string): Operation<ApiKey | undefined> {
  const row = yield* first(keyBy(dialect.db, 'id', id));
  const [key] = row ? yield* withBudgets(dialect, [row]) : [];
  return key;
}

function* storedKey(dialect: Dialect, id: string): Operation<ApiKey> {
  const key = yield* findKey(dialect, id);
  if (!key) throw new Error('The API key was not stored.');
  return key;
}

export function* insertKey(dialect: Dialect, { key, maxActive }: InsertKey): Operation<Inserted> {
  const { db } = dialect;
  yield* lockOpenAccount(dialect, key.accountId);
  const stored = yield* first(keyBy(db, 'hash', key.hash));
  if (stored) return { kind: 'inserted', apiKey: yield* storedKey(dialect, stored.id) };
  let isBudgeted: Flag = 0;
  if (key.parentId !== null) {
    const parent = yield* first(keyBy(db, 'id', key.parentId));
    isBudgeted = parent?.is_budgeted ?? 0;
    if (!parent || parent.revoked_at !== null) return { kind: 'parent-revoked' };
  }
  if (maxActive !== undefined) {
    const active = yield* countActive(dialect, { accountId: key.accountId, max: maxActive });
    if (active >= maxActive) return { kind: 'too-many' };
  }
  yield* execute(
    db.insertInto('api_key').values({
      id: key.id,
      account_id: key.accountId,
      parent_id: key.parentId,
      origin: key.origin,
      is_budgeted: isBudgeted,
      hash: key.hash,
      name: key.name,
      scopes_json: JSON.stringify(key.scopes),
      prefix: key.prefix,
      last_four: key.lastFour,
      created_at: now,
      last_used_at: null,
      expires_at: key.expiresAtMs,
      revoked_at: null,
    }),
  );
  if (key.budget) yield* saveBudget(dialect, key.id, key.budget);
  return { kind: 'inserted', apiKey: yield* storedKey(dialect, key.id) };
}

/** Compares before it writes, so that of two changes to a budget neither undoes the other. */
export function* updateKey(
  dialect: Dialect,
  { id, accountId, name, budget }: ApiKeyChange,
): Operation<ApiKey | 'conflict' | 'not-found'> {
  const { db } = dialect;
  yield* lockOpenAccount(dialect, accountId);
  const row = yield* first(keyBy(db, 'id', id));
  if (!row || row.account_id !== accountId || row.revoked_at !== null) return 'not-found';
  if (budget) {
    const stored = yield* ownBudget(dialect, id);
    if (!isSameBudget(stored, budget.from)) return 'conflict';
    yield* saveBudget(dialect, id, budget.to);
  }
  if (name !== undefined)
    yield* execute(db.updateTable('api_key').set({ name }).where('id', '=', id));
  return yield* storedKey(dialect, id);
}

/** Revokes a key and all keys created with it: a leaked key must not survive in its descendants. */
export function* revokeKeys(
  dialect: Dialect,
  { id, accountId }: { id: string; accountId: string | undefined },
): Operation<{ accountId: string; ids: string[] }> {
  const { db } = dialect;
  const root = yield* first(keyBy(db, 'id', id));
  // Its descendants were revoked with it.
  if (!root || root.revoked_at !== null) return { accountId: '', ids: [] };
  const owner = root.account_id;
  if (accountId !== undefined && owner !== accountId) return { accountId: owner, ids: [] };
  yield* lockAccount(dialect, owner);
  const rows = yield* all(
    db
      .withRecursive('descendant(id)', (recursive) =>
        recursive
          .selectFrom('api_key')
          .select('id')
          .where('id', '=', id)
          .union(
            recursive
              .selectFrom('api_key')
              .innerJoin('descendant', 'descendant.id', 'api_key.parent_id')
              .select('api_key.id')
              .where('api_key.revoked_at', 'is', null),
          ),
      )
      .updateTable('api_key')
      .set({ revoked_at: now })
      .where('revoked_at', 'is', null)
      .where('id', 'in', (inner) => inner.selectFrom('descendant').select('id'))
      .returning('id'),
  );
  const ids = rows.map((row) => row.id);
  // The key itself comes first, then those that go with it.
  return { accountId: owner, ids: [id, ...ids.filter((each) => each !== id)] };
}

export const touchKey = ({ db }: Dialect, id: string): SingleStatement<void> =>
  execute(db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id)).as(
    () => undefined,
  );
