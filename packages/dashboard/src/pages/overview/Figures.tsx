import type { SalesStats } from '@mkt/client';
import type { StatsRange } from '../../data/stats-words.ts';
import { formatDuration } from '../../ui/duration.ts';
import { formatMoney, formatMoneyList } from '../../ui/text.ts';
import { Tile, Tiles } from '../../ui/Tiles-ui-Tiles.tsx';
import { changeInWords, COUNT, growthInWords, shareInWords } from '../../data/range-words.ts';

const pointsOf = ({ completed, calls }: { completed: number; calls: number }) =>
  calls === 0 ? null : (completed / calls) * 100;

const difference = (now: number | null, before: number | null | undefined) =>
  now === null || before === null || before === undefined ? null : now - before;

/** The key figures of sales, each with its trend and a comparison with the period before. */
export function Figures(props: { range: StatsRange; stats: SalesStats; before?: SalesStats }) {
  const { range, stats, before } = props;
  const { totals, data } = stats;
  const [first, ...others] = totals.revenue.toSorted((a, b) => b.amount - a.amount);
  const revenueIn = (currency: string | undefined) =>
    data.map(({ revenue }) => revenue.find((money) => money.currency === currency)?.amount ?? 0);
  return (
    <Tiles>
      <Tile
        name="Calls to your listings"
        value={COUNT.format(totals.calls)}
        note={before ? growthInWords(totals.calls, before.totals.calls, range) : ''}
        course={data.map(({ calls }) => calls)}
      />
      <Tile
        name="Completed"
        value={shareInWords(totals.completed, totals.calls)}
        note={changeInWords(
          difference(pointsOf(totals), before && pointsOf(before.totals)),
          'points',
          range,
        )}
        course={data.map(pointsOf)}
      />
      <Tile
        name="Latency p95"
        value={totals.p95Ms === null ? '–' : formatDuration(totals.p95Ms)}
        note={changeInWords(difference(totals.p95Ms, before?.totals.p95Ms), 'ms', range)}
        course={data.map(({ p95Ms }) => p95Ms)}
      />
      <Tile
        name="Revenue"
        value={first ? formatMoney(first) : '–'}
        note={others.length > 0 ? `and ${formatMoneyList(others)}` : ''}
        course={revenueIn(first?.currency)}
      />
    </Tiles>
  );
}
