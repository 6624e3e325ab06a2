import { execFileSync } from 'node:child_process';
import { fillWithOrders } from './cloned-orders.ts';
import { loadOrders } from './contestants.ts';
import { COMMON, fillListings } from './filled-listings.ts';
import { MARKET_ENV } from './filled-market.ts';
import { storeOf } from './filled-store.ts';
import { onEachEngine, type Place } from './engines.ts';
import {
  BIN,
  type MarketplaceOptions,
  publish,
  RAISED_LIMITS,
  startMarketplace,
} from './marketplace.ts';
import { startServer } from './measure/child-process.ts';
import { startPacedReads } from './measure/paced-reads.ts';
import { type Measured, measureInRounds, type Variant } from './measure/rounds.ts';
import { placeOrders } from './placed-orders.ts';
import type { Benchmark, BenchmarkOptions } from './report/benchmark.ts';
import { figure, percent } from './report/table.ts';
import { INPUT_SCHEMA } from './sample-call.ts';

const LISTINGS = 100_000;
const ORDERS = 1_000_000;
/** The others are copies of these. */
const PLACED = 1_000;
const CONNECTIONS = 16;
/** The default limit of one account. */
const PER_SECOND = 50;
const NO_LIST = 'no list';
const ABSENT = '00000000-0000-7000-8000-000000000000';

/** Lists that match nothing, or that read many rows before they match. */
const LISTS: Readonly<Record<string, string>> = {
  'catalogue, health': '/v1/marketplace/listings?health=unhealthy',
  'catalogue, tag': '/v1/marketplace/listings?tag=nothing',
  'catalogue, currency': '/v1/marketplace/listings?currency=JPY',
  'catalogue, category and health': '/v1/marketplace/listings?category=data&health=healthy',
  'catalogue, price and health': '/v1/marketplace/listings?sort=price&health=healthy',
  'catalogue, common word': `/v1/marketplace/listings?query=${COMMON}&limit=100&include=contract`,
  'catalogue, common word and health': `/v1/marketplace/listings?query=${COMMON}&health=healthy`,
  'catalogue, common word by price': `/v1/marketplace/listings?query=${COMMON}&sort=price&health=healthy`,
  'catalogue, prefix': '/v1/marketplace/listings?query=w1&maxPrice=0',
  categories: '/v1/marketplace/categories',
  'orders, failed': '/v1/orders?orderState=failed',
  'orders, pending': '/v1/orders?orderState=pending',
  'orders, another listing': `/v1/orders?listingId=${ABSENT}`,
  'orders, failed of a time': '/v1/orders?orderState=failed&createdBefore=2099-01-01T00:00:00Z',
  'orders, later': '/v1/orders?createdAfter=2099-01-01T00:00:00Z',
  'orders, earlier': '/v1/orders?createdBefore=2001-01-01T00:00:00Z',
};

/** Another account, with a million orders. */
async function openStranger({ dataDir, env }: MarketplaceOptions): Promise<string> {
  const args = ['keys', 'create', '--email', 'stranger@example.com', '--json'];
  const place = env?.['MKT_DATABASE_URL'] === undefined ? ['--data', String(dataDir)] : [];
  const { key } = JSON.parse(
    execFileSync(process.execPath, [BIN, ...args, ...place], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  return key as string;
}

async function measure(place: Place, options: BenchmarkOptions): Promise<Measured> {
  const env = { ...MARKET_ENV, ...place.options.env };
  const seller = await startServer('servers/quick-seller.ts');
  const first = await startMarketplace({ ...place.options, env: { ...env, ...RAISED_LIMITS } });
  const key = await openStranger({ ...place.options, env });
  const headers = { 'x-mkt-api-key': key };
  const listingId = await publish(first, 'Good listing', {
    endpointPath: `${seller.url}/run`,
    inputSchema: INPUT_SCHEMA,
  });
  const people = { apiKeys: [key], listingIds: [listingId] };
  const placed = await placeOrders(first.url, people, PLACED, options.seed);
  await first.stop();
  await fillWithOrders(place.orders, placed, ORDERS);
  const opened = storeOf(await place.open());
  await fillListings(opened, LISTINGS, options.seed);
  await opened.close();
  const market = await startMarketplace({ ...place.options, env });
  const good = { ...market, name: 'mkt', listingId };
  const variants = [[NO_LIST, undefined] as const, ...Object.entries(LISTS)].map(
    ([name, path]): Variant => ({
      name,
      async measure(seconds) {
        const reads = path === undefined ? undefined : { url: market.url + path, headers };
        const stop = reads && startPacedReads({ ...reads, perSecond: PER_SECOND });
        const orders = await loadOrders(good, CONNECTIONS, seconds);
        const { p50Ms = 0, p99Ms = 0, refused = 0 } = stop ? await stop() : {};
        return { ...orders, listP50Ms: p50Ms, listP99Ms: p99Ms, listRefused: refused };
      },
    }),
  );
  const measured = await measureInRounds(variants, options);
  await market.stop();
  await seller.stop();
  return measured;
}

const worstOf = ({ names, median }: Measured) =>
  Math.max(...names.map((name) => median(name, 'p99Ms')));

export const lists: Benchmark = {
  title: 'Lists',
  method: `One client requests a list ${PER_SECOND} times a second, among ${figure(LISTINGS)} listings and ${figure(ORDERS)} orders of its own account; meanwhile other buyers place orders on ${CONNECTIONS} connections. What they wait for, and what the lists take; lists that are refused as overloaded are counted by themselves.`,
  notMeasured: ['several such clients at once; bodies and results over 200 bytes.'],
  async run(options) {
    const measured = await onEachEngine((place) => measure(place, options), options.on);
    return {
      tables: measured.map(({ name: engine, figures }) => ({
        title: `Orders of others, and the lists beside them, on ${engine}`,
        columns: ['list', 'orders/s', 'p99 ms', '±', 'list p50 ms', 'list p99 ms', 'refused'],
        rows: figures.names.map((name) => [
          name,
          figure(figures.median(name, 'requestsPerSecond')),
          figure(figures.median(name, 'p99Ms')),
          percent(figures.spread(name, 'p99Ms')),
          figure(figures.median(name, 'listP50Ms')),
          figure(figures.median(name, 'listP99Ms')),
          figure(figures.median(name, 'listRefused')),
        ]),
      })),
      goals: measured.map(({ name: engine, figures }) => ({
        name: `worst p99 of others’ orders beside a list on ${engine}, in ms`,
        value: worstOf(figures),
        floor: 200,
        target: 50,
        better: 'lower',
      })),
    };
  },
};
