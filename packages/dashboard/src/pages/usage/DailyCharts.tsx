import type { Usage } from '@mkt/client';
import { useCallback, useMemo } from 'react';
import { COUNT } from '../../data/stats-words.ts';
import { Card } from '../../ui/Card.tsx';
import { Chart } from '../../ui/Chart.tsx';
import { formatMoney } from '../../ui/text.ts';
import type { ChartSeries } from '../../ui/time-chart-options.ts';
import classes from './page.module.css';
import { callsInWords, shortDay, spendInWords, spentIn } from './words.ts';

const SPEND_PX = 170;
const CALLS_PX = 110;
const SECOND_MS = 1_000;
const formatCount = (count: number) => COUNT.format(count);
const formatDay = (seconds: number) => shortDay(seconds * SECOND_MS);

interface DailyChartsProps {
  days: Usage;
  /** The currency of the spending that is shown; undefined if nothing was spent. */
  currency: string | undefined;
}

/** What was spent and called on each day. The table of days has the numbers. */
export function DailyCharts({ days, currency }: DailyChartsProps) {
  const { data, totals } = days;
  const times = useMemo(() => data.map(({ day }) => Date.parse(day ?? '') / SECOND_MS), [data]);
  const spend = useMemo<ChartSeries[]>(
    () => [
      {
        label: 'Spend',
        kind: 'bar',
        color: 1,
        values: data.map((row) => (currency ? spentIn(row, currency) : 0)),
      },
    ],
    [data, currency],
  );
  const calls = useMemo<ChartSeries[]>(
    () => [
      // All calls are drawn behind the completed ones: what remains visible has failed.
      { label: 'Failed', kind: 'bar', color: 2, values: data.map(({ calls }) => calls) },
      { label: 'Completed', kind: 'bar', color: 1, values: data.map(({ completed }) => completed) },
    ],
    [data],
  );
  const formatSpend = useCallback(
    (amount: number) => (currency ? formatMoney({ amount, currency }) : ''),
    [currency],
  );
  return (
    <Card title="Spend and calls" aside="per day, UTC">
      {currency && (
        <>
          <p className={classes.legend}>
            <span data-color="1">
              Spend {formatMoney({ amount: spentIn(totals, currency), currency })}
            </span>
          </p>
          <Chart
            label={spendInWords(days, currency)}
            times={times}
            series={spend}
            height={SPEND_PX}
            format={formatSpend}
            formatTime={formatDay}
          />
        </>
      )}
      <p className={classes.legend}>
        <span data-color="1">Completed {COUNT.format(totals.completed)}</span>
        <span data-color="2">Failed {COUNT.format(totals.failed)}</span>
      </p>
      <Chart
        label={callsInWords(days)}
        times={times}
        series={calls}
        height={CALLS_PX}
        format={formatCount}
        formatTime={formatDay}
      />
    </Card>
  );
}
