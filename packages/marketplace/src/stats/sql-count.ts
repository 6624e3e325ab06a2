import type { FailureKind } from '@mkt/protocol';
import { type RawBuilder, sql } from 'kysely';
import {
  changeOfExcess,
  countsInFull,
  daysThatMatter,
  REFUSED_INPUT_STATUSES,
} from '../catalogue/quality.ts';
import { scheduleRating } from '../catalogue/sql-quality.ts';
import {
  all,
  type Dialect,
  executeSql,
  first,
  type Operation,
  readClock,
  type SingleStatement,
} from '../database/operation.ts';
import type { Flag, StatsTable } from '../database/tables.ts';
import { failureKind, failureStatus } from '../orders/sql.ts';
import {
  endOf,
  followerLagMs,
  followerPosition,
  logged,
  type SettledPosition,
} from '../orders/sql-log.ts';
import {
  type CountedPosition,
  isBefore,
  type SettledGroup,
  type StartedBatch,
  type Uncounted,
} from './count-orders.ts';
import {
  addCounts,
  addQuality,
  noCounts,
  noQualityCounts,
  type QualityCounts,
  readCounts,
  readQualityCounts,
  type StatsCounts,
  toJson,
} from './counts.ts';
import { type CountedRow, nameOfKey, PERIOD_MS, startOf, type StatsKey } from './stats.ts';

const FOLLOWER = 'statistics';
/** Orders of one page of the log. */
const ORDERS_AT_ONCE = 1_024;
/** Rows of one statement, so that no turn of the event loop takes long. */
const ROWS_AT_ONCE = 384;

/** Whether the log continues after what is counted. */
export function* hasUncounted(dialect: Dialect): Operation<boolean> {
  const position = yield* followerPosition(dialect, FOLLOWER);
  return (yield* first(logged(dialect, position).select('id').limit(1))) !== undefined;
}

/** How far the statistics are behind the log. */
export const statisticsLagMs = (dialect: Dialect): Operation<number> =>
  followerLagMs(dialect, FOLLOWER);

interface GroupRow {
  listing_id: string;
  buyer_id: string;
  seller_id: string;
  key_id: string | null;
  hour: number;
  failure: FailureKind | null;
  refused: Flag;
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
  refused: row.refused === 1,
  priceMicros: row.price_micros,
  currency: row.price_currency,
  durationMs: row.duration === null ? null : Math.max(0, row.duration),
  outputValid: row.output_valid === null ? null : row.output_valid === 1,
  count: row.count,
});

/** Whether the service refused the input, as 0 or 1. */
function isRefused(dialect: Dialect): RawBuilder<Flag> {
  return sql`CASE WHEN ${failureStatus(dialect)} IN (${sql.join(REFUSED_INPUT_STATUSES.map((each) => sql.lit(each)))})
    THEN 1 ELSE 0 END`;
}

/** A condition for the orders of the log that do not follow a position. */
const isUpTo = ({ number, orderId }: SettledPosition): RawBuilder<boolean> =>
  sql<boolean>`(settled_number, id) <= (${number}, ${orderId})`;

