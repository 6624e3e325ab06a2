import { loadOrders, startProject, startRival, type Contestant } from './contestants.ts';
import { startServer } from './measure/child-process.ts';
import { measureInRounds, type Measured } from './measure/rounds.ts';
import { startPrism, startRedis } from './peer-programs.ts';
import { startPostgres } from './postgres.ts';
import type { Benchmark, BenchmarkOptions } from './report/benchmark.ts';
import { figure, percent, ratio, type Table } from './report/table.ts';

const CONNECTIONS = [16, 64];
const BUSY = 64;
const PROJECT = 'mkt';
const QUEUE = 'bullmq';
const GRAPHILE = 'graphile-worker';
const PRISM = 'prism proxy';

/** Where the peers are installed. */
const folder = () => process.env['BENCH_PEERS'] ?? '';

const table = (connections: number, measured: Measured): Table => ({
  title: `${connections} connections, a seller that responds immediately`,
  columns: ['server', 'orders/s', '±', 'mkt ÷ it', 'p50 ms', 'p99 ms', 'server CPU µs/order'],
  rows: measured.names.map((name) => [
    name,
    figure(measured.median(name, 'requestsPerSecond')),
    percent(measured.spread(name, 'requestsPerSecond')),
    ratio(measured.ratio(PROJECT, name, 'requestsPerSecond')),
    figure(measured.median(name, 'p50Ms')),
    figure(measured.median(name, 'p99Ms')),
    figure(measured.median(name, 'cpuMicros')),
  ]),
});

async function measureAll(options: BenchmarkOptions): Promise<Map<number, Measured>> {
  const seller = await startServer('servers/quick-seller.ts');
  const redis = await startRedis();
  const postgres = await startPostgres();
  if (!postgres) throw new Error('There is no Postgres for graphile-worker.');
  const env = { PEERS: folder(), REDIS_PORT: String(redis.port), POSTGRES_URL: postgres.url };
  const contestants: Contestant[] = [
    await startProject(seller.url),
    { ...(await startRival(QUEUE, seller.url, env)), storePid: redis.pid },
    { ...(await startRival(GRAPHILE, seller.url, env)), storePid: postgres.pid },
    await startPrism(folder(), seller.url),
  ];
  const found = new Map<number, Measured>();
  for (const connections of CONNECTIONS) {
    const variants = contestants.map((each) => ({
      name: each.name,
      measure: (seconds: number) => loadOrders(each, connections, seconds),
    }));
    found.set(connections, await measureInRounds(variants, options));
  }
  for (const each of [...contestants, redis, postgres, seller]) await each.stop();
  return found;
}

export const peers: Benchmark = {
  title: 'Compared with other software',
  method:
    'The built server compared with BullMQ, whose Redis writes to disk once per second and may lose that second; with graphile-worker on Postgres; and with Prism as a proxy, which validates requests and stores nothing. None of the others looks up a key or a listing.',
  notMeasured: ['gateways that are not Node programs.'],
  missing: () =>
    folder() === ''
      ? 'It needs redis-server on the PATH, and BENCH_PEERS=FOLDER where you ran `npm i bullmq@6.7.0 ioredis@6.0.0 graphile-worker@0.18.0 @stoplight/prism-cli@5.16.0`.'
      : undefined,
  async run(options) {
    const found = await measureAll(options);
    const against = (connections: number, name: string) =>
      found.get(connections)?.ratio(PROJECT, name, 'requestsPerSecond') ?? Number.NaN;
    return {
      tables: [...found].map(([connections, measured]) => table(connections, measured)),
      goals: [
        ...CONNECTIONS.map((connections) => ({
          name: `orders/s ÷ BullMQ, ${connections} connections`,
          value: against(connections, QUEUE),
          floor: 1.3,
          target: 2,
          better: 'higher' as const,
        })),
        {
          name: `orders/s ÷ graphile-worker, ${BUSY} connections`,
          value: against(BUSY, GRAPHILE),
          floor: 4,
          target: 6,
          better: 'higher' as const,
        },
        {
          name: `orders/s ÷ Prism, ${BUSY} connections`,
          value: against(BUSY, PRISM),
          floor: 2,
          target: 3,
          better: 'higher',
        },
      ],
    };
  },
};
