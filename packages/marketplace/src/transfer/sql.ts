import type { ListingContent } from '@mkt/protocol';
import { type RawBuilder, sql } from 'kysely';
import { searchColumn } from '../catalogue/sql-match.ts';
import { rememberSpelling } from '../catalogue/sql-spelling.ts';
import { continueLog } from '../database/log-numbers.ts';
import {
  all,
  type Dialect,
  executeSql,
  isOneOf,
  type Operation,
  type SingleStatement,
  type Statement,
} from '../database/operation.ts';
import { addAllEntries } from '../orders/sql-entries.ts';
import { interruptOpenOrders } from '../orders/sql-settle.ts';
import { importStoredBytes } from '../orders/sql-stored-bytes.ts';
import { type Members, type Noun, NOUNS, type Part, type Selection } from './nouns.ts';
import type { PartRows, Row, TableRows } from './records.ts';

function isOwned(ownership: Selection['where'], accountId: string): RawBuilder<boolean> {
  if (typeof ownership === 'string') return sql<boolean>`${sql.ref(ownership)} = ${accountId}`;
  const { table, select, where } = ownership.in;
  return sql<boolean>`${sql.ref(ownership.column)} IN (
    SELECT ${sql.ref(select)} FROM ${sql.table(table)} WHERE ${isOwned(where, accountId)})`;
}

const beginsWith = ({ column, prefix }: { column: string; prefix: string }) =>
  sql<boolean>`${sql.ref(column)} LIKE ${`${prefix}%`}`;

/** Where a page begins: after the row with these values of the columns that set the order. */
type Position = readonly unknown[];

interface PageRequest {
  noun: Noun;
  /** Null for an export of everything. */
  accountId: string | null;
  after: Position | undefined;
  maxRows: number;
  maxBytes: number;
}

interface Page {
  rows: { row: Row; parts: PartRows }[];
  /** Undefined at the end. */
  next: Position | undefined;
}

const orderOf = ({ order, key }: Noun) => order ?? key;

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

