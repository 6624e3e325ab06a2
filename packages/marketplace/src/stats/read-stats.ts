import type { StatsQuery, UsageQuery } from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import type { Clock } from '../market/outside.ts';
import type { Reader } from '../market/reader.ts';
import { Refusal } from '../market/refusal.ts';
import { addCounts, DEFAULT_PERIODS, KEPT_PERIODS, KEPT_TEXT, noCounts, PERIOD_MS, startOf, startsIn, type StatsCounts, type StatsRange, type StatsStore, type UsageOfPart } from './stats.ts';
import { readInstant } from '../http/read-instant.ts';
import type { StatsPeriod } from '../database/order.ts';

interface Range {
  period: StatsPeriod;
  fromMs: number;
  toMs: number;
}

/** Statistics of a range of whole hours or days. */
export interface Stats extends Range {
  totals: StatsCounts;
  /** Every hour or day of the range, oldest first. */
  data: { startMs: number; counts: StatsCounts }[];
}

function invalidRange(name: 'from' | 'to', message: string): Refusal {
  return new Refusal('invalid_request', `${name} ${message}.`, {
    details: [{ path: `/${name}`, message, keyword: 'range' }],
  });
}

/** The range of a request, extended to whole hours or days of UTC. */
function rangeOf({ by: period = 'hour', from, to }: StatsQuery, nowMs: number): Range {
  const periodMs = PERIOD_MS[period];
  const keptMs = KEPT_PERIODS[period] * periodMs;
  const endMs = startOf(nowMs, period) + periodMs;
  const endOf = (ms: number) => startOf(ms + periodMs - 1, period);
  const toMs = to === undefined ? endMs : endOf(readInstant(to, 'to'));
  const fromMs =
    from === undefined
      ? toMs - DEFAULT_PERIODS[period] * periodMs
      : startOf(readInstant(from, 'from'), period);
  const kept = KEPT_TEXT[period];
  if (toMs > endMs + keptMs) throw invalidRange('to', `must be at most ${kept} from now`);
  if (fromMs >= toMs) throw invalidRange('from', 'must be before `to`');
  if (fromMs < endMs - periodMs - keptMs) {
    const more = period === 'hour' ? '; with by=day you can go back further' : '';
    throw invalidRange('from', `must be at most ${kept} ago${more}`);
  }
  if (toMs - fromMs > keptMs + periodMs) {
    throw invalidRange('from', `must be at most ${kept} before \`to\``);
  }
  return { period, fromMs, toMs };
}

/** What the caller bought in a range of days. */
export interface Usage extends Range {
  totals: StatsCounts;
  /** By day, oldest first, days without an order included; or by key or listing. */
  rows: { by: 'day'; data: Stats['data'] } | { by: 'key' | 'listing'; data: UsageOfPart[] };
}

/** What the caller bought, by key, listing or day. */
export async function readUsage(
  deps: { stats: Pick<StatsStore, 'read' | 'usage'>; clock: Pick<Clock, 'now'> },
  caller: Caller,
  { by = 'day', ...ends }: UsageQuery,
  reader: Reader,
): Promise<Usage> {
  if (by === 'day') {
    const { data, ...stats } = await readStats(deps, 'orders', caller, { ...ends, by }, reader);
    return { ...stats, rows: { by, data } };
  }
  const range = rangeOf({ ...ends, by: 'day' }, deps.clock.now());
  const { accountId } = caller;
  const data = await deps.stats.usage({ ...range, accountId, by }, reader);
  const totals = noCounts();
  for (const { counts } of data) addCounts(totals, counts);
  return { ...range, totals, rows: { by, data } };
}

/** What the caller bought or sold, by the hour or day in which the orders settled. */
export async function readStats(
  { stats, clock }: { stats: Pick<StatsStore, 'read'>; clock: Pick<Clock, 'now'> },
  side: StatsRange['side'],
  caller: Caller,
  query: StatsQuery,
  reader: Reader,
): Promise<Stats> {
  const range = rangeOf(query, clock.now());
  const { accountId } = caller;
  const counted = await stats.read(
    { ...range, side, accountId, listingRef: query.listingId },
    reader,
  );
  const byStart = new Map(counted.map(({ startMs, counts }) => [startMs, counts]));
  const totals = noCounts();
  const data: Stats['data'] = [];
  for (const startMs of startsIn(range.period, range.fromMs, range.toMs)) {
    const counts = byStart.get(startMs) ?? noCounts();
    addCounts(totals, counts);
    data.push({ startMs, counts });
  }
  return { ...range, totals, data };
}
