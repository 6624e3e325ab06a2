// Counts settled orders: from the log of orders to the rows of statistics.

import type { FailureKind } from '@mkt/protocol';
import { pause } from '../market/outside.ts';
import type { SettledPosition } from '../orders/sql-log.ts';
import type { App } from '../server/context.ts';
import {
  addAmount,
  addCounts,
  addDurations,
  addTo,
  type CountedRow,
  durationBucket,
  noCounts,
  startOf,
  type StatsCounts,
  type StatsKey,
} from './stats.ts';

/** Settled orders that are the same in everything that is counted, and their number. */
export interface SettledGroup {
  listingId: string;
  buyerId: string;
  sellerId: string;
  keyId: string | null;
  /** Start of the hour in which they settled. */
  hourMs: number;
  /** null: completed. */
  failure: FailureKind | null;
  /** Whether the service refused the input. */
  refused: boolean;
  priceMicros: number;
  currency: string;
  /** null if the call was never started. */
  durationMs: number | null;
  outputValid: boolean | null;
  count: number;
}

/** A batch of orders that has some of its rows stored. */
export interface StartedBatch {
  /** Where it ends. */
  to: SettledPosition;
  /** The last row that is stored. */
  after: StatsKey;
}

/**
 * How far the log of settled orders is counted. The rows of a batch of orders are stored in several
 * transactions; another process can continue it after a crash.
 */
export interface CountedPosition extends SettledPosition {
  batch: StartedBatch | null;
}

export const isBefore = (one: SettledPosition, other: SettledPosition): boolean =>
  one.number < other.number || (one.number === other.number && one.orderId < other.orderId);

/** The next orders of the log. */
export interface Uncounted {
  to: SettledPosition;
  groups: SettledGroup[];
  orders: number;
}

/** Enough digits for every time. */
const padded = (startMs: number): string => String(startMs).padStart(16, '0');

/**
 * The order in which the sides are stored. A listing is rated by its sales without those that do not
 * count, which are stored with the orders: between the two, too much counts, never too little.
 */
const SIDES = ['keys', 'sales', 'orders'] as const;

function isAfter(row: StatsKey, key: StatsKey): boolean {
  const place = ({ period, startMs, side, accountId, part }: StatsKey) =>
    [period, padded(startMs), SIDES.indexOf(side as 'keys'), accountId, part ?? ''].join(' ');
  return place(row) > place(key);
}

type CountsByHour = Map<number, StatsCounts>;

const sorted = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Adds up the counts of hours that are of the same day; mostly there is one. */
function byDay(hours: CountsByHour): CountsByHour {
  const days: CountsByHour = new Map();
  for (const [hourMs, counts] of hours) {
    const dayMs = startOf(hourMs, 'day');
    const day = days.get(dayMs);
    if (!day) days.set(dayMs, counts);
    else {
      const sum = noCounts();
      addCounts(sum, day);
      addCounts(sum, counts);
      days.set(dayMs, sum);
    }
  }
  return days;
}

/** The counts of accounts, by listing or key. */
type CountsOfSide = Map<string, Map<string, CountsByHour>>;

function count(side: CountsOfSide, accountId: string, part: string, group: SettledGroup): void {
  const parts = getOrAdd(side, accountId, () => new Map<string, CountsByHour>());
  const hours = getOrAdd(parts, part, () => new Map<number, StatsCounts>());
  addGroup(getOrAdd(hours, group.hourMs, noCounts), group);
}

/** Adds up what groups of settled orders add to the counts of each hour and day. */
export function createCounter() {
  const sides: Record<(typeof SIDES)[number], CountsOfSide> = {
    keys: new Map(),
    sales: new Map(),
    orders: new Map(),
  };
  const { keys, sales, orders } = sides;
  return {
    add(group: SettledGroup): void {
      const { buyerId, sellerId, listingId, keyId } = group;
      count(keys, buyerId, keyId ?? '', group);
      count(orders, buyerId, '', group);
      count(orders, buyerId, listingId, group);
      count(sales, sellerId, '', group);
      count(sales, sellerId, listingId, group);
    },
    /** Each row once, in the order in which they are stored: neighbours in the table follow each other. */
    rows(): CountedRow[] {
      const byStart = new Map<string, CountedRow[]>();
      const add = (key: Omit<StatsKey, 'startMs'>, counted: CountsByHour) => {
        for (const [startMs, counts] of counted) {
          const rows = getOrAdd(byStart, `${key.period} ${padded(startMs)}`, () => []);
          rows.push({ ...key, startMs, counts });
        }
      };
      for (const side of SIDES) {
        for (const [accountId, parts] of sorted(sides[side])) {
          for (const [part, hours] of sorted(parts)) {
            const key = { side, accountId, part: part === '' ? null : part };
            add({ ...key, period: 'day' }, byDay(hours));
            if (side !== 'keys') add({ ...key, period: 'hour' }, hours);
          }
        }
      }
      return sorted(byStart).flatMap(([, rows]) => rows);
    },
  };
}

