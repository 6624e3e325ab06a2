import {
  fromMicros,
  type Money,
  type OrderStats,
  type OrderTotals,
  type SalesStats,
  type SalesTotals,
} from '@mkt/protocol';
import { percentileMs, type StatsCounts } from '../domain/stats.ts';
import type { Stats } from '../flows/read-stats.ts';
import { iso } from './present-listing.ts';

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

export const presentOrderStats = (stats: Stats): OrderStats => presentStats(stats, orderTotals);

export const presentSalesStats = (stats: Stats): SalesStats => presentStats(stats, salesTotals);
