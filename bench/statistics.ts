import { monitorEventLoopDelay } from 'node:perf_hooks';
import { request } from 'undici';
import { createSealing } from '../packages/marketplace/src/database/sealing.ts';
import { createStore } from '../packages/marketplace/src/server/context.ts';
import { systemClock } from '../packages/marketplace/src/server/outside.ts';
import { fillMonth } from './filled-month.ts';
import { startMarketplace } from './marketplace.ts';
import { quantile } from './measure/statistics.ts';
import { onEachEngine, type OpenedDatabase, type Place } from './engines.ts';
import type { Benchmark, BenchmarkOptions } from './report/benchmark.ts';
import { figure } from './report/table.ts';
import { countOrders } from '../packages/marketplace/src/stats/count-orders.ts';

const ORDERS = 1_000_000;
const DAY_MS = 86_400_000;

/** What the pages Overview and Sales request. */
const READS: Readonly<Record<string, () => string>> = {
  'orders, 24 hours': () => '/v1/stats/orders',
  'sales, 24 hours': () => '/v1/stats/sales',
  'sales, 31 days by hour': () => `/v1/stats/sales?from=${daysAgo(31)}`,
  'sales, 30 days': () => '/v1/stats/sales?by=day',
  'sales, 2 years': () => `/v1/stats/sales?by=day&from=${daysAgo(730)}`,
  'sales of a listing, 30 days': () => '/v1/stats/sales?by=day&listingId=month-1',
  'newest sales': () => '/v1/sales',
  'newest orders': () => '/v1/orders',
};

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** With this clock, counting leaves no time to orders. */
const WITHOUT_PAUSES = { ...systemClock, monotonic: () => 0 };

/** Counts all orders. Returns orders per second, and by how many ms timers were late. */
async function countAll({ engine }: OpenedDatabase) {
  const store = createStore({ engine, sealing: createSealing([new Uint8Array(32)]) });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const startedMs = performance.now();
  delay.enable();
  await countOrders({ store, clock: WITHOUT_PAUSES, ending: new AbortController().signal });
  delay.disable();
  const perSecond = (ORDERS * 1000) / (performance.now() - startedMs);
  return { perSecond, lateMs: delay.percentile(99) / 1e6, latestMs: delay.max / 1e6 };
}

async function readTimes(url: string, apiKey: string, seconds: number) {
  const times: number[] = [];
  for (const endMs = performance.now() + seconds * 1000; performance.now() < endMs;) {
    const beganMs = performance.now();
    const { statusCode, body } = await request(url, { headers: { 'x-mkt-api-key': apiKey } });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
    times.push(performance.now() - beganMs);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) };
}

async function measure({ options, open }: Place, { seconds }: BenchmarkOptions) {
  const first = await startMarketplace(options);
  const me = await request(`${first.url}/v1/me`, { headers: { 'x-mkt-api-key': first.apiKey } });
  const { userId } = (await me.body.json()) as { userId: string };
  await first.stop();
  const opened = await open();
  await fillMonth(opened.engine.write, { accountId: userId, count: ORDERS, endMs: Date.now() });
  const counting = await countAll(opened);
  await opened.close();
  const { url, apiKey, stop } = await startMarketplace(options);
  const reads: Record<string, Awaited<ReturnType<typeof readTimes>>> = {};
  for (const [name, path] of Object.entries(READS)) {
    reads[name] = await readTimes(url + path(), apiKey, seconds);
  }
  await stop();
  return { counting, reads };
}

export const statistics: Benchmark = {
  title: 'Statistics',
  method: `${figure(ORDERS)} orders from 30 days, half of them bought and sold by one account with 100 listings, the others by 5,000 buyers of 100 sellers: counting all of them from the log, in a process without other work and without the pauses that normally leave half of the time to orders; then that account’s statistics over HTTP, one request at a time.`,
  notMeasured: ['several accounts reading simultaneously; orders running at the same time.'],
  async run(options) {
    const measured = await onEachEngine((place) => measure(place, options), options.on);
    const worst = measured.flatMap(({ figures: { reads } }) =>
      Object.values(reads).map(({ p99Ms }) => p99Ms),
    );
    return {
      tables: [
        {
          title: 'Counting settled orders',
          columns: ['on', 'orders per minute', 'timers late, p99 ms', 'at most'],
          rows: measured.map(({ name, figures: { counting } }) => [
            name,
            figure(counting.perSecond * 60),
            figure(counting.lateMs),
            figure(counting.latestMs),
          ]),
        },
        {
          title: 'Reading them',
          columns: ['what', ...measured.flatMap(({ name }) => [`${name} p50 ms`, 'p99 ms'])],
          rows: Object.keys(READS).map((what) => [
            what,
            ...measured.flatMap(({ figures: { reads } }) => {
              const { p50Ms = 0, p99Ms = 0 } = reads[what] ?? {};
              return [figure(p50Ms), figure(p99Ms)];
            }),
          ]),
        },
      ],
      goals: [
        {
          name: 'worst p99 of a read, in ms',
          value: Math.max(...worst),
          floor: 20,
          target: 10,
          better: 'lower',
        },
        {
          name: 'fewest orders counted in a minute',
          value: Math.min(...measured.map(({ figures: { counting } }) => counting.perSecond * 60)),
          floor: 100_000,
          target: 300_000,
          better: 'higher',
        },
      ],
    };
  },
};