function isChosen({ noun, accountId, after }: PageRequest): RawBuilder<boolean> {
  const { only, except, ofAccount } = noun;
  const conditions = [sql<boolean>`TRUE`];
  if (accountId !== null && ofAccount !== undefined) conditions.push(isOwned(ofAccount, accountId));
  if (accountId === null && only) conditions.push(beginsWith(only));
  if (except) conditions.push(sql<boolean>`${sql.ref(except.column)} <> ${except.value}`);
  if (after) conditions.push(sql<boolean>`(${refs(orderOf(noun))}) > (${sql.join(after)})`);
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

const columnsOf = (members: Members) => Object.values(members).map(({ column }) => column);

const longColumns = ({ members }: Noun) =>
  columnsOf(Object.fromEntries(Object.entries(members).filter(([, { isLong }]) => isLong)));

/** How many of the next rows fit, read without their long texts. */
function* fittingRows({ db }: Dialect, request: PageRequest): Operation<number> {
  const { noun, maxRows, maxBytes } = request;
  const long = longColumns(noun);
  if (long.length === 0) return maxRows;
  const sizes = long.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  const query = sql<{ bytes: number }>`
    SELECT ${sql.join(sizes, sql` + `)} AS bytes FROM ${sql.table(noun.table)}
    WHERE ${isChosen(request)} ORDER BY ${refs(orderOf(noun))} LIMIT ${maxRows}`;
  const rows = yield* all<{ bytes: number }>({ compile: () => query.compile(db) });
  let sum = 0;
  const over = rows.findIndex(({ bytes }) => (sum += bytes) > maxBytes);
  return over === -1 ? maxRows : Math.max(1, over);
}

function partsOf(dialect: Dialect, part: Part, keys: readonly string[]): SingleStatement<Row[]> {
  const query = sql<Row>`
    SELECT ${refs([...new Set([part.key, ...columnsOf(part.members)])])} FROM ${sql.table(part.table)}
    WHERE ${isOneOf(dialect, part.key, keys)}`;
  return all({ compile: () => query.compile(dialect.db) });
}

/** The next rows of a noun, with those of its parts. */
export function* readPage(dialect: Dialect, request: PageRequest): Operation<Page> {
  const { noun } = request;
  const limit = yield* fittingRows(dialect, request);
  const order = orderOf(noun);
  const columns = [...new Set([...order, ...noun.key, ...columnsOf(noun.members)])];
  const query = sql<Row>`
    SELECT ${refs(columns)} FROM ${sql.table(noun.table)}
    WHERE ${isChosen(request)} ORDER BY ${refs(order)} LIMIT ${limit}`;
  const rows = yield* all<Row>({ compile: () => query.compile(dialect.db) });
  const id = noun.key[0] ?? '';
  const found = new Map<string, Map<unknown, Row[]>>();
  for (const [name, part] of Object.entries(noun.parts)) {
    const ids = rows.map((row) => String(row[id]));
    found.set(
      name,
      Map.groupBy(yield* partsOf(dialect, part, ids), (row) => row[part.key]),
    );
  }
  const last = rows.at(-1);
  return {
    rows: rows.map((row) => ({
      row,
      parts: Object.fromEntries([...found].map(([name, byId]) => [name, byId.get(row[id]) ?? []])),
    })),
    next: last && order.map((column) => last[column]),
  };
}

const TABLES = [
  ...new Set(
    Object.values(NOUNS).flatMap(({ table, parts }) => [
      table,
      ...Object.values(parts).map((part) => part.table),
    ]),
  ),
].filter((table) => table !== 'installation');

/**
 * The first table that has a row; the random keys of an installation that was never used do not count.
 */
export function* findFilled({ db, name }: Dialect): Operation<string | undefined> {
  // Two imports at the same time: the second one waits, and then finds what the first has stored.
  if (name === 'postgres') yield sql`LOCK TABLE account IN EXCLUSIVE MODE`.compile(db);
  for (const table of TABLES) {
    const query = sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`;
    if ((yield query.compile(db)).rows.length > 0) return table;
  }
  return undefined;
}

/** SQLite has no booleans; it prepares one statement for each table, so a row is a statement. */
function insertsOf({ name, db }: Dialect, { table, rows }: TableRows): Statement[] {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first);
  const tuple = (row: Row) => sql`(${sql.join(columns.map((column) => row[column]))})`;
  const insert = (chunk: readonly Row[]) =>
    sql`INSERT INTO ${sql.table(table)} (${refs(columns)}) VALUES ${sql.join(chunk.map(tuple))}`;
  if (name === 'postgres') return [insert(rows).compile(db)];
  const { sql: text } = insert([first]).compile(db);
  return rows.map((row) => ({
    sql: text,
    parameters: columns.map((column) => {
      const value = row[column];
      return typeof value === 'boolean' ? Number(value) : value;
    }),
  }));
}

/** Rows of the same table together. */
function merged(all: readonly TableRows[]): TableRows[] {
  const byTable = Map.groupBy(all, ({ table }) => table);
  return [...byTable].map(([table, parts]) => ({ table, rows: parts.flatMap(({ rows }) => rows) }));
}

interface ListingRow extends Row {
  id: string;
  account_id: string;
  tags_json: string | null;
  price_micros: number;
  status: string;
}

const searchedContent = (row: ListingRow) =>
  ({
    title: row['title'],
    description: row['description'],
    category: row['category'],
    tags: row.tags_json === null ? null : (JSON.parse(row.tags_json) as string[]),
    price: { amountMicros: row.price_micros },
  }) as Pick<ListingContent, 'title' | 'description' | 'category' | 'tags'> & {
    price: { amountMicros: number };
  };

/**
 * Stores listings as drafts with what is derived from them, and then gives them their status: triggers
 * add what is published to the search.
 */
function* insertListings(dialect: Dialect, all: readonly TableRows[]): Operation<void> {
  const listings = merged(all).find(({ table }) => table === 'listing')?.rows as ListingRow[];
  const tagged: Row[] = [];
  const rows = listings.map((row) => {
    const content = searchedContent(row);
    for (const tag of new Set(content.tags)) tagged.push({ listing_id: row.id, tag });
    return { ...row, status: 'draft', search_document: searchColumn(dialect, content) };
  });
  const others = merged(all).filter(({ table }) => table !== 'listing');
  for (const each of [
    { table: 'listing', rows },
    { table: 'listing_tag', rows: tagged },
    ...others,
  ]) {
    for (const statement of insertsOf(dialect, each as TableRows)) yield statement;
  }
  for (const row of listings) {
    if (row.status === 'draft') continue;
    yield* executeSql(
      dialect.db,
      sql`UPDATE listing SET status = ${row.status} WHERE id = ${row.id}`,
    );
    if (row.status !== 'published') continue;
    const content = searchedContent(row) as ListingContent;
    yield* rememberSpelling(dialect, { content, accountId: row.account_id });
  }
}

/** Stores rows of one noun. */
export function* insertRows(dialect: Dialect, all: readonly TableRows[]): Operation<void> {
  if (all.some(({ table }) => table === 'listing')) return yield* insertListings(dialect, all);
  for (const each of merged(all)) {
    for (const statement of insertsOf(dialect, each)) yield statement;
  }
  return undefined;
}

/** Replaces the random keys of an installation that was never used. */
export function* clearSettings({ db }: Dialect): Operation<void> {
  const only = NOUNS['setting']?.only;
  if (only) yield* executeSql(db, sql`DELETE FROM installation WHERE ${beginsWith(only)}`);
}

/** For keys whose parent has a larger id, because the clock went back between the two. */
export function* setParents(
  { db }: Dialect,
  parents: readonly { id: string; parentId: string }[],
): Operation<void> {
  for (const { id, parentId } of parents) {
    yield* executeSql(db, sql`UPDATE api_key SET parent_id = ${parentId} WHERE id = ${id}`);
  }
}

/**
 * Settles the orders that were open, whose calls may have happened, and returns their number. Postgres
 * would otherwise plan the first lists as if the tables were empty.
 */
export function* settleOpen(dialect: Dialect): Operation<number> {
  if (dialect.name === 'postgres') yield* continueLog(dialect);
  const settled = yield* interruptOpenOrders(dialect);
  yield* addAllEntries(dialect);
  yield* importStoredBytes(dialect);
  if (dialect.name === 'sqlite') return settled;
  yield sql`ANALYZE ${sql.join([...TABLES, 'order_entry'].map((table) => sql.table(table)))}`.compile(
    dialect.db,
  );
  return settled;
}
