import { loadOrders, startProject, startRival, type Contestant } from './contestants.ts';
import { startServer } from './measure/child-process.ts';
import { measureInRounds, type Measured } from './measure/rounds.ts';
import { startPostgres } from './postgres.ts';
import type { Benchmark, BenchmarkOptions } from './report/benchmark.ts';
import type { Goal } from './report/goal.ts';
import { orderTable } from './report/order-table.ts';
import type { Table } from './report/table.ts';

const CONNECTIONS = [1, 16, 64, 256];
/** The number of connections that most goals are for. */
const BUSY = 64;
/** The least ratio of orders/s to the ceiling, by connections. */
const FLOORS = new Map([
  [64, 0.8],
  [16, 0.85],
  [1, 0.9],
]);
const SLOW_SELLER_MS = 50;

const PROJECT = 'mkt';
const CEILING = 'ceiling';
const PROXY = 'bare-proxy';
const QUEUE = 'job-queue';

async function startAll(sellerUrl: string): Promise<Contestant[]> {
  const rivals = [CEILING, PROXY, 'naive'].map((name) => startRival(name, sellerUrl));
  const all = [await startProject(sellerUrl), ...(await Promise.all(rivals))];
  const postgres = await startPostgres();
  if (postgres) {
    const queue = await startRival(QUEUE, sellerUrl, { POSTGRES_URL: postgres.url });
    const stop = async () => {
      await queue.stop();
      await postgres.stop();
    };
    all.push({ ...queue, storePid: postgres.pid, stop });
  }
  return all;
}

const connectionsText = (count: number) => (count === 1 ? '1 connection' : `${count} connections`);

const table = (title: string, measured: Measured): Table =>
  orderTable(measured, { title, base: CEILING, hasDatabase: (name) => name === QUEUE });

/** Measures all servers with this seller, once for each number of connections. */
async function measure(
  delayMs: number,
  connections: readonly number[],
  options: BenchmarkOptions,
): Promise<Map<number, Measured>> {
  const seller = await startServer('servers/quick-seller.ts', { DELAY_MS: String(delayMs) });
  const contestants = await startAll(seller.url);
  const found = new Map<number, Measured>();
  for (const count of connections) {
    const variants = contestants.map((each) => ({
      name: each.name,
      measure: (seconds: number) => loadOrders(each, count, seconds),
    }));
    found.set(count, await measureInRounds(variants, options));
  }
  for (const each of contestants) await each.stop();
  await seller.stop();
  return found;
}

function goals(all: ReadonlyMap<number, Measured>, quick: Measured, slow: Measured): Goal[] {
  const against = (base: string, key: string) => quick.ratio(PROJECT, base, key);
  const addedMs = slow.median(PROJECT, 'p50Ms') - slow.median(PROXY, 'p50Ms');
  const at = `${BUSY} connections`;
  return [
    ...[...FLOORS].map(([connections, floor]) => ({
      name: `orders/s ÷ ceiling, ${connectionsText(connections)}`,
      value: all.get(connections)?.ratio(PROJECT, CEILING, 'requestsPerSecond') ?? Number.NaN,
      floor,
      target: 0.95,
      better: 'higher' as const,
    })),
    {
      name: `server CPU per order ÷ ceiling, ${at}`,
      value: against(CEILING, 'cpuMicros'),
      floor: 1.5,
      target: 1.15,
      better: 'lower',
    },
    {
      name: `p99 ÷ ceiling, ${at}`,
      value: against(CEILING, 'p99Ms'),
      floor: 1.5,
      target: 1,
      better: 'lower',
    },
    {
      name: `memory ÷ ceiling, ${at}`,
      value: against(CEILING, 'rssMib'),
      floor: 1.5,
      target: 1.15,
      better: 'lower',
    },
    ...(quick.names.includes(QUEUE)
      ? [
          {
            name: `orders/s ÷ pg-boss, ${at}`,
            value: against(QUEUE, 'requestsPerSecond'),
            floor: 4,
            target: 6,
            better: 'higher' as const,
          },
        ]
      : []),
    {
      name: `p50 added to a seller of ${SLOW_SELLER_MS} ms, in ms, ${at}`,
      value: addedMs,
      floor: 4,
      target: 2,
      better: 'lower',
    },
  ];
}

export const activation: Benchmark = {
  title: 'Activations',
  method:
    'The built server on its embedded database, compared with `ceiling`, a hand-written activation of a single listing with the same durability; `bare-proxy`, which forwards requests and stores nothing; `naive`, plain Express and kysely with a commit per write; and `job-queue`, pg-boss on Postgres. Ratios are to `ceiling` within each round.',
  notMeasured: [
    'TLS to sellers, a real network, many listings at once, bodies over 1 KB, several processes, memory over hours.',
    'Load, seller and server share the machine, so absolute figures are lower than with a separate load generator.',
  ],
  async run(options) {
    const quick = await measure(0, CONNECTIONS, options);
    const slow = (await measure(SLOW_SELLER_MS, [BUSY], options)).get(BUSY);
    const busy = quick.get(BUSY);
    if (!busy || !slow) throw new Error('Nothing was measured.');
    return {
      tables: [
        ...[...quick].map(([count, measured]) =>
          table(`${connectionsText(count)}, a seller that responds immediately`, measured),
        ),
        table(`${BUSY} connections, a seller that takes ${SLOW_SELLER_MS} ms`, slow),
      ],
      chart: {
        title: `Activations on ${BUSY} connections`,
        unit: 'orders/s',
        bars: busy.names.map((name) => ({
          label: name,
          value: busy.median(name, 'requestsPerSecond'),
          own: name === PROJECT,
        })),
      },
      goals: goals(quick, busy, slow),
    };
  },
};
