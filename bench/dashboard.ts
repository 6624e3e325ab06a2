import {
  openChromium,
  openUsable,
  SLOW_4G,
  scrollThrough,
  watchRequests,
  watchTasks,
  type Measuring,
  type Network,
} from '../packages/dashboard/test/measure/pages.ts';
import { databaseFile } from '../packages/marketplace/src/server/data-folder.ts';
import { fillWithOrders } from './cloned-orders.ts';
import { publish, RAISED_LIMITS, startMarketplace, type Marketplace } from './marketplace.ts';
import { startServer } from './measure/child-process.ts';
import { startPacedLoad } from './measure/paced-load.ts';
import { measureInRounds, type Measured, type Variant } from './measure/rounds.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import { placeOrders } from './placed-orders.ts';
import type { Benchmark, BenchmarkOptions } from './report/benchmark.ts';
import { figure, percent, type Table } from './report/table.ts';
import { INPUT, INPUT_SCHEMA } from './sample-call.ts';

const ORDERS = 10_000;
/** The others are copies of these. */
const PLACED = 100;
const TABS = 3;
const SALES_PER_SECOND = 500;
/** Until a page has read again what it loaded. */
const SETTLE_MS = 3_000;

const FIRST_PAGES: Readonly<Record<string, string>> = {
  Overview: '/',
  Catalogue: '/catalogue',
  'a listing': '/listings/bench-seller',
  Orders: '/orders',
};
const FOURTH_TAB = 'Orders, in a fourth tab';
/** What the tabs of Sales read again while calls arrive. */
const SALES_TABS = {
  'newest sales': { path: '/sales?tab=calls', reads: '/v1/sales' },
  'figures of sales': { path: '/sales', reads: '/v1/stats/sales' },
};

/** A marketplace in dev mode, whose dev account has bought `ORDERS` times from its own listing. */
async function openMarketplace(sellerUrl: string, seed: number) {
  const dataDir = temporaryFolder();
  const first = await startMarketplace({ dataDir });
  const listingId = await publish(first, 'Bench seller', {
    endpointPath: `${sellerUrl}/run`,
    inputSchema: INPUT_SCHEMA,
  });
  const people = { apiKeys: [first.apiKey], listingIds: [listingId] };
  const placed = await placeOrders(first.url, people, PLACED, seed);
  await first.stop();
  await fillWithOrders({ file: databaseFile(dataDir) }, placed, ORDERS);
  return { market: await startMarketplace({ dataDir, env: RAISED_LIMITS }), listingId };
}

const firstVisits = (browser: Measuring, network?: Network): Variant[] =>
  Object.entries(FIRST_PAGES).map(([name, path]) => ({
    name,
    async measure() {
      const context = await browser.open();
      const { page: _page, ...measured } = await openUsable(context, path, network);
      await context.close();
      return measured;
    },
  }));

async function firstPages(browser: Measuring, options: BenchmarkOptions): Promise<Measured> {
  const fourth: Variant = {
    name: FOURTH_TAB,
    async measure() {
      const context = await browser.open();
      for (let tab = 0; tab < TABS; tab++) await openUsable(context, '/orders');
      const { usableMs } = await openUsable(context, '/orders');
      await context.close();
      return { usableMs };
    },
  };
  return measureInRounds([...firstVisits(browser), fourth], options);
}

const scrolling = (browser: Measuring, options: BenchmarkOptions): Promise<Measured> =>
  measureInRounds(
    [
      {
        name: 'Orders',
        async measure() {
          const context = await browser.open();
          const { page } = await openUsable(context, '/orders');
          const scrolled = await scrollThrough(page, ORDERS);
          await context.close();
          return { ...scrolled };
        },
      },
    ],
    options,
  );

/** What a page sends while the account of its person sells far more than anyone could read. */
const busySeller = (
  browser: Measuring,
  { url, apiKey }: Marketplace,
  listingId: string,
  options: BenchmarkOptions,
): Promise<Measured> =>
  measureInRounds(
    Object.entries(SALES_TABS).map(([name, { path, reads }]) => ({
      name,
      async measure(seconds) {
        const context = await browser.open();
        const { page } = await openUsable(context, path);
        const stop = startPacedLoad({
          perSecond: SALES_PER_SECOND,
          headers: { 'x-mkt-api-key': apiKey },
          request: () => ({
            method: 'POST',
            url: `${url}/v1/orders`,
            body: JSON.stringify({ listingId, requestBody: INPUT }),
          }),
        });
        await page.waitForTimeout(SETTLE_MS);
        const requestsTo = await watchRequests(page);
        const busyShare = await watchTasks(page);
        // Figures are read every 3 s.
        await page.waitForTimeout(Math.max(10, seconds) * 1_000);
        const busy = await busyShare();
        const { perSecond, shortestMs } = await requestsTo(reads);
        stop();
        await context.close();
        if (perSecond === 0) throw new Error(`${path} sent no request to ${reads}.`);
        return { busy, perSecond, shortestMs };
      },
    })),
    options,
  );

