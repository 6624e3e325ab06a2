import { measureOrderGrowth, ORDER_COUNTS } from './order-growth.ts';
import { onEachEngine } from './engines.ts';
import type { Benchmark } from './report/benchmark.ts';
import { figure, percent, ratio, type Table } from './report/table.ts';
import type { Measured } from './measure/rounds.ts';
import { LISTING_COUNT, measureSearch } from './search-growth.ts';

const SMALLEST = String(ORDER_COUNTS[0]);
const LARGEST = String(ORDER_COUNTS.at(-1));

const orderTable = (measured: Measured): Table => ({
  title: 'An order, from its insertion to its settled row, 64 at once',
  columns: ['orders in the table', 'µs', '±', 'CPU µs', 'ratio of CPU'],
  rows: measured.names.map((name) => [
    figure(Number(name)),
    figure(measured.median(name, 'micros')),
    percent(measured.spread(name, 'micros')),
    figure(measured.median(name, 'cpuMicros')),
    ratio(measured.ratio(name, SMALLEST, 'cpuMicros')),
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
  method: `Databases filled from a seed. The cost of an order in the server’s own store on SQLite, by the number of orders in the table; and one buyer’s searches over HTTP among ${figure(LISTING_COUNT)} listings, alone and while orders run on 16 connections, on both engines.`,
  notMeasured: [
    'more than a million orders; an order’s cost by the size of the table on Postgres (see On Postgres for two sizes); bodies and results over 200 bytes; searches by many buyers at once.',
  ],
  async run(options) {
    const orders = await measureOrderGrowth(options);
    const searches = await onEachEngine((place) => measureSearch(place, options));
    const worst = (measured: Measured) =>
      Math.max(...measured.names.map((name) => measured.median(name, 'p99Ms')));
    return {
      tables: [
        orderTable(orders),
        ...searches.flatMap(({ name, figures: { alone, busy } }) => [
          searchTable(`Searches on ${name} alone`, alone),
          searchTable(`Searches on ${name} while orders run`, busy),
        ]),
      ],
      chart: {
        title: 'CPU per order in the store, by orders in the table',
        unit: 'µs',
        bars: orders.names.map((name) => ({
          label: figure(Number(name)),
          value: orders.median(name, 'cpuMicros'),
          own: true,
        })),
      },
      goals: [
        {
          name: `CPU per order at ${figure(Number(LARGEST))} ÷ at ${figure(Number(SMALLEST))}`,
          value: orders.ratio(LARGEST, SMALLEST, 'cpuMicros'),
          floor: 1.5,
          target: 1.2,
          better: 'lower',
        },
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
