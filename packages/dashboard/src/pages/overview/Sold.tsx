import type { SalesStats } from '@mkt/client';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { Card } from '../../ui/Card.tsx';
import { formatDuration } from '../../ui/duration.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { ChartSeries } from '../../ui/time-chart-options.ts';
import { COUNT } from '../../data/range-words.ts';
import classes from './page.module.css';
import { callsInWords, latencyInWords, startInWords } from './traffic-words.ts';
import { TrafficTable } from './TrafficTable.tsx';

const NoChart = () => <p>The chart cannot be shown here. The table below has its numbers.</p>;

// It cannot be loaded after a new version was installed, or without a connection.
const TimeChart = lazy(async () => {
  try {
    const { TimeChart } = await import('../../ui/TimeChart.tsx');
    return { default: TimeChart };
  } catch {
    return { default: NoChart };
  }
});

const CALLS_PX = 170;
const LATENCY_PX = 110;
const SECOND_MS = 1_000;
const formatCount = (count: number) => COUNT.format(count);
const timeFormat = (by: SalesStats['by']) => (seconds: number) =>
  startInWords(new Date(seconds * SECOND_MS).toISOString(), by);
const FORMATS = { hour: timeFormat('hour'), day: timeFormat('day') };

/** Calls and latency per hour or day, as charts and as a table. */
export function Traffic({ stats }: { stats: SalesStats }) {
  const { by, totals, data } = stats;
  const times = useMemo(() => data.map(({ start }) => Date.parse(start) / SECOND_MS), [data]);
  const calls = useMemo<ChartSeries[]>(
    () => [
      // All calls stand behind the completed ones: what remains visible has failed.
      { label: 'Failed', kind: 'bar', color: 2, values: data.map(({ calls }) => calls) },
      { label: 'Completed', kind: 'bar', color: 1, values: data.map(({ completed }) => completed) },
    ],
    [data],
  );
  const latency = useMemo<ChartSeries[]>(
    () => [
      { label: 'p50', kind: 'line', color: 1, values: data.map(({ p50Ms }) => p50Ms) },
      {
        label: 'p95',
        kind: 'line',
        color: 3,
        dashed: true,
        values: data.map(({ p95Ms }) => p95Ms),
      },
    ],
    [data],
  );
  const { p50Ms, p95Ms } = totals;
  return (
    <Card
      title="Calls and latency"
      aside={`per ${by}, UTC`}
      foot={
        <details className={classes.numbers}>
          <summary>
            <Icon name="right" /> Show the numbers as a table
          </summary>
          <TrafficTable stats={stats} />
        </details>
      }
    >
      <p className={classes.legend}>
        <span data-color="1">Completed {COUNT.format(totals.completed)}</span>
        <span data-color="2">Failed {COUNT.format(totals.failed)}</span>
      </p>
      <Suspense fallback={<Skeleton height={CALLS_PX} />}>
        <TimeChart
          label={callsInWords(stats)}
          times={times}
          series={calls}
          height={CALLS_PX}
          format={formatCount}
          formatTime={FORMATS[by]}
        />
      </Suspense>
      <p className={classes.legend}>
        <span data-color="1" data-line>
          Latency p50 {p50Ms === null ? '–' : formatDuration(p50Ms)}
        </span>
        <span data-color="3" data-line="dashed">
          p95 {p95Ms === null ? '–' : formatDuration(p95Ms)}
        </span>
      </p>
      <Suspense fallback={<Skeleton height={LATENCY_PX} />}>
        <TimeChart
          label={latencyInWords(stats)}
          times={times}
          series={latency}
          height={LATENCY_PX}
          format={formatDuration}
          formatTime={FORMATS[by]}
        />
      </Suspense>
    </Card>
  );
}
