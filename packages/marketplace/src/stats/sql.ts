import type { FailureKind } from '@mkt/protocol';
import { type RawBuilder, sql } from 'kysely';
import {
  all,
  type Dialect,
  executeSql,
  isOneOf,
  notCancelled,
  type Operation,
} from '../database/operation.ts';
import { STATS_LIMITS } from '../market/limits.ts';
import { listingIdOf } from '../orders/sql-lists.ts';
import {
  KEPT_PERIODS,
  noCounts,
  type PartsRange,
  PERIOD_MS,
  readCounts,
  startsIn,
  type StatsCounts,
  type StatsRange,
  type UsageOfPart,
} from './stats.ts';

/** The counts in a range, oldest first; hours or days without an order are absent. */
export function* readStats(
  dialect: Dialect,
  { side, accountId, period, listingRef, keyId, fromMs, toMs }: StatsRange,
): Operation<{ startMs: number; counts: StatsCounts }[]> {
  const isOfKey = keyId !== undefined;
  const listingId = listingRef === undefined ? '' : yield* listingIdOf(dialect, listingRef);
  if (listingId === undefined) return [];
  const rows = yield* all(
    dialect.db
      .selectFrom('stats')
      .select(['start', 'counts_json'])
      .where('period', '=', period)
      .where(isOneOf(dialect, 'start', startsIn(period, fromMs, toMs)))
      .where('side', '=', isOfKey ? 'keys' : side)
      .where('account_id', '=', accountId)
      .where('part', '=', isOfKey ? (keyId ?? '') : listingId)
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

interface SumRow {
  part: string;
  what: 'completed' | 'failures' | 'amounts';
  name: string;
  total: string;
}

/** The members of an object of the counts, as rows with `key` and `value`. */
const membersOf = ({ name }: Dialect, member: 'failures' | 'amounts'): RawBuilder<unknown> =>
  name === 'sqlite'
    ? sql`json_each(counts_json, ${sql.lit(`$.${member}`)}) AS member`
    : sql`json_each_text(counts_json::json -> ${sql.lit(member)}) AS member (key, value)`;

/** A sum of whole numbers as text: of prices it may be no safe integer, nor an integer of SQLite. */
function sumOf({ name }: Dialect, value: RawBuilder<unknown>): RawBuilder<string> {
  if (name === 'postgres') return sql`CAST(sum(CAST(${value} AS numeric)) AS text)`;
  const number = sql`CAST(${value} AS integer)`;
  const low = sql`sum(${number} % 1000000)`;
  return sql`printf('%d%06d', sum(${number} / 1000000) + ${low} / 1000000, ${low} % 1000000)`;
}

/**
 * What an account bought or sold, by key or by listing; of many, those with the most calls. The database
 * adds up: on SQLite its thread of lists, so that a range of two years and a thousand listings holds up no
 * order.
 */
export function* readParts(
  dialect: Dialect,
  { side, accountId, period, fromMs, toMs }: PartsRange,
): Operation<UsageOfPart[]> {
  const { db } = dialect;
  const { parts: maxParts, sums: maxSums } = STATS_LIMITS;
  const completed =
    dialect.name === 'sqlite'
      ? sql`coalesce(counts_json ->> '$.completed', 0)`
      : sql`coalesce(counts_json::json ->> 'completed', '0')`;
  const isWanted = notCancelled(dialect, 'start');
  const sums = (what: 'failures' | 'amounts') => sql`
    SELECT part, ${sql.lit(what)} AS what, key AS name, ${sumOf(dialect, sql.ref('value'))} AS total
    FROM counted CROSS JOIN ${membersOf(dialect, what)} WHERE ${isWanted} GROUP BY part, key`;
  const query = sql<SumRow>`
    WITH counted AS MATERIALIZED (
      SELECT part, start, counts_json FROM stats WHERE ${isWanted} AND period = ${period}
        AND ${isOneOf(dialect, 'start', startsIn(period, fromMs, toMs))}
        AND side = ${side} AND account_id = ${accountId}
        ${side === 'keys' ? sql`` : sql`AND part <> ''`}
    ), sums AS MATERIALIZED (
      SELECT part, 'completed' AS what, '' AS name, ${sumOf(dialect, completed)} AS total
      FROM counted GROUP BY part
      UNION ALL ${sums('failures')} UNION ALL ${sums('amounts')}
    ), parts AS (
      SELECT part, count(*) AS sums,
        sum(CASE what WHEN 'amounts' THEN 0 ELSE CAST(total AS bigint) END) AS calls
      FROM sums GROUP BY part
    ), ranked AS (
      SELECT part, row_number() OVER best AS rank, sum(sums) OVER best AS sums_so_far
      FROM parts WINDOW best AS (ORDER BY calls DESC, part)
    )
    SELECT ranked.part, what, name, total FROM ranked INNER JOIN sums ON sums.part = ranked.part
    WHERE rank <= ${sql.lit(maxParts)} AND sums_so_far <= ${sql.lit(maxSums)}
    ORDER BY rank`;
  const found = new Map<string, UsageOfPart>();
  for (const { part, what, name, total } of yield* all({ compile: () => query.compile(db) })) {
    const id = part === '' ? null : part;
    const usage = found.get(part) ?? { id, name: null, slug: null, counts: noCounts() };
    found.set(part, usage);
    if (what === 'completed') usage.counts.completed = Number(total);
    else if (what === 'failures') usage.counts.failures[name as FailureKind] = Number(total);
    else usage.counts.amounts[name] = total;
  }
  yield* addNames(dialect, side, found);
  return [...found.values()];
}

function* addNames(
  dialect: Dialect,
  side: PartsRange['side'],
  found: ReadonlyMap<string, UsageOfPart>,
): Operation<void> {
  const isFound = isOneOf(dialect, 'id', [...found.keys()]);
  if (side === 'keys') {
    const keys = dialect.db.selectFrom('api_key').select(['id', 'name']).where(isFound);
    for (const { id, name } of yield* all(keys)) Object.assign(found.get(id) ?? {}, { name });
    return;
  }
  const listings = dialect.db.selectFrom('listing').select(['id', 'slug', 'title']).where(isFound);
  for (const { id, slug, title } of yield* all(listings)) {
    Object.assign(found.get(id) ?? {}, { slug, name: title });
  }
}
