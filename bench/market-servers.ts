import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseFile } from '../packages/marketplace/src/server/data-folder.ts';
import { fillWithOrders } from './cloned-orders.ts';
import { createDatabase } from './cluster-database.ts';
import { startRival, type Contestant } from './contestants.ts';
import { importMarket, MARKET_ENV, type MarketFile } from './filled-market.ts';
import type { MarketSize } from './market-size.ts';
import { BIN, RAISED_LIMITS, startMarketplace, type MarketplaceOptions } from './marketplace.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import { writtenBytes, writtenByPostgres } from './measure/written-bytes.ts';
import { caughtUp, type People, placeOrders, randomOrders } from './placed-orders.ts';
import { startPostgres } from './postgres.ts';
import { InvalidOptions } from './report/benchmark.ts';
import {
  apiKeyOf,
  createHandMarket,
  createHandMarketOnPostgres,
  listingIdOf,
} from './servers/market-tables.ts';

/** A market, and how many orders are in its table. */
export interface Case {
  size: MarketSize;
  orders: number;
}

/** Bytes that were written so far. */
export interface Written {
  /** To the log of Postgres; on SQLite everything is in `tables`. */
  log: number;
  tables: number;
}

/** A server with its market. */
export interface MarketServer extends Contestant {
  /** What it, or its database, has written. Postgres first writes what it has put off. */
  written(): Promise<Written>;
}

/** A checkout whose built server is measured. */
export interface Tree {
  name: string;
  bin: string;
}

export const OWN_TREE: Tree = { name: 'mkt', bin: BIN };

export function treeBefore(folder: string): Tree {
  const tree = resolve(folder);
  const bin = join(tree, 'packages/marketplace/bin/mkt-marketplace.js');
  if (existsSync(bin) && existsSync(join(tree, 'packages/marketplace/dist')))
    return { name: 'before', bin };
  throw new InvalidOptions(`${tree} is not a checkout that was built: run npm run build there.`);
}

/** An engine as the market uses it. Every server has one of its own, so that what is written is its own. */
export interface MarketEngine {
  name: 'SQLite' | 'Postgres';
  /** A server of a checkout, with as many orders as the case has. */
  startTree(tree: Tree, market: MarketFile, of: Case, seed: number): Promise<MarketServer>;
  /** The server that is written by hand, with the same market and indexes for the same lists. */
  startHand(sellerUrl: string, of: Case, seed: number): Promise<MarketServer>;
}

/** Enough for rows of every buyer, and few enough to be placed in seconds. */
const placedFor = ({ size, orders }: Case) => Math.min(orders, Math.max(500, 4 * size.buyers));

interface Prepared {
  options: MarketplaceOptions & { bin: string; dataDir: string };
  market: MarketFile;
  place: Parameters<typeof fillWithOrders>[0];
}

/** Imports the market, places some orders through the server, and makes copies of them. */
async function startFilled({ options, market, place }: Prepared, of: Case, seed: number) {
  importMarket(market, options);
  if (of.orders > 0) {
    const first = await startMarketplace(options);
    const placed = await placeOrders(first.url, market, placedFor(of), seed);
    await first.stop();
    await fillWithOrders(place, placed, of.orders);
  }
  const server = await startMarketplace(options);
  await caughtUp(server.url);
  return {
    ...server,
    listingId: '',
    next: randomOrders(server.url, market, seed + 1),
    caughtUp: () => caughtUp(server.url),
  };
}

const handPeople = ({ buyers, listings }: MarketSize): People => ({
  apiKeys: Array.from({ length: buyers }, (_, number) => apiKeyOf(number)),
  listingIds: Array.from({ length: listings }, (_, number) => listingIdOf(number)),
});

const ENV = { ...RAISED_LIMITS, ...MARKET_ENV };

function onFile(server: Contestant, folder: string): MarketServer {
  return {
    ...server,
    written: () => Promise.resolve({ log: 0, tables: writtenBytes(server.pid) }),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

export const SQLITE: MarketEngine = {
  name: 'SQLite',
  async startTree({ name, bin }, market, of, seed) {
    const dataDir = temporaryFolder();
    const options = { bin, dataDir, env: ENV };
    const place = { file: databaseFile(dataDir) };
    const server = await startFilled({ options, market, place }, of, seed);
    return onFile({ ...server, name }, dataDir);
  },
  async startHand(sellerUrl, { size, orders }, seed) {
    const folder = temporaryFolder();
    const DATABASE = join(folder, 'orders.db');
    createHandMarket(DATABASE, { ...size, orders });
    const server = await startRival('ceiling', sellerUrl, { DATABASE });
    const next = randomOrders(server.url, handPeople(size), seed + 1);
    return onFile({ ...server, next }, folder);
  },
};

/** No checkpoint while orders are measured: after it, each page would be written again. */
const WITHOUT_CHECKPOINTS = ['checkpoint_timeout=1h', 'max_wal_size=64GB'];

async function startOwnPostgres() {
  const postgres = await startPostgres(WITHOUT_CHECKPOINTS);
  if (!postgres) throw new Error('There is no Postgres.');
  return { ...postgres, database: await createDatabase(postgres.url) };
}

type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;

function onPostgres(server: Contestant, { pid, database, stop }: OwnPostgres): MarketServer {
  return {
    ...server,
    storePid: pid,
    written: () => writtenByPostgres(database),
    async stop() {
      await server.stop();
      await stop();
    },
  };
}

export const POSTGRES: MarketEngine = {
  name: 'Postgres',
  async startTree({ name, bin }, market, of, seed) {
    const postgres = await startOwnPostgres();
    const { database: url } = postgres;
    const env = { ...ENV, MKT_DATABASE_URL: url };
    const options = { bin, dataDir: temporaryFolder(), env };
    const server = await startFilled({ options, market, place: { url } }, of, seed);
    return onPostgres({ ...server, name }, postgres);
  },
  async startHand(sellerUrl, { size, orders }, seed) {
    const postgres = await startOwnPostgres();
    await createHandMarketOnPostgres(postgres.database, { ...size, orders });
    const env = { POSTGRES_URL: postgres.database };
    const server = await startRival('hand-postgres', sellerUrl, env);
    const next = randomOrders(server.url, handPeople(size), seed + 1);
    return onPostgres({ ...server, name: 'by hand', next }, postgres);
  },
};
