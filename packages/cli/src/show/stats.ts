import type { Money, OrderTotals, SalesTotals, StatsPeriod } from '@mkt/protocol';
import type { Output } from '../terminal/output.ts';
import { formatMoney } from './price.ts';
import { table } from './table.ts';
import { formatTime } from './time.ts';

type Totals = OrderTotals | SalesTotals;

export interface Stats<Counts extends Totals> {
  from: string;
  to: string;
  by: StatsPeriod;
  totals: Counts;
  data: (Counts & { start: string })[];
}

export interface StatsView<Counts> {
  /** The columns after those that all statistics have. */
  headings: string[];
  columns(counts: Counts): string[];
}

export const formatAmounts = (amounts: readonly Money[]): string =>
  amounts.map(formatMoney).join(', ');

const failuresOf = ({ failures }: Totals): string =>
  Object.entries(failures)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');

/** The hours or days that have orders, and their total; with `--json` all of them. */
export function showStats<Counts extends Totals>(
  output: Output,
  stats: Stats<Counts>,
  { headings, columns }: StatsView<Counts>,
): void {
  const row = (start: string, counts: Counts): string[] => [
    start,
    String(counts.calls),
    String(counts.completed),
    String(counts.failed),
    ...columns(counts),
    failuresOf(counts),
  ];
  const startOf = (start: string) =>
    stats.by === 'day' ? start.slice(0, 10) : (formatTime(start) ?? '');
  output.result(stats, ({ by, totals, data }, style) => {
    if (totals.calls === 0) return '';
    const used = data.filter(({ calls }) => calls > 0);
    return table(
      [by, 'calls', 'completed', 'failed', ...headings, 'failures'],
      [...used.map((counts) => row(startOf(counts.start), counts)), row('total', totals)],
      style,
    );
  });
  if (stats.totals.calls === 0) {
    output.line(`No order settled from ${formatTime(stats.from)} to ${formatTime(stats.to)}.`);
  }
}
