import { fillWithOrders } from './cloned-orders.ts';
import { createDatabase, queryOne } from './cluster-database.ts';
import { loadOrders, startProject, startRival, type Contestant } from './contestants.ts';
import { RAISED_LIMITS, startMarketplace } from './marketplace.ts';
import { startServer } from './measure/child-process.ts';
import { measureInRounds } from './measure/rounds.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import { placeOrders } from './placed-orders.ts';
import { startPostgres, type RunningPostgres } from './postgres.ts';
import type { Benchmark, BenchmarkOptions } from './report/benchmark.ts';
import { orderTable } from './report/order-table.ts';
import { figure } from './report/table.ts';

const CONNECTIONS = 64;
const FEW = 1_000;
const MANY = 1_000_000;

const HAND = 'by hand on Postgres';
const QUEUE = 'pg-boss';
const ONE = 'mkt, one process';
const TWO = 'mkt, two processes';
const LARGE = `mkt, ${figure(MANY)} orders before`;

/** CPU time of the database is that of all its processes. */
const onPostgres = (
  contestant: Contestant,
  name: string,
  { pid }: RunningPostgres,
): Contestant => ({
  ...contestant,
  name,
  storePid: pid,
});

const envOf = (database: string) => ({ ...RAISED_LIMITS, MKT_DATABASE_URL: database });

async function startOne(
  postgres: RunningPostgres,
  sellerUrl: string,
  { name, ordersBefore, seed }: { name: string; ordersBefore: number; seed: number },
): Promise<Contestant & { database: string }> {
  const database = await createDatabase(postgres.url);
  const dataDir = temporaryFolder();
  const env = envOf(database);
  const first = await startProject(sellerUrl, { env, dataDir });
  const people = { apiKeys: [first.apiKey], listingIds: [first.listingId] };
  const placed = await placeOrders(first.url, people, FEW, seed);
  await first.stop();
  await fillWithOrders({ url: database }, placed, ordersBefore);
  await queryOne(database, 'ANALYZE orders', []);
  const project = { ...first, ...(await startMarketplace({ env, dataDir })) };
  return { ...onPostgres(project, name, postgres), database };
}

/** A second process on the same database; each gets half of the connections. */
async function startTwo(postgres: RunningPostgres, sellerUrl: string) {
  const database = await createDatabase(postgres.url);
  const dataDir = temporaryFolder();
  const env = envOf(database);
  const first = await startProject(sellerUrl, { env, dataDir });
  const second = await startMarketplace({ env, dataDir });
  const both = [
    onPostgres(first, TWO, postgres),
    onPostgres({ ...first, ...second }, TWO, postgres),
  ];
  return {
    async measure(seconds: number) {
      const loads = await Promise.all(
        both.map((each) => loadOrders(each, CONNECTIONS / both.length, seconds)),
      );
      const sum = (key: 'requestsPerSecond' | 'rssMib') =>
        loads.reduce((total, load) => total + load[key], 0);
      const worst = (key: 'p50Ms' | 'p99Ms') => Math.max(...loads.map((load) => load[key]));
      const share = (key: 'cpuMicros') =>
        loads.reduce((total, load) => total + load[key] * load.answered, 0) /
        loads.reduce((total, load) => total + load.answered, 0);
      return {
        requestsPerSecond: sum('requestsPerSecond'),
        p50Ms: worst('p50Ms'),
        p99Ms: worst('p99Ms'),
        cpuMicros: share('cpuMicros'),
        // Both loads counted all processes of the database, for half of the orders each.
        storeCpuMicros:
          Math.max(...loads.map(({ storeCpuMicros }) => storeCpuMicros)) / both.length,
        rssMib: sum('rssMib'),
      };
    },
    async stop() {
      for (const each of both) await each.stop();
    },
  };
}

async function measureAll(postgres: RunningPostgres, options: BenchmarkOptions) {
  const seller = await startServer('servers/quick-seller.ts');
  const rival = async (server: string, name: string) => {
    const env = { POSTGRES_URL: await createDatabase(postgres.url) };
    return onPostgres(await startRival(server, seller.url, env), name, postgres);
  };
  const { seed } = options;
  const one = await startOne(postgres, seller.url, { name: ONE, ordersBefore: FEW, seed });
  const large = await startOne(postgres, seller.url, { name: LARGE, ordersBefore: MANY, seed });
  const two = await startTwo(postgres, seller.url);
  const contestants = [
    await rival('hand-postgres', HAND),
    await rival('job-queue', QUEUE),
    one,
    large,
  ];
  const variants = contestants.map((each) => ({
    name: each.name,
    measure: (seconds: number) => loadOrders(each, CONNECTIONS, seconds),
  }));
  const measured = await measureInRounds(
    [...variants, { name: TWO, measure: two.measure }],
    options,
  );
  const bytes = await queryOne(
    large.database,
    `SELECT pg_total_relation_size('orders') / count(*)::float8 AS value FROM orders`,
    [],
  );
  for (const each of [...contestants, two, seller]) await each.stop();
  return { measured, bytes };
}

export const cluster: Benchmark = {
  title: 'On Postgres',
  method: `The built server with Postgres on the same machine, compared with a hand-written server that runs one statement per step and with a job queue; with ${figure(FEW)} and with ${figure(MANY)} orders in the table; and two processes sharing the ${CONNECTIONS} connections and the database.`,
  notMeasured: ['Postgres on another machine, TLS to Postgres; more than two processes; replicas.'],
  async run(options) {
    const postgres = await startPostgres();
    if (!postgres) throw new Error('Postgres cannot be started here.');
    const { measured, bytes } = await measureAll(postgres, options);
    await postgres.stop();
    const perSecond = (name: string, base: string) =>
      measured.ratio(name, base, 'requestsPerSecond');
    const cost = (name: string) =>
      measured.median(name, 'cpuMicros') + measured.median(name, 'storeCpuMicros');
    return {
      tables: [
        orderTable(measured, {
          title: `${CONNECTIONS} connections, a seller that responds immediately`,
          base: HAND,
          hasDatabase: () => true,
        }),
        {
          title: 'Disk space',
          columns: ['what', 'bytes'],
          rows: [['an order of 350 bytes, with its four indexes', figure(bytes)]],
        },
      ],
      goals: [
        {
          name: 'orders/s ÷ by hand on Postgres',
          value: perSecond(ONE, HAND),
          floor: 0.7,
          target: 0.85,
          better: 'higher',
        },
        {
          name: 'orders/s ÷ pg-boss',
          value: perSecond(ONE, QUEUE),
          floor: 2,
          target: 2.5,
          better: 'higher',
        },
        {
          name: `CPU per order at ${figure(MANY)} ÷ at ${figure(FEW)}`,
          value: cost(LARGE) / cost(ONE),
          floor: 1.5,
          target: 1.2,
          better: 'lower',
        },
      ],
    };
  },
};
