import { loadOrders } from './contestants.ts';
import { createMarketFile, type MarketFile } from './filled-market.ts';
import {
  type Case,
  type MarketEngine,
  type MarketServer,
  OWN_TREE,
  POSTGRES,
  SQLITE,
  type Tree,
  treeBefore,
  type Written,
} from './market-servers.ts';
import { marketSize, type MarketSize, sizeText } from './market-size.ts';
import { startServer } from './measure/child-process.ts';
import { runLoad } from './measure/load.ts';
import { measureInRounds, type Measured } from './measure/rounds.ts';
import { startPostgres } from './postgres.ts';
import { type Benchmark, type BenchmarkOptions, InvalidOptions } from './report/benchmark.ts';
import type { Goal } from './report/goal.ts';
import { figure, percent, ratio, type Table } from './report/table.ts';

const CONNECTIONS = 64;
const SMALLEST = '1x1';
const LARGEST = '5000x1000';
const MARKETS = [SMALLEST, '100x100', LARGEST];
const MOST_ORDERS = 1_000_000;
const ORDERS = ['0', '100000', String(MOST_ORDERS)];

const PROJECT = OWN_TREE.name;
const BEFORE = 'before';
const KIB = 1024;

interface Found extends Case {
  engine: MarketEngine;
  measured: Measured;
  /** What each server wrote for an order. */
  written: ReadonlyMap<string, Written>;
}

/** The one that is written by hand, which ratios are relative to. */
const handOf = ({ measured }: Found) => measured.names.at(-1) ?? '';

/**
 * So many orders that nearly every listing has had one: the first of a listing takes longer, and is
 * refused if that takes too long.
 */
async function warmUp({ url, next, caughtUp }: MarketServer, { listings }: MarketSize) {
  if (next) await runLoad({ url, connections: 16, requests: Math.max(500, 4 * listings), next });
  await caughtUp?.();
}

/** Measures the servers of a case, and counts what they write for all orders of all rounds. */
async function measureServers(servers: readonly MarketServer[], options: BenchmarkOptions) {
  const answered = new Map<string, number>();
  const before = new Map<string, Written>();
  for (const server of servers) before.set(server.name, await server.written());
  const variants = servers.map((server) => ({
    name: server.name,
    async measure(seconds: number) {
      const load = await loadOrders(server, CONNECTIONS, seconds);
      answered.set(server.name, (answered.get(server.name) ?? 0) + load.answered);
      return load;
    },
  }));
  const measured = await measureInRounds(variants, options);
  const written = new Map<string, Written>();
  for (const { name, written: read } of servers) {
    const after = await read();
    const of = (key: keyof Written) =>
      (after[key] - (before.get(name)?.[key] ?? 0)) / (answered.get(name) ?? 0);
    written.set(name, { log: of('log'), tables: of('tables') });
  }
  return { measured, written };
}

interface Given {
  engine: MarketEngine;
  trees: ReadonlyMap<Tree, MarketFile>;
  sellerUrl: string;
}

async function measureCase(
  { engine, trees, sellerUrl }: Given,
  of: Case,
  options: BenchmarkOptions,
): Promise<Found> {
  const { seed } = options;
  const servers: MarketServer[] = [];
  for (const [tree, file] of trees) servers.push(await engine.startTree(tree, file, of, seed));
  servers.push(await engine.startHand(sellerUrl, of, seed));
  for (const server of servers) await warmUp(server, of.size);
  const measured = await measureServers(servers, options);
  for (const server of servers) await server.stop();
  const found = { ...of, engine, ...measured };
  // What is measured so far, because all of it takes long.
  for (const row of rowsOf(found)) console.error(`${titleOf(found)}: ${row.join(' | ')}`);
  return found;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new InvalidOptions(`--orders takes whole numbers such as 0,1000000, not ${text}.`);
}

/** The engines to measure on: SQLite alone where no Postgres can be started. */
async function enginesOf(names: readonly string[] = ['sqlite', 'postgres']) {
  const engines = [SQLITE, POSTGRES].filter(({ name }) => names.includes(name.toLowerCase()));
  if (!engines.includes(POSTGRES)) return engines;
  const postgres = await startPostgres();
  await postgres?.stop();
  return postgres ? engines : engines.filter((engine) => engine !== POSTGRES);
}

