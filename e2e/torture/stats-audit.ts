import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from './api-client.ts';
import { expectStatus } from './listings.ts';
import type { Report } from './report.ts';

const HOUR_MS = 3_600_000;
const PAGE = 100;
/** Settled orders are counted every 2 s. */
const COUNTED_WITHIN_MS = 30_000;
const COUNTED_TWICE_WITHIN_MS = 5_000;

/** The counts of one hour; amounts in micro-units of the one currency that is used here. */
interface Counts {
  completed: number;
  failures: Record<string, number>;
  micros: number;
  valid: number;
  invalid: number;
  unchecked: number;
}

/** Counts by the start of their hour, as RFC 3339; hours without an order are left out. */
type Hours = Map<string, Counts>;

async function everyOrder(api: ApiClient): Promise<any[]> {
  const orders: any[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = expectStatus(await api.request('GET', `/v1/orders?limit=${PAGE}${query}`), 200);
    orders.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return orders;
}

const microsOf = (amount: number) => Math.round(amount * 1_000_000);

/** What the statistics must say, computed from the orders themselves. */
function countOrders(orders: readonly any[]): Hours {
  const hours: Hours = new Map();
  for (const { orderState, completedAt, failure, price, outputValid } of orders) {
    if (completedAt === null) continue;
    const start = new Date(Math.floor(Date.parse(completedAt) / HOUR_MS) * HOUR_MS).toISOString();
    const none = { completed: 0, failures: {}, micros: 0, valid: 0, invalid: 0, unchecked: 0 };
    const counts: Counts = hours.get(start) ?? none;
    hours.set(start, counts);
    if (orderState === 'failed') {
      counts.failures[failure.kind] = (counts.failures[failure.kind] ?? 0) + 1;
      continue;
    }
    counts.completed += 1;
    counts.micros += microsOf(price.amount);
    if (outputValid === null) counts.unchecked += 1;
    else counts[outputValid ? 'valid' : 'invalid'] += 1;
  }
  return hours;
}

/** The statistics as counts; of orders without the validity, which only sales have. */
async function readHours(
  api: ApiClient,
  side: 'orders' | 'sales',
  query: Record<string, string>,
): Promise<Hours> {
  const path = `/v1/stats/${side}?${new URLSearchParams({ by: 'hour', ...query })}`;
  const { data } = expectStatus(await api.request('GET', path), 200);
  const hours: Hours = new Map();
  for (const { start, calls, completed, failures, spend, revenue, outputValid } of data) {
    if (calls === 0) continue;
    const { valid = 0, invalid = 0, unchecked = 0 } = outputValid ?? {};
    const [{ amount = 0 } = {}] = spend ?? revenue;
    const micros = microsOf(amount);
    hours.set(start, { completed, failures, micros, valid, invalid, unchecked });
  }
  return hours;
}

const withoutValidity = (hours: Hours): Hours =>
  new Map(
    [...hours].map(([start, counts]) => [start, { ...counts, valid: 0, invalid: 0, unchecked: 0 }]),
  );

const isSame = (one: Hours, other: Hours) =>
  isDeepStrictEqual(Object.fromEntries(one), Object.fromEntries(other));

const shown = (hours: Hours) => JSON.stringify(Object.fromEntries(hours));

/**
 * Compares the statistics of an account that buys from its own listings with its orders, hour by
 * hour, of all listings and of each: every settled order must be counted exactly once. All orders
 * must have settled. Returns how many orders failed, by kind.
 */
export async function auditStats(
  { report, listings }: { report: Report; listings: readonly string[] },
  api: ApiClient,
): Promise<ReadonlyMap<string, number>> {
  const orders = await everyOrder(api);
  const firstMs = Math.min(...orders.map(({ createdAt }) => Date.parse(createdAt)));
  const range = {
    from: new Date(Math.floor(firstMs / HOUR_MS) * HOUR_MS).toISOString(),
    to: new Date(Date.now() + HOUR_MS).toISOString(),
  };

  /** The first difference between the statistics and the orders. */
  async function findDifference(): Promise<string | undefined> {
    for (const listingId of [undefined, ...listings]) {
      const own = orders.filter(
        (order) => listingId === undefined || order.listingId === listingId,
      );
      const expected = countOrders(own);
      const query = listingId === undefined ? range : { ...range, listingId };
      const sides = [
        ['orders', withoutValidity(expected)],
        ['sales', expected],
      ] as const;
      for (const [side, wanted] of sides) {
        const found = await readHours(api, side, query);
        if (isSame(found, wanted)) continue;
        return `${side} of ${listingId ?? 'all listings'}: ${shown(found)}, but the orders are ${shown(wanted)}`;
      }
    }
    return undefined;
  }

  const sinceMs = performance.now();
  let difference = await findDifference();
  while (difference !== undefined && performance.now() - sinceMs < COUNTED_WITHIN_MS) {
    await pause(500);
    difference = await findDifference();
  }
  if (difference === undefined) {
    // A process that counts orders a second time does so within seconds.
    await pause(COUNTED_TWICE_WITHIN_MS);
    difference = await findDifference();
  }
  if (difference !== undefined) report.violation('miscounted', difference);
  report.checked('orders in statistics', orders.length);
  const failed = new Map<string, number>();
  for (const { orderState, failure } of orders) {
    if (orderState === 'failed') failed.set(failure.kind, (failed.get(failure.kind) ?? 0) + 1);
  }
  return failed;
}
