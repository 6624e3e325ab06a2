import { type RawBuilder, sql } from 'kysely';
import {
  all,
  type Dialect,
  executeSql,
  first,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import { IS_OPEN } from '../database/orders.ts';
import {
  advanceFollower,
  endOf,
  followerPosition,
  isAfter,
  logged,
  type SettledPosition,
} from './sql-log.ts';

const FOLLOWER = 'lists';

/** Whose lists an order is in: its buyer's, and those of its listing. */
const LISTS = ['buyer_id', 'listing_id'] as const;

/**
 * How many settled orders wait before they are added to the lists, and how many are added at once. Each
 * list reads those that wait: up to 2 ms on SQLite, and more on Postgres, which looks up the rows that
 * it finds. But the more there are, the more of them share a page that is written.
 */
const WAITING = { sqlite: 16_000, postgres: 2_000 };
const AT_ONCE = { sqlite: 32_000, postgres: 8_000 };
/** Entries of one transaction on SQLite, which takes up to 5 ms. */
const ENTRIES_AT_ONCE = 1_000;

const COLUMNS = sql`list_id, order_id, state, created_at, key_id, listing_id`;

/**
 * The columns of an entry, taken from its order; in the list of a listing, the listing need not be
 * repeated.
 */
const entryOf = (
  list: (typeof LISTS)[number],
) => sql`${sql.ref(list)}, orders.id, state, created_at,
  key_id, ${list === 'listing_id' ? sql`NULL` : sql`listing_id`}`;

/** Everything in the log up to here has its entries; `undefined` before the first. */
export const entriesEnd = (dialect: Dialect): SingleStatement<SettledPosition> =>
  followerPosition(dialect, FOLLOWER).as((position) => position ?? { number: 0, orderId: '' });

/**
 * Reads orders through one index: SQLite might otherwise read all orders, because those are already in
 * the order of a page.
 */
interface Indexed {
  from: RawBuilder<unknown>;
  where: RawBuilder<boolean>;
}

const ordersOf = ({ name }: Dialect, index: string) =>
  name === 'sqlite' ? sql`orders INDEXED BY ${sql.raw(index)}` : sql`orders`;

/** Settled orders that may have no entries yet. */
export const waitingForEntries = (dialect: Dialect, end: SettledPosition): Indexed => ({
  from: ordersOf(dialect, 'orders_settled'),
  where: sql`settled_number IS NOT NULL AND ${isAfter(end)}`,
});

/** They get entries once they have settled. */
export const openOrders = (dialect: Dialect): Indexed => ({
  from: ordersOf(dialect, 'orders_open'),
  where: IS_OPEN,
});

/** How many orders of a row of `listing` have this id or a later one. */
export function countOfListing(
  dialect: Dialect,
  end: SettledPosition,
  firstId: string,
): RawBuilder<number> {
  const ofListing = sql<boolean>`orders.listing_id = listing.id AND orders.id >= ${firstId}`;
  const waiting = waitingForEntries(dialect, end);
  const open = openOrders(dialect);
  return sql`(
    (SELECT count(*) FROM order_entry WHERE list_id = listing.id AND order_id >= ${firstId})
    + (SELECT count(*) FROM ${waiting.from} WHERE ${waiting.where} AND ${ofListing}
      AND (SELECT 1 FROM order_entry WHERE list_id = listing.id AND order_id = orders.id) IS NULL)
    + (SELECT count(*) FROM ${open.from} WHERE ${open.where} AND ${ofListing}))`;
}

interface Next {
  from: SettledPosition | undefined;
  to: SettledPosition;
}

/** The next orders of the log without entries, unless they are fewer than `atLeast`. */
function* nextOrders(
  dialect: Dialect,
  atLeast: number,
  atMost: number,
): Operation<Next | undefined> {
  const from = yield* followerPosition(dialect, FOLLOWER);
  const enough = logged(dialect, from)
    .select('id')
    .offset(atLeast - 1)
    .limit(1);
  if (!(yield* first(enough))) return undefined;
  const to = yield* endOf(dialect, from, atMost);
  return to && { from, to };
}

const isWithin = ({ from, to }: Next) =>
  sql<boolean>`settled_number IS NOT NULL AND ${isAfter(from ?? { number: 0, orderId: '' })}
    AND (settled_number, id) <= (${to.number}, ${to.orderId})`;

/**
 * Adds the next orders to the lists of their buyers and listings, in one transaction. On Postgres one
 * process at a time does it, and the trigger that deletes the entries of an order waits for it.
 */
export function* addEntries(dialect: Dialect, { atMost }: { atMost?: number }): Operation<boolean> {
  const { name, db } = dialect;
  if (name === 'postgres') {
    const lock = sql<{ locked: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtext('order_entry')) AS locked`;
    const taken = yield* first({ compile: () => lock.compile(db) });
    if (taken?.locked !== true) return false;
  }
  const next = yield* nextOrders(dialect, 1, atMost ?? AT_ONCE[name]);
  if (!next) return false;
  for (const list of LISTS) {
    yield* executeSql(
      db,
      sql`INSERT INTO order_entry (${COLUMNS}) SELECT ${entryOf(list)} FROM orders
        WHERE ${isWithin(next)} ORDER BY ${sql.ref(list)}, id ON CONFLICT DO NOTHING`,
    );
  }
  return yield* advanceFollower(dialect, { name: FOLLOWER, ...next });
}

/** Entries that are added in one transaction: the ids of orders as JSON, in the order of their list. */
export interface EntryChunk {
  list: (typeof LISTS)[number];
  ids: string;
}

export interface NextEntries extends Next {
  chunks: EntryChunk[];
}

/**
 * The next orders without entries, unless they are fewer than `atLeast`. On SQLite its thread of lists
 * reads and sorts them, and the main thread stores them step by step, for a few milliseconds at a time. If
 * the process ends in between, the next one adds what is missing. On Postgres they are one step.
 */
export function* nextEntries(
  dialect: Dialect,
  atLeast: number = WAITING[dialect.name],
): Operation<NextEntries | undefined> {
  const next = yield* nextOrders(dialect, atLeast, AT_ONCE[dialect.name]);
  if (!next) return undefined;
  const chunks: EntryChunk[] = [];
  for (const list of dialect.name === 'sqlite' ? LISTS : []) {
    const order = sql`${sql.ref(list)}, id`;
    const query = sql<{ ids: string }>`
      SELECT json_group_array(id) AS ids FROM (
        SELECT id, (row_number() OVER (ORDER BY ${order}) - 1) / ${sql.lit(ENTRIES_AT_ONCE)} AS chunk
        FROM orders WHERE ${isWithin(next)})
      GROUP BY chunk ORDER BY chunk`;
    const rows = yield* all({ compile: () => query.compile(dialect.db) });
    chunks.push(...rows.map(({ ids }) => ({ list, ids })));
  }
  return { ...next, chunks };
}

/** An order that was deleted meanwhile gets no entry. */
export const addChunk = ({ db }: Dialect, { list, ids }: EntryChunk): SingleStatement<number> =>
  executeSql(
    db,
    sql`INSERT OR IGNORE INTO order_entry (${COLUMNS}) SELECT ${entryOf(list)}
      FROM json_each(${ids}) AS given CROSS JOIN orders WHERE orders.id = given.value`,
  );

/** Moves the position, once every chunk is added; false if another process does it. */
export function* endEntries(dialect: Dialect, { from, to }: NextEntries): Operation<boolean> {
  if (dialect.name === 'postgres') return yield* addEntries(dialect, {});
  return yield* advanceFollower(dialect, { name: FOLLOWER, from, to });
}

/** After an import, which stores orders but not what is derived from them. */
export function* addAllEntries(dialect: Dialect): Operation<void> {
  yield* executeSql(dialect.db, sql`DELETE FROM follower WHERE name = ${FOLLOWER}`);
  while (yield* addEntries(dialect, {}));
}
