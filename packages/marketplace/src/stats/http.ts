import {
  fromMicros,
  type Money,
  type OrderStats,
  type OrderTotals,
  type SalesStats,
  type SalesTotals,
  type Usage,
} from '@mkt/protocol';
import { percentileMs, type StatsCounts } from './stats.ts';
import type { Stats, Usage as ReadUsage } from './read-stats.ts';
import { iso } from '../http/response.ts';

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

export function presentUsage({ fromMs, toMs, totals, rows }: ReadUsage): Usage {
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

export const presentOrderStats = (stats: Stats): OrderStats => presentStats(stats, orderTotals);

export const presentSalesStats = (stats: Stats): SalesStats => presentStats(stats, salesTotals);
