import { MARKETS, measureOrderGrowth, ORDER_COUNTS } from './order-growth.ts';
import { onEachEngine } from './engines.ts';
import type { Benchmark } from './report/benchmark.ts';
import { figure, percent, ratio, type Table } from './report/table.ts';
import { marketSize } from './market-size.ts';
import type { Measured } from './measure/rounds.ts';
import { LISTING_COUNT, measureSearch } from './search-growth.ts';

const SMALLEST = String(ORDER_COUNTS[0]);
const LARGEST = String(ORDER_COUNTS.at(-1));

const marketText = (market: string) => {
  const { buyers, listings } = marketSize(market);
  return buyers === 1
    ? 'one buyer and one listing'
    : `${figure(buyers)} buyers and ${figure(listings)} listings`;
};

const orderTable = (market: string, measured: Measured): Table => ({
  title: `An order, from its insertion to its settled row, 64 at once: ${marketText(market)}`,
  columns: [
    'orders in the table',
    'µs',
    '±',
    'CPU µs',
    'ratio of CPU',
    'pages to the log',
    'pages to the file',
    'KiB',
  ],
  rows: measured.names.map((name) => [
    figure(Number(name)),
    figure(measured.median(name, 'micros')),
    percent(measured.spread(name, 'micros')),
    figure(measured.median(name, 'cpuMicros')),
    ratio(measured.ratio(name, SMALLEST, 'cpuMicros')),
    figure(measured.median(name, 'logPages')),
    figure(measured.median(name, 'filePages')),
    figure(measured.median(name, 'kib')),
  ]),
});

const searchTable = (title: string, measured: Measured): Table => ({
  title,
  columns: ['search for', 'p50 ms', 'p99 ms', '± of p99'],
  rows: measured.names.map((name) => [
    name,
    figure(measured.median(name, 'p50Ms')),
    figure(measured.median(name, 'p99Ms')),
    percent(measured.spread(name, 'p99Ms')),
  ]),
});

export const growth: Benchmark = {
  title: 'Growth',
  method: `Databases filled from a seed. The cost of an order in the server’s own store on SQLite, of a buyer and a listing at random, by the size of the market and the number of orders in the table, with the pages of the database that SQLite writes for it; and one buyer’s searches over HTTP among ${figure(LISTING_COUNT)} listings, alone and while orders run on 16 connections, on both engines.`,
  notMeasured: [
    'more than a million orders; the same on Postgres (see A market); bodies and results over 200 bytes; searches by many buyers at once.',
  ],
  async run(options) {
    const orders = new Map<string, Measured>();
    for (const market of MARKETS) orders.set(market, await measureOrderGrowth(market, options));
    const searches = await onEachEngine((place) => measureSearch(place, options), options.on);
    const worst = (measured: Measured) =>
      Math.max(...measured.names.map((name) => measured.median(name, 'p99Ms')));
    return {
      tables: [
        ...[...orders].map(([market, measured]) => orderTable(market, measured)),
        ...searches.flatMap(({ name, figures: { alone, busy } }) => [
          searchTable(`Searches on ${name} alone`, alone),
          searchTable(`Searches on ${name} while orders run`, busy),
        ]),
      ],
      goals: [
        ...[...orders].map(([market, measured]) => ({
          name: `CPU per order at ${figure(Number(LARGEST))} ÷ at ${figure(Number(SMALLEST))}, ${marketText(market)}`,
          value: measured.ratio(LARGEST, SMALLEST, 'cpuMicros'),
          floor: 1.5,
          target: 1.2,
          better: 'lower' as const,
        })),
        ...searches.map(({ name, figures: { busy } }) => ({
          name: `worst p99 of a search on ${name} while orders run, in ms`,
          value: worst(busy),
          floor: 10,
          target: 2,
          better: 'lower' as const,
        })),
      ],
    };
  },
};
