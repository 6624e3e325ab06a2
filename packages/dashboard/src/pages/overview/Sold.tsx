import { Skeleton } from '@mantine/core';
import type { SalesStats } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { shownError } from '../../data/errors.ts';
import {
  changeInWords,
  COUNT,
  growthInWords,
  shareInWords,
  statsQuery,
  type StatsRange,
} from '../../data/stats-words.ts';
import { salesStatsQuery } from '../../data/stats.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { formatDuration, formatMoney, formatMoneyList } from '../../ui/text.ts';
import type { ChartSeries } from '../../ui/time-chart-options.ts';
import classes from './page.module.css';
import { callsInWords, latencyInWords, startInWords } from './words.ts';

const pointsOf = ({ completed, calls }: { completed: number; calls: number }) =>
  calls === 0 ? null : (completed / calls) * 100;

const difference = (now: number | null, before: number | null | undefined) =>
  now === null || before === null || before === undefined ? null : now - before;

/** The key figures of sales, each with its trend and a comparison with the period before. */
function Figures(props: { range: StatsRange; stats: SalesStats; before?: SalesStats }) {
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

const shown = (ms: number | null) => (ms === null ? '–' : formatDuration(ms));

/** The numbers of the charts. */
function TrafficTable({ stats: { by, data } }: { stats: SalesStats }) {
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
function Traffic({ stats }: { stats: SalesStats }) {
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

/** What the listings of the account sold. */
export function Sold({ range, nowMs }: { range: StatsRange; nowMs: number }) {
  const stats = useQuery(salesStatsQuery(statsQuery(range, nowMs)));
  const before = useQuery(salesStatsQuery(statsQuery(range, nowMs, true)));
  if (stats.isError) {
    return (
      <ErrorNotice
        what="Your sales could not be loaded"
        error={shownError(stats.error)}
        onRetry={() => void stats.refetch()}
      />
    );
  }
  if (!stats.data) return <PageSkeleton />;
  return (
    <>
      <Figures range={range} stats={stats.data} before={before.data} />
      <Traffic stats={stats.data} />
    </>
  );
}
