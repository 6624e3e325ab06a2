import type { SalesStats } from '@mkt/client';
import { useMemo } from 'react';
import { COUNT } from '../../data/stats-words.ts';
import { Card } from '../../ui/Card.tsx';
import { Chart } from '../../ui/Chart.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatMoneyList } from '../../ui/text.ts';
import type { ChartSeries } from '../../ui/time-chart-options.ts';
import classes from './page.module.css';
import { callsInWords, startInWords } from './words.ts';

const CHART_PX = 200;
const SECOND_MS = 1_000;
const formatCount = (count: number) => COUNT.format(count);
const timeFormat = (by: SalesStats['by']) => (seconds: number) =>
  startInWords(new Date(seconds * SECOND_MS).toISOString(), by);
const FORMATS = { hour: timeFormat('hour'), day: timeFormat('day') };

/** The numbers of the chart, with what was earned. */
const Numbers = ({ stats: { by, data } }: { stats: SalesStats }) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">{by === 'day' ? 'Day' : 'Hour'}</th>
        <th scope="col">Calls</th>
        <th scope="col">Failed</th>
        <th scope="col">Revenue</th>
      </tr>
    </thead>
    <tbody>
      {data.map(({ start, calls, failed, revenue }) => (
        <tr key={start}>
          <th scope="row">{startInWords(start, by)}</th>
          <td>{COUNT.format(calls)}</td>
          <td>{COUNT.format(failed)}</td>
          <td>{revenue.length === 0 ? '–' : formatMoneyList(revenue)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Calls per hour or day, as a chart and as a table. */
export function CallsChart({ stats }: { stats: SalesStats }) {
  const { by, totals, data } = stats;
  const times = useMemo(() => data.map(({ start }) => Date.parse(start) / SECOND_MS), [data]);
  const calls = useMemo<ChartSeries[]>(
    () => [
      // All calls are drawn behind the completed ones: what remains visible has failed.
      { label: 'Failed', kind: 'bar', color: 2, values: data.map(({ calls }) => calls) },
      { label: 'Completed', kind: 'bar', color: 1, values: data.map(({ completed }) => completed) },
    ],
    [data],
  );
  return (
    <Card
      title={`Calls per ${by}`}
      aside="UTC"
      foot={
        <details className={classes.numbers}>
          <summary>
            <Icon name="right" /> Show the numbers as a table
          </summary>
          <div className={classes.scroll} tabIndex={0} role="group" aria-label="The numbers">
            <Numbers stats={stats} />
          </div>
        </details>
      }
    >
      <p className={classes.legend}>
        <span data-color="1">Completed {COUNT.format(totals.completed)}</span>
        <span data-color="2">Failed {COUNT.format(totals.failed)}</span>
      </p>
      <Chart
        label={callsInWords(stats)}
        times={times}
        series={calls}
        height={CHART_PX}
        format={formatCount}
        formatTime={FORMATS[by]}
      />
    </Card>
  );
}
