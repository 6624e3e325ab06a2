import type { Money, OrderTotals, SalesTotals, StatsPeriod, Usage, UsageRow } from '@mkt/protocol';
import type { Output } from '../terminal/output.ts';
import { failuresInWords } from './order.ts';
import { formatMoney, formatTime } from './price.ts';

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
  /** Printed below if the time up to now is counted. */
  note?: string;
}

export const formatAmounts = (amounts: readonly Money[]): string =>
  amounts.map(formatMoney).join(', ');

/** The hours or days that have orders, and their total; with `--json` all of them. */
export async function showStats<Counts extends Totals>(
  output: Output,
  stats: Stats<Counts>,
  { headings, columns, note }: StatsView<Counts>,
): Promise<void> {
  const { table } = await import('./table.ts');
  const row = (start: string, counts: Counts): string[] => [
    start,
    String(counts.calls),
    String(counts.completed),
    String(counts.failed),
    ...columns(counts),
    failuresInWords(counts.failures),
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
  if (stats.totals.calls === 0) showNothing(output, stats);
  // Calls are counted a moment later, so one that has just settled would look lost.
  if (note !== undefined && Date.parse(stats.to) > Date.now()) output.line(output.style.dim(note));
}

/** Keys, listings or days and what was bought with them, and the total; with `--json` all days. */
export async function showUsage(
  output: Output,
  usage: Usage,
  nameOf: (row: UsageRow) => string,
): Promise<void> {
  const { table } = await import('./table.ts');
  const row = (name: string, counts: OrderTotals): string[] => [
    name,
    String(counts.calls),
    String(counts.completed),
    String(counts.failed),
    formatAmounts(counts.spend),
    failuresInWords(counts.failures),
  ];
  output.result(usage, ({ by, totals, data }, style) => {
    if (totals.calls === 0) return '';
    const used = data.filter(({ calls }) => calls > 0);
    return table(
      [by, 'calls', 'completed', 'failed', 'spent', 'failures'],
      [...used.map((counts) => row(nameOf(counts), counts)), row('total', totals)],
      style,
    );
  });
  if (usage.totals.calls === 0) showNothing(output, usage);
}

function showNothing(output: Output, { from, to }: { from: string; to: string }): void {
  output.line(`No orders settled between ${formatTime(from)} and ${formatTime(to)}.`);
}
