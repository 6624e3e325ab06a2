import {
  fromMicros,
  type ListingStats,
  type Money,
  type OrderStats,
  type OrderTotals,
  type SalesStats,
  type SalesTotals,
  type Usage,
} from '@mkt/protocol';
import { usageCsv } from '@mkt/protocol/csv';
import { iso } from '../http/respond.ts';
import type { Handlers } from '../http/route.ts';
import type { App } from '../server/context.ts';
import {
  type ListingStats as ReadListingStats,
  percentileMs,
  readListingStats,
  readStats,
  readUsage,
  type Stats,
  type StatsCounts,
  type Usage as ReadUsage,
} from './stats.ts';

/** The quality value (`q`) of a type in an Accept header: 1 without `q`, 0 if it does not name the type. */
function qualityOf(accept: string, type: string): number {
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (name !== type) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return q === undefined ? 1 : Number(q.slice(2)) || 0;
  }
  return 0;
}

/** Whether a caller names CSV, and does not prefer JSON. */
const wantsCsv = (accept = ''): boolean =>
  qualityOf(accept, 'text/csv') > qualityOf(accept, 'application/json');

function presentCounts({ completed, failures }: StatsCounts) {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  return { calls: completed + failed, completed, failed, failures };
}

const presentAmounts = ({ amounts }: StatsCounts): Money[] =>
  Object.entries(amounts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, micros]) => ({ currency, amount: fromMicros(Number(micros)) }));

const orderTotals = (counts: StatsCounts): OrderTotals => ({
  ...presentCounts(counts),
  spend: presentAmounts(counts),
});

const salesTotals = (counts: StatsCounts): SalesTotals => ({
  ...presentCounts(counts),
  revenue: presentAmounts(counts),
  p50Ms: percentileMs(counts, 0.5),
  p95Ms: percentileMs(counts, 0.95),
  outputValid: { valid: counts.valid, invalid: counts.invalid, unchecked: counts.unchecked },
});

function presentStats<Totals>(
  { fromMs, toMs, period, totals, data }: Stats,
  present: (counts: StatsCounts) => Totals,
) {
  return {
    from: iso(fromMs),
    to: iso(toMs),
    by: period,
    totals: present(totals),
    data: data.map(({ startMs, counts }) => ({ start: iso(startMs), ...present(counts) })),
  };
}

function presentUsage({ fromMs, toMs, totals, rows }: ReadUsage): Usage {
  const range = { from: iso(fromMs), to: iso(toMs), by: rows.by, totals: orderTotals(totals) };
  if (rows.by === 'day') {
    const days = rows.data.map(({ startMs, counts }) => ({
      day: iso(startMs).slice(0, 10),
      ...orderTotals(counts),
    }));
    return { ...range, data: days };
  }
  const isKey = rows.by === 'key';
  const data = rows.data.map(({ id, slug, name, counts }) => ({
    ...(isKey ? { keyId: id, keyName: name } : { listingId: id ?? '', slug, title: name }),
    ...orderTotals(counts),
  }));
  return { ...range, data };
}

const presentOrderStats = (stats: Stats): OrderStats => presentStats(stats, orderTotals);

const presentSalesStats = (stats: Stats): SalesStats => presentStats(stats, salesTotals);

const presentListingStats = ({ fromMs, toMs, period, data }: ReadListingStats): ListingStats => ({
  from: iso(fromMs),
  to: iso(toMs),
  by: period,
  data: data.map(({ id, slug, name, counts }) => ({
    listingId: id ?? '',
    slug,
    title: name,
    ...presentCounts(counts),
    revenue: presentAmounts(counts),
  })),
});

export function statsHandlers(app: App) {
  return {
    getOrderStats: async ({ caller, query, reader }) => ({
      status: 200,
      json: presentOrderStats(await readStats(app, 'orders', caller, query, reader)),
    }),
    getSalesStats: async ({ caller, query, reader }) => ({
      status: 200,
      json: presentSalesStats(await readStats(app, 'sales', caller, query, reader)),
    }),
    getListingStats: async ({ caller, query, reader }) => ({
      status: 200,
      json: presentListingStats(await readListingStats(app, caller, query, reader)),
    }),
    async getUsage({ caller, query, reader, req }) {
      const usage = presentUsage(await readUsage(app, caller, query, reader));
      const headers = { Vary: 'Accept' };
      if (!wantsCsv(req.headers.accept)) return { status: 200, json: usage, headers };
      const asCsv = { ...headers, 'Content-Type': 'text/csv; charset=utf-8' };
      return { status: 200, text: usageCsv(usage), headers: asCsv };
    },
  } satisfies Partial<Handlers>;
}