/** Groups of the orders between two positions. The database groups them, on SQLite in the thread of lists. */
function groupsOf(
  dialect: Dialect,
  after: SettledPosition,
  to: SettledPosition,
): SingleStatement<SettledGroup[]> {
  const orders = logged(dialect, after)
    .where(isUpTo(to))
    .clearOrderBy()
    .select([
      'listing_id',
      'buyer_id',
      'seller_id',
      'key_id',
      sql<number>`completed_at / ${sql.lit(PERIOD_MS.hour)}`.as('hour'),
      failureKind(dialect).as('failure'),
      isRefused(dialect).as('refused'),
      'price_micros',
      'price_currency',
      sql<number | null>`completed_at - started_at`.as('duration'),
      'output_valid',
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy(sql`1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`);
  return all(orders).as((rows) => rows.map(toGroup));
}

/** How far the log is counted. */
export const countedPosition = ({ db }: Dialect): SingleStatement<CountedPosition> =>
  first(db.selectFrom('follower').selectAll().where('name', '=', FOLLOWER)).as((row) =>
    row
      ? {
          number: row.number,
          orderId: row.order_id,
          batch: row.batch_json === null ? null : (JSON.parse(row.batch_json) as StartedBatch),
        }
      : { number: 0, orderId: '', batch: null },
  );

/** The next orders of the log, up to a position if one is given; `undefined` if there are none. */
export function* nextUncounted(
  dialect: Dialect,
  { after, until }: { after: SettledPosition; until: SettledPosition | undefined },
): Operation<Uncounted | undefined> {
  let to = yield* endOf(dialect, after, ORDERS_AT_ONCE);
  if (!to) return undefined;
  if (until && isBefore(until, to)) to = until;
  const groups = yield* groupsOf(dialect, after, to);
  return { to, groups, orders: groups.reduce((sum, { count }) => sum + count, 0) };
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

/** The counts that are stored under these keys, as JSON text, by their names. */
function* storedTexts(
  dialect: Dialect,
  wanted: readonly StatsKey[],
): Operation<Map<string, string>> {
  const found = new Map<string, string>();
  for (const chunk of chunksOf(wanted)) {
    const keys = given(dialect, chunk.map(toColumns));
    const isGiven = sql`stats.period = given.period AND stats.start = given.start
      AND stats.side = given.side AND stats.account_id = given.account_id
      AND stats.part = given.part`;
    // Each engine looks up one row for each key, however many rows it expects to find.
    const query =
      dialect.name === 'sqlite'
        ? sql<StatsTable>`SELECT stats.* FROM ${keys} CROSS JOIN stats WHERE ${isGiven}`
        : sql<StatsTable>`SELECT stored.* FROM ${keys}
            CROSS JOIN LATERAL (SELECT * FROM stats WHERE ${isGiven} LIMIT 1) AS stored`;
    const rows = yield* all({ compile: () => query.compile(dialect.db) });
    for (const row of rows) found.set(nameOfKey(toKey(row)), row.counts_json);
  }
  return found;
}

function* storedCounts(
  dialect: Dialect,
  wanted: readonly StatsKey[],
): Operation<Map<string, StatsCounts>> {
  const texts = yield* storedTexts(dialect, wanted);
  return new Map([...texts].map(([name, json]) => [name, readCounts(json)]));
}

interface Counted {
  rows: readonly CountedRow[];
  /** The sellers of their listings. */
  sellers: ReadonlyMap<string, string>;
}

/** What of the sales of a listing on a day does not count towards its quality. */
interface QualityRow extends StatsKey {
  counts: QualityCounts;
}

/** One account's orders of one listing, by day. */
interface Share {
  sellerId: string;
  key: Omit<StatsKey, 'startMs'> & { part: string };
  before: Map<number, StatsCounts>;
  after: Map<number, StatsCounts>;
}

/** The rows' counts by buyer and listing, without those that count in full. */
function sharesOf(
  { rows, sellers }: Counted,
  stored: ReadonlyMap<string, StatsCounts>,
  todayMs: number,
): Share[] {
  const shares = new Map<string, Share>();
  const isPartial = new Set<Share>();
  for (const row of rows) {
    const { side, accountId, part, period, startMs, counts: after } = row;
    const sellerId = part === null ? undefined : sellers.get(part);
    if (side !== 'orders' || period !== 'day' || part === null || sellerId === undefined) continue;
    const name = `${accountId} ${part}`;
    const key = { side, accountId, part, period };
    const share = shares.get(name) ?? { sellerId, key, before: new Map(), after: new Map() };
    shares.set(name, share);
    const before = stored.get(nameOfKey(row));
    if (before) share.before.set(startMs, before);
    share.after.set(startMs, after);
    if (sellerId === accountId || !countsInFull(startMs, { before, after }, todayMs)) {
      isPartial.add(share);
    }
  }
  return [...isPartial];
}

/** Adds the other days that decide whether a failure of the account counts. */
function* addOtherDays(
  dialect: Dialect,
  shares: readonly Share[],
  todayMs: number,
): Operation<void> {
  const wanted: { share: Share; key: StatsKey }[] = [];
  for (const share of shares) {
    const days = new Set<number>();
    for (const [dayMs, after] of share.after) {
      const before = share.before.get(dayMs);
      for (const day of daysThatMatter(dayMs, { before, after }, todayMs)) days.add(day);
    }
    for (const startMs of days) {
      if (!share.after.has(startMs)) wanted.push({ share, key: { ...share.key, startMs } });
    }
  }
  if (wanted.length === 0) return;
  const stored = yield* storedCounts(
    dialect,
    wanted.map(({ key }) => key),
  );
  for (const { share, key } of wanted) {
    const counts = stored.get(nameOfKey(key));
    if (!counts) continue;
    share.before.set(key.startMs, counts);
    share.after.set(key.startMs, counts);
  }
}

/** What does not count towards the quality of the listings from now on. */
function* qualityRows(
  dialect: Dialect,
  counted: Counted,
  stored: ReadonlyMap<string, StatsCounts>,
): Operation<QualityRow[]> {
  const todayMs = startOf(yield* readClock(dialect), 'day');
  const shares = sharesOf(counted, stored, todayMs);
  if (shares.length === 0) return [];
  yield* addOtherDays(dialect, shares, todayMs);
  const rows = new Map<string, QualityRow>();
  for (const { sellerId, key, before, after } of shares) {
    for (const [startMs, change] of changeOfExcess(before, after, sellerId === key.accountId)) {
      const changed = { ...key, side: 'quality' as const, accountId: sellerId, startMs };
      const name = nameOfKey(changed);
      const row = rows.get(name) ?? { ...changed, counts: noQualityCounts() };
      rows.set(name, row);
      addQuality(row.counts, change);
    }
  }
  const changed = [...rows.values()];
  const before = yield* storedTexts(dialect, changed);
  for (const row of changed) {
    const json = before.get(nameOfKey(row));
    if (json !== undefined) addQuality(row.counts, readQualityCounts(json));
  }
  return changed;
}

const batchJson = ({ batch }: CountedPosition): string | null => batch && JSON.stringify(batch);

/** Moves the position; false if another process has moved it. */
function advance(
  { db }: Dialect,
  from: CountedPosition,
  to: CountedPosition,
): SingleStatement<boolean> {
  return executeSql(
    db,
    sql`INSERT INTO follower (name, number, order_id, batch_json)
      VALUES (${FOLLOWER}, ${to.number}, ${to.orderId}, ${batchJson(to)})
      ON CONFLICT (name) DO UPDATE SET number = excluded.number, order_id = excluded.order_id,
        batch_json = excluded.batch_json
      WHERE follower.number = ${from.number} AND follower.order_id = ${from.orderId}
        AND follower.batch_json IS NOT DISTINCT FROM ${batchJson(from)}`,
  ).as((changed) => changed > 0);
}

/** Adds the counts of rows to those that are stored. */
function* addRows(dialect: Dialect, counted: Counted): Operation<void> {
  const { rows } = counted;
  const stored = yield* storedCounts(dialect, rows);
  const sums = rows.map((row): CountedRow => {
    const before = stored.get(nameOfKey(row));
    if (!before) return row;
    const counts = noCounts();
    addCounts(counts, before);
    addCounts(counts, row.counts);
    return { ...row, counts };
  });
  const quality = yield* qualityRows(dialect, { ...counted, rows: sums }, stored);
  const columns = sql.raw(COLUMNS.join(', '));
  for (const chunk of chunksOf([...sums, ...quality])) {
    const written = chunk.map((row) => ({ ...toColumns(row), counts_json: toJson(row.counts) }));
    yield* executeSql(
      dialect.db,
      sql`INSERT INTO stats (${columns}) SELECT ${columns} FROM ${given(dialect, written)}
        WHERE TRUE ON CONFLICT (period, start, side, account_id, part)
        DO UPDATE SET counts_json = excluded.counts_json`,
    );
  }
  const sold = rows.filter(({ side, period }) => side === 'sales' && period === 'day');
  yield* scheduleRating(
    dialect,
    sold.flatMap(({ part }) => part ?? []),
  );
}

/** Rows of a batch, and the positions before and after they are stored. */
export interface CountedPart extends Counted {
  from: CountedPosition;
  to: CountedPosition;
}

/** Adds rows to the statistics and moves the position; false, and nothing is stored, if it is not `from`. */
export function* addStats(
  dialect: Dialect,
  { from, to, ...counted }: CountedPart,
): Operation<boolean> {
  if (!(yield* advance(dialect, from, to))) return false;
  yield* addRows(dialect, counted);
  return true;
}
