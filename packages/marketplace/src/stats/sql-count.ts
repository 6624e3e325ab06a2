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
  prepared,
  preparedWrite,
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
  type CountedRow,
  nameOfKey,
  noCounts,
  noQualityCounts,
  PERIOD_MS,
  type QualityCounts,
  readCounts,
  readQualityCounts,
  startOf,
  type StatsCounts,
  type StatsKey,
  toJson,
} from './stats.ts';

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

const KEY_COLUMNS = ['period', 'start', 'side', 'account_id', 'part'] as const;
const COLUMNS = [...KEY_COLUMNS, 'counts_json'] as const;

/** Rows of the table as lists of their columns, on Postgres. */
function given<Name extends keyof StatsTable>(
  names: readonly Name[],
  rows: readonly Pick<StatsTable, Name>[],
): RawBuilder<unknown> {
  const lists = names.map(
    (name) =>
      sql`${rows.map((row) => row[name])}::${sql.raw(name === 'start' ? 'bigint' : 'text')}[]`,
  );
  return sql`unnest(${sql.join(lists)})`;
}

const textOf = prepared((db, key: StatsColumns) =>
  db
    .selectFrom('stats')
    .select('counts_json')
    .where('period', '=', key.period)
    .where('start', '=', key.start)
    .where('side', '=', key.side)
    .where('account_id', '=', key.account_id)
    .where('part', '=', key.part),
);

/** The counts that are stored under each of these keys, as JSON text. */
function* storedTexts(
  dialect: Dialect,
  wanted: readonly StatsKey[],
): Operation<(string | undefined)[]> {
  const texts: (string | undefined)[] = [];
  if (dialect.name === 'sqlite') {
    for (const key of wanted) texts.push((yield* textOf(dialect, toColumns(key)))[0]?.counts_json);
    return texts;
  }
  for (const chunk of chunksOf(wanted)) {
    const query = sql<{ counts_json: string | null }>`
      SELECT (SELECT counts_json FROM stats WHERE stats.period = given.period
        AND stats.start = given.start AND stats.side = given.side
        AND stats.account_id = given.account_id AND stats.part = given.part)
      FROM ${given(KEY_COLUMNS, chunk.map(toColumns))} WITH ORDINALITY
        AS given (${sql.raw(KEY_COLUMNS.join(', '))}, at) ORDER BY at`;
    const rows = yield* all({ compile: () => query.compile(dialect.db) });
    for (const { counts_json: json } of rows) texts.push(json ?? undefined);
  }
  return texts;
}

const storeRow = preparedWrite((db, row: StatsTable) =>
  db
    .insertInto('stats')
    .values(Object.fromEntries(COLUMNS.map((name) => [name, row[name]])) as unknown as StatsTable)
    .onConflict((conflict) =>
      conflict
        .columns(KEY_COLUMNS)
        .doUpdateSet({ counts_json: (column) => column.ref('excluded.counts_json') }),
    ),
);

function* storeRows(dialect: Dialect, rows: readonly (CountedRow | QualityRow)[]): Operation<void> {
  const toRow = (row: CountedRow | QualityRow): StatsTable => ({
    ...toColumns(row),
    counts_json: toJson(row.counts),
  });
  if (dialect.name === 'sqlite') {
    for (const row of rows) yield* storeRow(dialect, toRow(row));
    return;
  }
  const columns = sql.raw(COLUMNS.join(', '));
  for (const chunk of chunksOf(rows)) {
    yield* executeSql(
      dialect.db,
      sql`INSERT INTO stats (${columns}) SELECT * FROM ${given(COLUMNS, chunk.map(toRow))}
        ON CONFLICT (period, start, side, account_id, part)
        DO UPDATE SET counts_json = excluded.counts_json`,
    );
  }
}

function* storedCounts(
  dialect: Dialect,
  wanted: readonly StatsKey[],
): Operation<(StatsCounts | undefined)[]> {
  const texts = yield* storedTexts(dialect, wanted);
  return texts.map((json) => (json === undefined ? undefined : readCounts(json)));
}

/** A row, with the counts that are stored. */
interface ChangedRow extends CountedRow {
  before: StatsCounts | undefined;
}

interface Changes {
  rows: readonly ChangedRow[];
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
function sharesOf({ rows, sellers }: Changes, todayMs: number): Share[] {
  const shares = new Map<string, Share>();
  const isPartial = new Set<Share>();
  for (const { side, accountId, part, period, startMs, before, counts: after } of rows) {
    const sellerId = part === null ? undefined : sellers.get(part);
    if (side !== 'orders' || period !== 'day' || part === null || sellerId === undefined) continue;
    const name = `${accountId} ${part}`;
    const key = { side, accountId, part, period };
    const share = shares.get(name) ?? { sellerId, key, before: new Map(), after: new Map() };
    shares.set(name, share);
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
  for (const [at, { share, key }] of wanted.entries()) {
    const counts = stored[at];
    if (!counts) continue;
    share.before.set(key.startMs, counts);
    share.after.set(key.startMs, counts);
  }
}

/** What does not count towards the quality of the listings from now on. */
function* qualityRows(dialect: Dialect, changes: Changes): Operation<QualityRow[]> {
  const todayMs = startOf(yield* readClock(dialect), 'day');
  const shares = sharesOf(changes, todayMs);
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
  const stored = yield* storedTexts(dialect, changed);
  for (const [at, row] of changed.entries()) {
    const json = stored[at];
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
function* addRows(
  dialect: Dialect,
  { rows, sellers }: Pick<CountedPart, 'rows' | 'sellers'>,
): Operation<void> {
  const stored = yield* storedCounts(dialect, rows);
  const changed = rows.map((row, at): ChangedRow => {
    const before = stored[at];
    if (!before) return { ...row, before };
    const counts = noCounts();
    addCounts(counts, before);
    addCounts(counts, row.counts);
    return { ...row, before, counts };
  });
  const quality = yield* qualityRows(dialect, { rows: changed, sellers });
  yield* storeRows(dialect, [...changed, ...quality]);
  const sold = rows.filter(({ side, period }) => side === 'sales' && period === 'day');
  yield* scheduleRating(
    dialect,
    sold.flatMap(({ part }) => part ?? []),
  );
}

/** Rows of a batch, and the positions before and after they are stored. */
export interface CountedPart {
  rows: readonly CountedRow[];
  /** The sellers of their listings. */
  sellers: ReadonlyMap<string, string>;
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