function addGroup(counts: StatsCounts, group: SettledGroup): void {
  const { failure, count, outputValid, durationMs } = group;
  if (failure !== null) {
    if (group.refused) counts.refused += count;
    return addTo(counts.failures, failure, count);
  }
  counts.completed += count;
  addAmount(counts.amounts, group.currency, BigInt(group.priceMicros) * BigInt(count));
  if (durationMs !== null) {
    addDurations(counts.durations, { first: durationBucket(durationMs), counts: [count] });
  }
  if (outputValid === null) counts.unchecked += count;
  else if (outputValid) counts.valid += count;
  else counts.invalid += count;
}

/**
 * Orders of a batch. With many buyers and listings their rows are on as many pages, and the more orders
 * share the writing of a page, the less each costs.
 */
const ORDERS_PER_BATCH = 8_192;
/** Rows that are stored in one transaction; on SQLite it takes a few milliseconds, in which no order is handled. */
const ROWS_AT_ONCE = 256;

/** The position once these rows of a batch are stored. */
function partlyStored(
  from: CountedPosition,
  to: SettledPosition,
  rows: readonly CountedRow[],
): CountedPosition {
  const { counts: _, ...after } = rows.at(-1) as CountedRow;
  return { ...from, batch: { to, after } };
}

/** A batch of orders, counted. */
interface Batch {
  to: SettledPosition;
  /** In the order of the table. */
  rows: CountedRow[];
  /** The sellers of their listings. */
  sellers: Map<string, string>;
  orders: number;
}

/** The next orders of the log: those of a batch that has been started, or a new one. */
async function nextBatch(
  stats: App['store']['stats'],
  { batch, ...from }: CountedPosition,
): Promise<Batch> {
  const counter = createCounter();
  const sellers = new Map<string, string>();
  let to: SettledPosition = from;
  let orders = 0;
  while (batch ? isBefore(to, batch.to) : orders < ORDERS_PER_BATCH) {
    const next = await stats.next({ after: to, until: batch?.to });
    if (!next) break;
    for (const group of next.groups) {
      counter.add(group);
      sellers.set(group.listingId, group.sellerId);
    }
    to = next.to;
    orders += next.orders;
  }
  const rows = counter.rows();
  return {
    to,
    rows: batch ? rows.filter((row) => isAfter(row, batch.after)) : rows,
    sellers,
    orders,
  };
}

/**
 * Adds every order that has settled since the last run to the statistics
 * (docs/buy/spending.md#statistics), each exactly once. The rows of thousands of orders are stored in the
 * order of the table, so that each page is written once. Each transaction stores some of them and how far
 * it came, and only if no other process was faster.
 */
export async function countOrders({
  store: { stats },
  clock,
  ending: signal,
}: Pick<App, 'store' | 'clock' | 'ending'>): Promise<void> {
  let more = await stats.hasUncounted();
  while (more && !signal.aborted) {
    let from = await stats.position();
    const { rows, sellers, orders, ...batch } = await nextBatch(stats, from);
    // Retention may have deleted every order of a batch that was cut off; the batch then ends with what
    // is stored.
    if (orders === 0 && !from.batch) return;
    // What settles meanwhile is left to the next run: many orders cost little more than a few.
    more = from.batch !== null || orders >= ORDERS_PER_BATCH;
    for (let at = 0, isEnd = false; !isEnd && !signal.aborted; at += ROWS_AT_ONCE) {
      const startedMs = clock.monotonic();
      const some = rows.slice(at, at + ROWS_AT_ONCE);
      isEnd = at + ROWS_AT_ONCE >= rows.length;
      const to = isEnd ? { ...batch.to, batch: null } : partlyStored(from, batch.to, some);
      if (!(await stats.add({ from, to, rows: some, sellers }))) return;
      from = to;
      // Pauses for as long as it took, so that orders get at least half of the time.
      const tookMs = clock.monotonic() - startedMs;
      if ((more || !isEnd) && tookMs > 0) await pause(clock, tookMs, signal);
    }
  }
}
