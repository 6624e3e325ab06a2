import { sql, type RawBuilder } from 'kysely';
import type { FailureKind } from '@mkt/protocol';
import type { SettledPosition } from '../../domain/settled-log.ts';
import {
  addCounts,
  countGroups,
  KEPT_PERIODS,
  nameOfKey,
  PERIOD_MS,
  startsIn,
  type Counted,
  type CountedRow,
  type SettledGroup,
  type StatsCounts,
  type StatsKey,
  type StatsRange,
} from '../../domain/stats.ts';
import type { Flag } from '../tables/flag.ts';
import type { StatsTable } from '../tables/order.ts';
import {
  all,
  executeSql,
  first,
  type Dialect,
  type Operation,
  type SingleStatement,
} from '../operation.ts';
import { isOneOf } from '../is-one-of.ts';
import { scheduleRating } from './quality.ts';
import { listingIdOf } from './read-orders.ts';
import { advanceFollower, endOf, followerPosition, logged } from './settled-log.ts';

const FOLLOWER = 'statistics';
/** Orders that are counted at once, at first and at most: many at once cost less per order. */
const FIRST_ORDERS = 512;
const MAX_ORDERS = 2_048;
/** Rows of one transaction; on SQLite it takes up to 5 ms, in which no order is handled. */
const MAX_ROWS = { sqlite: 256, postgres: 4_608 };
/** Rows of one statement, so that no turn of the event loop takes long. */
const ROWS_AT_ONCE = 384;
/** With this few orders, a transaction cannot write too many rows. */
const MIN_ORDERS = 32;

/** How many orders are likely to change as many rows as a transaction may write. */
function fittingOrders({ name }: Dialect, orders: number, rows: number): number {
  const likely = Math.floor((0.9 * orders * MAX_ROWS[name]) / rows);
  return Math.max(MIN_ORDERS, Math.min(likely, 2 * orders, MAX_ORDERS));
}

/** Whether the log continues after what is counted. */
export function* hasUncounted(dialect: Dialect): Operation<boolean> {
  const position = yield* followerPosition(dialect, FOLLOWER);
  return (yield* first(logged(dialect, position).select('id').limit(1))) !== undefined;
}

interface GroupRow {
  listing_id: string;
  buyer_id: string;
  seller_id: string;
  key_id: string | null;
  hour: number;
  failure: FailureKind | null;
  price_micros: number;
  price_currency: string;
  duration: number | null;
  output_valid: Flag | null;
  count: number;
}

const toGroup = (row: GroupRow): SettledGroup => ({
  listingId: row.listing_id,
  buyerId: row.buyer_id,
  sellerId: row.seller_id,
  keyId: row.key_id,
  hourMs: row.hour * PERIOD_MS.hour,
  failure: row.failure,
  priceMicros: row.price_micros,
  currency: row.price_currency,
  durationMs: row.duration === null ? null : Math.max(0, row.duration),
  outputValid: row.output_valid === null ? null : row.output_valid === 1,
  count: row.count,
});

const failureKind = ({ name }: Dialect): RawBuilder<FailureKind | null> =>
  name === 'sqlite' ? sql`failure_json ->> '$.kind'` : sql`failure_json::json ->> 'kind'`;

/** Groups of the next orders. The database groups them, on SQLite in the thread of lists. */
function groupsOf(
  dialect: Dialect,
  after: SettledPosition | undefined,
  limit: number,
): SingleStatement<SettledGroup[]> {
  const page = logged(dialect, after)
    .select([
      'listing_id',
      'buyer_id',
      'seller_id',
      'key_id',
      sql<number>`completed_at / ${sql.lit(PERIOD_MS.hour)}`.as('hour'),
      failureKind(dialect).as('failure'),
      'price_micros',
      'price_currency',
      sql<number | null>`completed_at - started_at`.as('duration'),
      'output_valid',
    ])
    .limit(limit);
  const groups = dialect.db
    .selectFrom(page.as('page'))
    .selectAll()
    .select(sql<number>`count(*)`.as('count'))
    .groupBy(sql`1, 2, 3, 4, 5, 6, 7, 8, 9, 10`);
  return all(groups).as((rows) => rows.map(toGroup));
}

const ordersOf = (groups: readonly SettledGroup[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0);

/**
 * Counts the next orders of the log: about `orders` of them, or as many as one transaction can store.
 * It only reads: `addStats` stores the rows if no other process has moved the position since.
 */
export function* nextCounts(
  dialect: Dialect,
  orders: number | undefined,
): Operation<Counted | undefined> {
  const from = yield* followerPosition(dialect, FOLLOWER);
  for (let limit = orders ?? FIRST_ORDERS; ;) {
    const to = yield* endOf(dialect, from, limit);
    if (!to) return undefined;
    const groups = yield* groupsOf(dialect, from, limit);
    const rows = countGroups(groups);
    const nextBatch = fittingOrders(dialect, limit, rows.length);
    if (rows.length <= MAX_ROWS[dialect.name] || limit === MIN_ORDERS) {
      for (const chunk of chunksOf(rows)) yield* addStored(dialect, chunk);
      return { from, to, rows, nextBatch, isLast: ordersOf(groups) < limit };
    }
    limit = Math.min(nextBatch, limit - 1);
  }
}

function chunksOf<Row>(rows: readonly Row[]): Row[][] {
  const chunks: Row[][] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    chunks.push(rows.slice(at, at + ROWS_AT_ONCE));
  }
  return chunks;
}

