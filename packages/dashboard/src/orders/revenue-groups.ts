import type { ListingCounts } from '@mkt/client';
import { byCurrency } from '../ui/amounts.ts';

type Sold = Pick<ListingCounts, 'calls' | 'revenue'>;

export interface RevenueGroup<Row> {
  /** Empty for listings that earned nothing. */
  currency: string;
  /** `share` is that of the highest amount in the currency, from 0 to 1; `null` if nothing was earned. */
  rows: readonly (Row & { amount: number; share: number | null })[];
}

/** What listings earned by currency, the highest first: currencies are never compared. */
export function revenueGroups<Row extends Sold>(listings: readonly Row[]): RevenueGroup<Row>[] {
  const earned = listings.flatMap((row) =>
    row.revenue
      .filter(({ amount }) => amount > 0)
      .map(({ amount, currency }) => ({ ...row, amount, currency })),
  );
  const groups = [...Map.groupBy(earned, ({ currency }) => currency)]
    .map(([currency, rows]) => {
      const most = Math.max(...rows.map(({ amount }) => amount));
      const sorted = rows.toSorted((a, b) => b.amount - a.amount);
      return { currency, rows: sorted.map((row) => ({ ...row, share: row.amount / most })) };
    })
    .toSorted(byCurrency);
  const free = listings
    .filter(({ revenue }) => revenue.every(({ amount }) => amount === 0))
    .toSorted((a, b) => b.calls - a.calls)
    .map((row) => ({ ...row, amount: 0, share: null }));
  return free.length === 0 ? groups : [...groups, { currency: '', rows: free }];
}
