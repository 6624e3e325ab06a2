import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Period } from '../data/order-filter.ts';
import { beforeName, COUNT, lineBefore } from '../data/stats-words.ts';
import { Card } from '../ui/Card.tsx';
import { Legend, Numbers } from '../ui/ChartParts.tsx';
import { Money, MoneyList } from '../ui/Money.tsx';
import { byCurrency } from '../ui/amounts.ts';
import { formatDuration, MEDIAN_MEANS, P95_MEANS } from '../ui/text.ts';
import type { ChartSeries } from '../ui/time-chart-options.ts';
import { Chart, ComingChart } from './Chart.tsx';
import { amountIn, MoneyChart } from './MoneyChart.tsx';
import {
  callsInWords,
  durationInWords,
  revenueInWords,
  startInWords,
  type Traffic,
} from './traffic-words.ts';
import { type Cursor, useCursor, usePlaces } from './use-places.ts';

interface TrafficCardProps {
  period: Period;
  /** Undefined while they load: the card has its size already. */
  stats: Traffic | undefined;
  /** The calls of the period before, if there is one. */
  before: Traffic | undefined;
  /** Whether the durations of calls are known. */
  hasDuration: boolean;
  /** The list of the calls that failed. */
  failedHref?: string;
}

const shown = (ms: number | null | undefined) =>
  ms === null || ms === undefined ? '–' : formatDuration(ms);

const callsOf = ({ calls }: { calls: number }) => calls;
const countOf = (count: number | null | undefined) =>
  typeof count === 'number' ? COUNT.format(count) : '–';

