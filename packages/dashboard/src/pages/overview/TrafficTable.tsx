import type { SalesStats } from '@mkt/client';
import { formatDuration } from '../../ui/duration.ts';
import { COUNT } from '../../data/range-words.ts';
import classes from './page.module.css';
import { startInWords } from './traffic-words.ts';

const shown = (ms: number | null) => (ms === null ? '–' : formatDuration(ms));

/** The numbers of the charts. */
export function TrafficTable({ stats: { by, data } }: { stats: SalesStats }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{by === 'day' ? 'Day' : 'Hour'}</th>
          <th scope="col">Calls</th>
          <th scope="col">Failed</th>
          <th scope="col">p50</th>
          <th scope="col">p95</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ start, calls, failed, p50Ms, p95Ms }) => (
          <tr key={start}>
            <th scope="row">{startInWords(start, by)}</th>
            <td>{COUNT.format(calls)}</td>
            <td>{COUNT.format(failed)}</td>
            <td>{shown(p50Ms)}</td>
            <td>{shown(p95Ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
