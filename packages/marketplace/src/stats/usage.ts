import { sql, type RawBuilder } from 'kysely';
import type { FailureKind } from '@mkt/protocol';
import { noCounts, startsIn, type UsageOfPart } from './stats.ts';
import { isOneOf } from '../database/is-one-of.ts';
import { all, type Dialect, type Operation } from '../database/operation.ts';

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

/** A sum of whole numbers as text: of prices it may be no safe integer. */
const sumOf = (value: RawBuilder<unknown>) => sql`CAST(sum(CAST(${value} AS bigint)) AS text)`;

/**
 * What an account bought, by key or by listing. The database adds up: on SQLite its thread of lists, so
 * that a range of two years and a thousand listings holds up no order.
 */
export function* readUsage(
  dialect: Dialect,
  range: { accountId: string; by: 'key' | 'listing'; fromMs: number; toMs: number },
): Operation<UsageOfPart[]> {
  const { db } = dialect;
  const { accountId, by, fromMs, toMs } = range;
  const completed =
    dialect.name === 'sqlite'
      ? sql`counts_json ->> '$.completed'`
      : sql`counts_json::json ->> 'completed'`;
  const sums = (what: 'failures' | 'amounts') => sql`
    SELECT part, ${sql.lit(what)} AS what, key AS name, ${sumOf(sql.ref('value'))} AS total
    FROM counted CROSS JOIN ${membersOf(dialect, what)} GROUP BY part, key`;
  const query = sql<SumRow>`
    WITH counted AS MATERIALIZED (
      SELECT part, counts_json FROM stats WHERE period = 'day'
        AND ${isOneOf(dialect, 'start', startsIn('day', fromMs, toMs))}
        AND side = ${by === 'key' ? 'keys' : 'orders'} AND account_id = ${accountId}
        ${by === 'listing' ? sql`AND part <> ''` : sql``}
    )
    SELECT part, 'completed' AS what, '' AS name, ${sumOf(completed)} AS total
    FROM counted GROUP BY part
    UNION ALL ${sums('failures')} UNION ALL ${sums('amounts')}`;
  const rows = yield* all({ compile: () => query.compile(db) });
  const found = new Map<string, UsageOfPart>();
  for (const { part, what, name, total } of rows) {
    const id = part === '' ? null : part;
    const usage = found.get(part) ?? { id, name: null, slug: null, counts: noCounts() };
    found.set(part, usage);
    if (what === 'completed') usage.counts.completed = Number(total);
    else if (what === 'failures') usage.counts.failures[name as FailureKind] = Number(total);
    else usage.counts.amounts[name] = total;
  }
  yield* addNames(dialect, by, found);
  const callsOf = ({ counts }: UsageOfPart) =>
    Object.values(counts.failures).reduce((sum, count) => sum + count, counts.completed);
  return [...found.values()].toSorted((a, b) => callsOf(b) - callsOf(a));
}

function* addNames(
  dialect: Dialect,
  by: 'key' | 'listing',
  found: ReadonlyMap<string, UsageOfPart>,
): Operation<void> {
  const isFound = isOneOf(dialect, 'id', [...found.keys()]);
  if (by === 'key') {
    const keys = dialect.db.selectFrom('api_key').select(['id', 'name']).where(isFound);
    for (const { id, name } of yield* all(keys)) Object.assign(found.get(id) ?? {}, { name });
    return;
  }
  const listings = dialect.db.selectFrom('listing').select(['id', 'slug', 'title']).where(isFound);
  for (const { id, slug, title } of yield* all(listings)) {
    Object.assign(found.get(id) ?? {}, { slug, name: title });
  }
}