type StatsColumns = Omit<StatsTable, 'counts_json'>;

const toColumns = (key: StatsKey): StatsColumns => ({
  period: key.period,
  start: key.startMs,
  side: key.side,
  account_id: key.accountId,
  part: key.part ?? '',
});

const toKey = (row: StatsColumns): StatsKey => ({
  side: row.side,
  accountId: row.account_id,
  part: row.part === '' ? null : row.part,
  period: row.period,
  startMs: row.start,
});

const readCounts = (json: string): StatsCounts => JSON.parse(json) as StatsCounts;

const COLUMNS = ['period', 'start', 'side', 'account_id', 'part', 'counts_json'] as const;

/** Rows of the table from one parameter, however many they are. */
function given({ name }: Dialect, rows: readonly Partial<StatsTable>[]): RawBuilder<StatsTable> {
  if (name === 'postgres') {
    const lists = COLUMNS.map(
      (column) =>
        sql`${rows.map((row) => row[column])}::${sql.raw(column === 'start' ? 'bigint' : 'text')}[]`,
    );
    return sql`unnest(${sql.join(lists)}) AS given (${sql.raw(COLUMNS.join(', '))})`;
  }
  const values = rows.map((row) => COLUMNS.map((column) => row[column]));
  const members = COLUMNS.map((column, index) => `value ->> ${index} AS ${column}`);
  return sql`(SELECT ${sql.raw(members.join(', '))} FROM json_each(${JSON.stringify(values)}))
    AS given`;
}

/** Adds what is stored under the keys of these rows to their counts. */
function* addStored(dialect: Dialect, rows: readonly CountedRow[]): Operation<void> {
  const keys = given(dialect, rows.map(toColumns));
  const isGiven = sql`stats.period = given.period AND stats.start = given.start
    AND stats.side = given.side AND stats.account_id = given.account_id
    AND stats.part = given.part`;
  // Each engine looks up one row for each key, however many rows it expects to find.
  const query =
    dialect.name === 'sqlite'
      ? sql<StatsTable>`SELECT stats.* FROM ${keys} CROSS JOIN stats WHERE ${isGiven}`
      : sql<StatsTable>`SELECT stored.* FROM ${keys}
          CROSS JOIN LATERAL (SELECT * FROM stats WHERE ${isGiven} LIMIT 1) AS stored`;
  const stored = yield* all({ compile: () => query.compile(dialect.db) });
  const byName = new Map(stored.map((row) => [nameOfKey(toKey(row)), row.counts_json]));
  for (const row of rows) {
    const json = byName.get(nameOfKey(row));
    if (json !== undefined) addCounts(row.counts, readCounts(json));
  }
}

/** Stores rows and moves the position; false, and nothing is stored, if another process moved it. */
export function* addStats(
  dialect: Dialect,
  { from, to, rows }: Pick<Counted, 'from' | 'to' | 'rows'>,
): Operation<boolean> {
  if (!(yield* advanceFollower(dialect, { name: FOLLOWER, from, to }))) return false;
  const sold = rows.filter(({ side, period }) => side === 'sales' && period === 'day');
  yield* scheduleRating(
    dialect,
    sold.flatMap(({ part }) => part ?? []),
  );
  const columns = sql.raw(COLUMNS.join(', '));
  for (const chunk of chunksOf(rows)) {
    const written = chunk.map((row) => ({
      ...toColumns(row),
      counts_json: JSON.stringify(row.counts),
    }));
    yield* executeSql(
      dialect.db,
      sql`INSERT INTO stats (${columns}) SELECT ${columns} FROM ${given(dialect, written)}
        WHERE TRUE ON CONFLICT (period, start, side, account_id, part)
        DO UPDATE SET counts_json = excluded.counts_json`,
    );
  }
  return true;
}

/** The counts in a range, oldest first; hours or days without an order are absent. */
export function* readStats(
  dialect: Dialect,
  { side, accountId, period, listingRef, fromMs, toMs }: StatsRange,
): Operation<{ startMs: number; counts: StatsCounts }[]> {
  const listingId = listingRef === undefined ? '' : yield* listingIdOf(dialect, listingRef);
  if (listingId === undefined) return [];
  const rows = yield* all(
    dialect.db
      .selectFrom('stats')
      .select(['start', 'counts_json'])
      .where('period', '=', period)
      .where(isOneOf(dialect, 'start', startsIn(period, fromMs, toMs)))
      .where('side', '=', side)
      .where('account_id', '=', accountId)
      .where('part', '=', listingId)
      .orderBy('start'),
  );
  return rows.map((row) => ({ startMs: row.start, counts: readCounts(row.counts_json) }));
}

/** An hour or day is deleted when even the longest range that ends now does not have it. */
export function* pruneStats({ db }: Dialect, limit: number): Operation<number> {
  let pruned = 0;
  const key = sql`period, start, side, account_id, part`;
  for (const period of ['hour', 'day'] as const) {
    const keptMs = (KEPT_PERIODS[period] + 1) * PERIOD_MS[period];
    pruned += yield* executeSql(
      db,
      sql`DELETE FROM stats WHERE (${key}) IN (SELECT ${key} FROM stats
        WHERE period = ${period} AND start < mkt_now() - ${sql.lit(keptMs)} LIMIT ${limit - pruned})`,
    );
  }
  return pruned;
}