const slowest = (pages: Measured, what: 'usableMs' | 'readableMs') =>
  Math.max(...Object.keys(FIRST_PAGES).map((name) => pages.median(name, what)));

/** Tasks of less than 50 ms are not observed. */
function longestTask(scrolled: Measured): string[] {
  const ms = scrolled.median('Orders', 'longestTaskMs');
  if (ms === 0) return ['none over 50', '–'];
  return [figure(ms), percent(scrolled.spread('Orders', 'longestTaskMs'))];
}

function tablesOf(pages: Measured, slow: Measured, scrolled: Measured, busy: Measured): Table[] {
  return [
    {
      title: 'Until a page shows all that it loads',
      columns: ['page', 'ms', '±'],
      rows: pages.names.map((name) => [
        name,
        figure(pages.median(name, 'usableMs')),
        percent(pages.spread(name, 'usableMs')),
      ]),
    },
    {
      title: `The same over ${SLOW_4G.kilobitsPerSecond / 1_000} Mbit/s and ${SLOW_4G.latencyMs} ms, as slow 4G has`,
      columns: ['page', 'ms', '±', 'something to read after ms', 'requests', 'kB'],
      rows: slow.names.map((name) => [
        name,
        figure(slow.median(name, 'usableMs')),
        percent(slow.spread(name, 'usableMs')),
        figure(slow.median(name, 'readableMs')),
        figure(slow.median(name, 'requests')),
        figure(slow.median(name, 'kilobytes')),
      ]),
    },
    {
      title: `A list of ${figure(ORDERS)} orders, scrolled to its end and back`,
      columns: ['rows', 'longest task ms', '±', 'tasks over 100 ms'],
      rows: [
        [
          figure(scrolled.median('Orders', 'rows')),
          ...longestTask(scrolled),
          figure(scrolled.median('Orders', 'tasksOver100Ms')),
        ],
      ],
    },
    {
      title: `A tab with Sales open, while its account sells ${SALES_PER_SECOND} calls a second`,
      columns: [
        'request for',
        'per second',
        '±',
        'shortest time between two, ms',
        'time in tasks over 50 ms',
      ],
      rows: busy.names.map((name) => [
        name,
        figure(busy.median(name, 'perSecond')),
        percent(busy.spread(name, 'perSecond')),
        figure(busy.median(name, 'shortestMs')),
        percent(busy.median(name, 'busy')),
      ]),
    },
  ];
}

export const dashboard: Benchmark = {
  title: 'Dashboard',
  method: `The built pages in headless Chromium, over HTTP/1.1 from a server on the same machine whose dev account has ${figure(ORDERS)} orders. A page is usable when its heading is shown and nothing in it is loading; each measurement starts with an empty browser cache, except for the fourth tab, which shares the cache and the connections of ${TABS} open ones, each with its event stream. The slow network is the one that Chromium emulates.`,
  notMeasured: ['a real network in between; phones; other browsers; drawing on a screen.'],
  async run(options) {
    const seller = await startServer('servers/quick-seller.ts');
    const { market, listingId } = await openMarketplace(seller.url, options.seed);
    const browser = await openChromium(market);
    const pages = await firstPages(browser, options);
    const slow = await measureInRounds(firstVisits(browser, SLOW_4G), options);
    const scrolled = await scrolling(browser, options);
    const busy = await busySeller(browser, market, listingId, options);
    await browser.close();
    await market.stop();
    await seller.stop();
    return {
      tables: tablesOf(pages, slow, scrolled, busy),
      goals: [
        {
          name: 'slowest first page, in ms',
          value: slowest(pages, 'usableMs'),
          floor: 1_000,
          target: 500,
          better: 'lower',
        },
        {
          name: 'slowest first page over slow 4G, in ms',
          value: slowest(slow, 'usableMs'),
          floor: 3_500,
          target: 2_500,
          better: 'lower',
        },
        {
          name: 'something to read over slow 4G, in ms',
          value: slowest(slow, 'readableMs'),
          floor: 1_600,
          target: 1_000,
          better: 'lower',
        },
        {
          name: 'a fourth tab, in ms',
          value: pages.median(FOURTH_TAB, 'usableMs'),
          floor: 1_000,
          target: 500,
          better: 'lower',
        },
        {
          name: `longest task while ${figure(ORDERS)} orders scroll, in ms`,
          value: scrolled.median('Orders', 'longestTaskMs'),
          floor: 100,
          target: 50,
          better: 'lower',
        },
        {
          name: `requests/s for newest sales at ${SALES_PER_SECOND} calls/s`,
          value: busy.median('newest sales', 'perSecond'),
          floor: 1.02,
          target: 1,
          better: 'lower',
        },
      ],
    };
  },
};
