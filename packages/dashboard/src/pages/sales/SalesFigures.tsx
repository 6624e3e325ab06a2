import type { SalesStats } from '@mkt/client';
import { COUNT, shareInWords } from '../../data/range-words.ts';
import { formatMoney } from '../../ui/text.ts';
import { Tile, Tiles } from '../../ui/Tiles-ui-Tiles.tsx';
import { latencyInWords, mismatchInWords } from './words.ts';

/** The key figures of a period. */
export function SalesFigures({ stats: { totals, data } }: { stats: SalesStats }) {
  const { calls, completed, failed, revenue, outputValid } = totals;
  const latency = latencyInWords(totals);
  const mismatch = mismatchInWords(outputValid);
  return (
    <Tiles>
      <Tile name="Calls" value={COUNT.format(calls)} note="" course={data.map((at) => at.calls)} />
      <Tile
        name="Success rate"
        value={shareInWords(completed, calls)}
        note={failed > 0 ? `${COUNT.format(failed)} failed` : ''}
        course={data.map((at) => (at.calls === 0 ? null : at.completed / at.calls))}
      />
      <Tile
        name="Duration p50"
        value={latency.p50}
        note={latency.note}
        course={data.map(({ p50Ms }) => p50Ms)}
      />
      <Tile
        name="Revenue"
        // A line for each currency: they are never added.
        value={
          revenue.length === 0
            ? '–'
            : revenue.map((money) => <div key={money.currency}>{formatMoney(money)}</div>)
        }
        note=""
      />
      <Tile name="Did not match outputSchema" value={mismatch.share} note={mismatch.note} />
    </Tiles>
  );
}