/** The numbers of the charts, and what was earned. */
function TrafficTable({ period, stats, before, hasDuration }: TrafficCardProps) {
  if (!stats) return null;
  const { by, data } = stats;
  const callsBefore =
    before && period !== 'any'
      ? { name: beforeName(period), of: lineBefore(data, before.data, period, callsOf) }
      : undefined;
  const hasRevenue = data.some(({ revenue }) => revenue);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{by === 'day' ? 'Day' : 'Hour'}</th>
          <th scope="col">Calls</th>
          <th scope="col">Failed</th>
          {callsBefore && <th scope="col">{callsBefore.name}</th>}
          {hasDuration && <th scope="col">Median</th>}
          {hasDuration && <th scope="col">p95</th>}
          {hasRevenue && <th scope="col">Revenue</th>}
        </tr>
      </thead>
      <tbody>
        {data.map(({ start, calls, failed, p50Ms, p95Ms, revenue }, index) => (
          <tr key={start}>
            <th scope="row">
              {startInWords(start, by)}
              {index === data.length - 1 && ', so far'}
            </th>
            <td>{COUNT.format(calls)}</td>
            <td>{COUNT.format(failed)}</td>
            {callsBefore && <td>{countOf(callsBefore.of[index])}</td>}
            {hasDuration && <td>{shown(p50Ms)}</td>}
            {hasDuration && <td>{shown(p95Ms)}</td>}
            {hasRevenue && (
              <td>
                <MoneyList of={revenue ?? []} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CALLS_PX = 170;
const DURATION_PX = 110;
const formatCount = (count: number) => COUNT.format(count);

function CallsChart({
  period,
  stats,
  before,
  cursor,
}: { stats: Traffic; cursor: Cursor } & Pick<TrafficCardProps, 'period' | 'before'>) {
  const { data } = stats;
  const places = usePlaces(stats.by, data);
  const series = useMemo<ChartSeries[]>(
    () => [
      // All calls are drawn behind the completed ones: what remains visible has failed.
      { label: 'Failed', kind: 'bar', color: 2, values: data.map(({ calls }) => calls) },
      { label: 'Completed', kind: 'bar', color: 1, values: data.map(({ completed }) => completed) },
    ],
    [data],
  );
  const valuesBefore = useMemo(
    () =>
      before && period !== 'any'
        ? {
            label: `Calls, ${beforeName(period).toLowerCase()}`,
            values: lineBefore(data, before.data, period, callsOf),
          }
        : undefined,
    [before, data, period],
  );
  return (
    <Chart
      label={callsInWords(stats, before, period)}
      {...places}
      {...cursor}
      series={series}
      before={valuesBefore}
      height={CALLS_PX}
      format={formatCount}
      empty="No calls in this period."
    />
  );
}

function DurationChart({ stats, cursor }: { stats: Traffic; cursor: Cursor }) {
  const { by, data } = stats;
  const places = usePlaces(by, data);
  const series = useMemo<ChartSeries[]>(
    () => [
      { label: 'Median', kind: 'line', color: 1, values: data.map(({ p50Ms }) => p50Ms ?? null) },
      {
        label: 'p95',
        kind: 'line',
        color: 3,
        dashed: true,
        values: data.map(({ p95Ms }) => p95Ms ?? null),
      },
    ],
    [data],
  );
  return (
    <Chart
      label={durationInWords({ by, data })}
      {...places}
      {...cursor}
      isOpen
      series={series}
      height={DURATION_PX}
      format={formatDuration}
      empty="No completed calls in this period."
    />
  );
}

interface RevenueChartProps extends Pick<TrafficCardProps, 'period' | 'before'> {
  stats: Traffic;
  currency: string;
  cursor: Cursor;
}

function RevenueChart({ period, stats, before, currency, cursor }: RevenueChartProps) {
  const { by, data } = stats;
  return (
    <MoneyChart
      name="Revenue"
      label={revenueInWords(stats, currency)}
      period={period}
      currency={currency}
      data={data}
      before={before?.data}
      places={usePlaces(by, data)}
      cursor={cursor}
      height={CALLS_PX}
    />
  );
}

const CALLS = 'calls';

/** What the first chart may show: what was earned in each currency, or the calls. */
function viewsOf({ totals }: Traffic): { value: string; label: string }[] {
  const earned = (totals.revenue ?? []).filter(({ amount }) => amount > 0).toSorted(byCurrency);
  return [
    ...earned.map(({ currency }) => ({
      value: currency,
      label: earned.length === 1 ? 'Revenue' : `Revenue ${currency}`,
    })),
    { value: CALLS, label: 'Calls' },
  ];
}

/**
 * Calls and their durations per hour or day, compared with the period before: as charts and as a table.
 */
export function TrafficCard({ period, stats, before, hasDuration, failedHref }: TrafficCardProps) {
  const totals = stats?.totals;
  const counted = (count: number | undefined) => (count === undefined ? '' : COUNT.format(count));
  const cursor = useCursor();
  const [asked, setAsked] = useState<string>();
  // With durations it is about what was sold.
  const views = stats && hasDuration ? viewsOf(stats) : [];
  const view = (views.find(({ value }) => value === asked) ?? views[0])?.value ?? CALLS;
  const isUncompared = hasDuration && totals && totals.calls > 0 && !before && period !== 'any';
  const uncompared = isUncompared
    ? `; too few calls ${beforeName(period).toLowerCase()} to compare`
    : '';
  return (
    <Card
      title={hasDuration ? 'Revenue, calls and duration' : 'Calls'}
      aside={`per ${period === '24h' ? 'hour' : 'day'}, UTC${uncompared}`}
      foot={
        <Numbers>
          <TrafficTable period={period} stats={stats} before={before} hasDuration={hasDuration} />
        </Numbers>
      }
    >
      <Legend isLoading={!stats}>
        {stats && view !== CALLS ? (
          <span data-color="1">
            Revenue <Money amount={amountIn(stats.totals, view)} currency={view} />
          </span>
        ) : (
          <>
            <span data-color="1">Completed {counted(totals?.completed)}</span>
            <span data-color="2">
              {failedHref !== undefined && totals && totals.failed > 0 ? (
                <Link href={failedHref}>Failed {counted(totals.failed)}</Link>
              ) : (
                <>Failed {counted(totals?.failed)}</>
              )}
            </span>
          </>
        )}
        {period !== 'any' && (before ?? !stats) && (
          <span data-color="before" data-line>
            {beforeName(period)}
          </span>
        )}
        {views.length > 1 && (
          <SegmentedControl
            aria-label="The chart shows"
            size="xs"
            data={views}
            value={view}
            onChange={setAsked}
          />
        )}
      </Legend>
      {!stats && <ComingChart height={CALLS_PX} />}
      {stats && view === CALLS && (
        <CallsChart period={period} stats={stats} before={before} cursor={cursor} />
      )}
      {stats && view !== CALLS && (
        <RevenueChart
          period={period}
          stats={stats}
          before={before}
          currency={view}
          cursor={cursor}
        />
      )}
      {hasDuration && (
        <>
          <Legend isLoading={!stats}>
            <span data-color="1" data-line title={MEDIAN_MEANS}>
              Median {totals && shown(totals.p50Ms)}
            </span>
            <span data-color="3" data-line="dashed" title={P95_MEANS}>
              p95 {totals && shown(totals.p95Ms)}
            </span>
            {typeof stats?.data.at(-1)?.p50Ms === 'number' && (
              <span data-color="1" data-line="dotted">
                {stats.by === 'day' ? 'Today' : 'This hour'} so far, not complete
              </span>
            )}
          </Legend>
          {stats ? (
            <DurationChart stats={stats} cursor={cursor} />
          ) : (
            <ComingChart height={DURATION_PX} />
          )}
        </>
      )}
    </Card>
  );
}
