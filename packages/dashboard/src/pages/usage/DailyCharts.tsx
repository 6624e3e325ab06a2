import { SegmentedControl } from '@mantine/core';
import type { Usage } from '@mkt/client';
import { useMemo } from 'react';
import { beforeName, type ComparedPeriod, COUNT, lineBefore } from '../../data/stats-words.ts';
import { Chart } from '../../orders/Chart.tsx';
import { MoneyChart } from '../../orders/MoneyChart.tsx';
import { useCursor, usePlaces } from '../../orders/use-places.ts';
import { Card } from '../../ui/Card.tsx';
import { Legend } from '../../ui/ChartParts.tsx';
import { Money } from '../../ui/Money.tsx';
import type { ChartSeries } from '../../ui/time-chart-options.ts';
import { callsInWords, spendInWords, spentIn } from './words.ts';

const SPEND_PX = 170;
const CALLS_PX = 110;
const formatCount = (count: number) => COUNT.format(count);

interface DailyChartsProps {
  period: ComparedPeriod;
  days: Usage;
  /** The usage of the period before. */
  before: Usage | undefined;
  /** Whether it is known if there is a period to compare with. */
  isCompared: boolean;
  /** The currency of the spending that is shown; undefined if nothing was spent. */
  currency: string | undefined;
  /** All in which something was spent. */
  currencies: readonly string[];
  onCurrency: (currency: string) => void;
}

/** The spending and the calls of each day and of the period before. The table of days has the numbers. */
export function DailyCharts(props: DailyChartsProps) {
  const { period, days, before, isCompared, currency, currencies, onCurrency } = props;
  const { data, totals } = days;
  const then = beforeName(period);
  const places = usePlaces('day', data, period === 'last-month');
  const cursor = useCursor();
  const calls = useMemo<ChartSeries[]>(
    () => [
      // All calls are drawn behind the completed ones: what remains visible has failed.
      { label: 'Failed', kind: 'bar', color: 2, values: data.map(({ calls }) => calls) },
      { label: 'Completed', kind: 'bar', color: 1, values: data.map(({ completed }) => completed) },
    ],
    [data],
  );
  const callsBefore = useMemo(
    () =>
      before && {
        label: `Calls, ${then.toLowerCase()}`,
        values: lineBefore(data, before.data, period, ({ calls }) => calls),
      },
    [before, data, period, then],
  );
  const compared = !before && isCompared ? `; too few calls ${then.toLowerCase()} to compare` : '';
  const money = (row: Usage['totals']) =>
    currency && <Money amount={spentIn(row, currency)} currency={currency} />;
  return (
    <Card title="Spend and calls" aside={`per day, UTC${compared}`}>
      {currency && (
        <>
          <Legend>
            <span data-color="1">Spend {money(totals)}</span>
            {before && (
              <span data-color="before" data-line>
                {then}
              </span>
            )}
            {currencies.length > 1 && (
              <SegmentedControl
                aria-label="Currency of the chart"
                size="xs"
                data={[...currencies]}
                value={currency}
                onChange={onCurrency}
              />
            )}
          </Legend>
          <MoneyChart
            name="Spend"
            label={spendInWords(days, currency)}
            period={period}
            currency={currency}
            data={data}
            before={before?.data}
            places={places}
            cursor={cursor}
            height={SPEND_PX}
          />
        </>
      )}
      <Legend>
        <span data-color="1">Completed {COUNT.format(totals.completed)}</span>
        <span data-color="2">Failed {COUNT.format(totals.failed)}</span>
        {before && (
          <span data-color="before" data-line>
            {then}
          </span>
        )}
      </Legend>
      <Chart
        label={callsInWords(days)}
        {...places}
        {...cursor}
        series={calls}
        before={callsBefore}
        height={CALLS_PX}
        format={formatCount}
      />
    </Card>
  );
}
