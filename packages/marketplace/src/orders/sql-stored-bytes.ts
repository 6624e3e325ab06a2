import { sql } from 'kysely';
import {
  all,
  type DayBytes,
  type Dialect,
  executeSql,
  first,
  type Operation,
  type SingleStatement,
  today,
} from '../database/operation.ts';
import {
  type SizedOrders,
  STORED_BYTES,
  STORED_SIZES,
  storedPerDay,
} from '../database/sqlite/stored-bytes.ts';
import {
  advanceFollower,
  endOf,
  followerPosition,
  logged,
  type SettledPosition,
} from './sql-log.ts';

/** Orders that are counted in one transaction, which takes up to 5 ms. */
const ORDERS_AT_ONCE = 1_024;

/** The next orders that the table of stored bytes counts. */
export interface CountedBytes {
  from: SettledPosition | undefined;
  to: SettledPosition;
  /** By account, so that rows of one page are written together. */
  rows: DayBytes[];
}

/**
 * On SQLite, the bytes of the next orders of the log that the table does not count. `undefined` if there
 * are fewer than `atLeast`: those that wait are counted from the orders, also after a crash
 * (`database/sqlite/stored-bytes.ts`). On Postgres, where several processes place orders, the statements
 * that store an order count it.
 */
export function* nextStoredBytes(
  dialect: Dialect,
  atLeast: number = ORDERS_AT_ONCE,
): Operation<CountedBytes | undefined> {
  if (dialect.name === 'postgres') return undefined;
  const { db } = dialect;
  const from = yield* followerPosition(dialect, STORED_BYTES);
  const page = logged(dialect, from).limit(ORDERS_AT_ONCE);
  const waiting = db.selectFrom(page.select('id').as('page')).select(sql<number>`count(*)`.as('n'));
  if (((yield* first(waiting))?.n ?? 0) < atLeast) return undefined;
  const to = yield* endOf(dialect, from, ORDERS_AT_ONCE);
  if (!to) return undefined;
  const sized = page.select(sql.raw(STORED_SIZES) as never);
  const query = sql<SizedOrders>`
    SELECT buyer_id, placed_day, settled_day, sum(placed) AS placed, sum(settled) AS settled
    FROM (${sized}) GROUP BY buyer_id, placed_day, settled_day ORDER BY buyer_id`;
  const rows = yield* all({ compile: () => query.compile(db) });
  return { from, to, rows: storedPerDay(rows) };
}

/** Counts them and moves the position, in one transaction; false if they are counted. */
export function* addStoredBytes(
  dialect: Dialect,
  { from, to, rows }: CountedBytes,
): Operation<boolean> {
  if (dialect.name === 'postgres') return false;
  if (!(yield* advanceFollower(dialect, { name: STORED_BYTES, from, to }))) return false;
  dialect.storedBytes.move(rows);
  const values = rows.map(({ accountId, day, bytes }) => [accountId, day, bytes]);
  yield* executeSql(
    dialect.db,
    sql`INSERT INTO stored_bytes (account_id, day, part, bytes)
      SELECT value ->> 0, value ->> 1, 'settled', value ->> 2 FROM json_each(${JSON.stringify(values)})
      WHERE TRUE
      ON CONFLICT (account_id, day, part) DO UPDATE SET bytes = stored_bytes.bytes + excluded.bytes`,
  );
  return true;
}

/**
 * After an import. A file from Postgres does not say up to which order it has what was stored: it has all. So
 * Postgres keeps no position of an embedded database, which would be taken for its own on the way back.
 */
export const importStoredBytes = ({ db, name }: Dialect): SingleStatement<number> =>
  executeSql(
    db,
    name === 'postgres'
      ? sql`DELETE FROM follower WHERE name = ${STORED_BYTES}`
      : sql`INSERT INTO follower (name, number, order_id)
      SELECT ${STORED_BYTES}, settled_number, id FROM orders WHERE settled_number IS NOT NULL
      ORDER BY settled_number DESC, id DESC LIMIT 1
      ON CONFLICT DO NOTHING`,
  );

/** Bytes of inputs and results that an account has stored this UTC day. */
export function bytesStoredToday(
  dialect: Dialect,
  accountId: string,
): SingleStatement<number> | Operation<number> {
  if (dialect.name === 'sqlite') return remembered(dialect.storedBytes.today(accountId));
  const { db } = dialect;
  const query = db
    .selectFrom('stored_bytes')
    .select((select) => select.fn.sum<number | null>('bytes').as('bytes'))
    .where('account_id', '=', accountId)
    .where('day', '=', today);
  return first(query).as((row) => row?.bytes ?? 0);
}

// eslint-disable-next-line require-yield -- an operation without statements
function* remembered(bytes: number): Operation<number> {
  return bytes;
}

/** Deletes the counters of days before yesterday. */
export const pruneStoredBytes = ({ db }: Dialect, limit: number): SingleStatement<number> =>
  executeSql(
    db,
    sql`DELETE FROM stored_bytes WHERE (account_id, day, part) IN (
      SELECT account_id, day, part FROM stored_bytes
      WHERE day < ${today} - 1 LIMIT ${limit})`,
  );