async function measureAll(options: BenchmarkOptions): Promise<Found[]> {
  const { before, markets = MARKETS, orders = ORDERS, on, seed } = options;
  const [sizes, counts] = [markets.map(marketSize), orders.map(wholeNumber)];
  const trees = [OWN_TREE, ...(before === undefined ? [] : [treeBefore(before)])];
  const engines = await enginesOf(on);
  const seller = await startServer('servers/quick-seller.ts');
  const found: Found[] = [];
  for (const size of sizes) {
    const files = new Map<Tree, MarketFile>();
    for (const tree of trees)
      files.set(tree, await createMarketFile(tree.bin, seller.url, size, seed));
    for (const engine of engines) {
      for (const count of counts) {
        const given = { engine, trees: files, sellerUrl: seller.url };
        found.push(await measureCase(given, { size, orders: count }, options));
      }
    }
  }
  await seller.stop();
  return found;
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

const nameOf = ({ buyers, listings }: MarketSize) =>
  `${counted(buyers, 'buyer')} and ${counted(listings, 'listing')}`;

const titleOf = ({ engine, size }: Found) => `${engine.name}: ${nameOf(size)}`;

function rowsOf(found: Found): string[][] {
  const { orders, engine, measured, written } = found;
  return measured.names.map((name) => {
    const of = (key: string) => figure(measured.median(name, key));
    const { log, tables } = written.get(name) ?? { log: Number.NaN, tables: Number.NaN };
    return [
      orders === 0 ? 'none' : orders.toLocaleString('en'),
      name,
      of('requestsPerSecond'),
      percent(measured.spread(name, 'requestsPerSecond')),
      ratio(measured.ratio(name, handOf(found), 'requestsPerSecond')),
      of('p50Ms'),
      of('p99Ms'),
      of('cpuMicros'),
      ...(engine === POSTGRES
        ? [of('storeCpuMicros'), figure(log / KIB), figure(tables / KIB)]
        : [figure(tables / KIB)]),
      of('rssMib'),
    ];
  });
}

const columnsOf = (engine: MarketEngine) => [
  'orders before',
  'server',
  'orders/s',
  '±',
  'ratio',
  'p50 ms',
  'p99 ms',
  'server CPU µs/order',
  ...(engine === POSTGRES
    ? ['database CPU µs/order', 'KiB of log/order', 'KiB of tables/order']
    : ['KiB written/order']),
  'memory MiB',
];

function tablesOf(all: readonly Found[]): Table[] {
  const groups = Map.groupBy(all, titleOf);
  return [...groups].map(([title, found]) => ({
    title,
    columns: columnsOf(found[0]?.engine ?? SQLITE),
    rows: found.flatMap(rowsOf),
  }));
}

function goalsOf(all: readonly Found[]): Goal[] {
  const find = (engine: MarketEngine, size: string, orders: number) =>
    all.find(
      (found) =>
        found.engine === engine && sizeText(found.size) === size && found.orders === orders,
    );
  const speed = (found: Found, base: string) =>
    found.measured.ratio(PROJECT, base, 'requestsPerSecond');
  const at = `5,000 buyers and 1,000 listings`;
  const goals: Goal[] = [];
  const add = (
    better: Goal['better'],
    [floor, target]: readonly [number, number],
    name: string,
    value: number,
  ) => goals.push({ name, value, floor, target, better });

  const smallest = find(SQLITE, SMALLEST, 0);
  const empty = find(SQLITE, LARGEST, 0);
  const full = find(SQLITE, LARGEST, MOST_ORDERS);
  const many = `${at}, ${figure(MOST_ORDERS)} orders before`;
  if (empty) add('higher', [0.8, 0.95], `orders/s ÷ ceiling, ${at}`, speed(empty, handOf(empty)));
  if (full) {
    add('higher', [0.75, 0.95], `orders/s ÷ ceiling, ${many}`, speed(full, handOf(full)));
    const cost = (found: Found) => found.measured.median(PROJECT, 'cpuMicros');
    if (smallest)
      add(
        'lower',
        [1.5, 1.2],
        `server CPU per order, ${many} ÷ one buyer, one listing and none before`,
        cost(full) / cost(smallest),
      );
    if (full.written.has(BEFORE)) {
      const bytes = (name: string) => full.written.get(name)?.tables ?? Number.NaN;
      add('higher', [2, 3], `orders/s ÷ the checkout before, ${many}`, speed(full, BEFORE));
      add(
        'lower',
        [0.5, 0.35],
        `bytes written per order ÷ the checkout before, ${many}`,
        bytes(PROJECT) / bytes(BEFORE),
      );
    }
  }
  const [emptyPostgres, fullPostgres] = [
    find(POSTGRES, LARGEST, 0),
    find(POSTGRES, LARGEST, MOST_ORDERS),
  ];
  if (emptyPostgres && fullPostgres) {
    const cost = ({ measured }: Found) =>
      measured.median(PROJECT, 'cpuMicros') + measured.median(PROJECT, 'storeCpuMicros');
    add(
      'lower',
      [1.5, 1.2],
      `CPU per order on Postgres, ${many} ÷ none before`,
      cost(fullPostgres) / cost(emptyPostgres),
    );
  }
  for (const orders of [0, MOST_ORDERS]) {
    const found = find(POSTGRES, LARGEST, orders);
    const name = `orders/s on Postgres ÷ by hand, ${orders === 0 ? at : many}`;
    if (found) add('higher', [1.2, 1.6], name, speed(found, handOf(found)));
  }
  return goals;
}

export const market: Benchmark = {
  title: 'A market',
  method: `The built server when many accounts buy from many listings and the table already has many orders: each request on ${CONNECTIONS} connections is of a buyer at random, with their own key, for a listing at random. Compared with a server that is written by hand (\`ceiling\` on SQLite, one statement per step on Postgres), which has as many keys, listings and orders, and an index for the orders of a buyer and one for those of a listing; with \`--before\` also with the built server of another checkout. The orders before are copies of orders that the server itself has placed and settled, and have been counted. KiB written: on SQLite what the process sends to the disk, on Postgres its log and, with one checkpoint at the end, the pages of tables and indexes, over all rounds. Processor time and bytes include what the server does after the last order until it has counted all of them. A row’s table grows by the orders that are measured.`,
  notMeasured: [
    'more than one seller; inputs and results over 200 bytes; budgets, metadata and idempotency keys; the same accounts reading lists at the same time; checkpoints of Postgres while orders run.',
  ],
  async run(options) {
    const found = await measureAll(options);
    return { tables: tablesOf(found), goals: goalsOf(found) };
  },
};
