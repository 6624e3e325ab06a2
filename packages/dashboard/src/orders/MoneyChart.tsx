import type { OrderStats } from '@mkt/client';
import { useCallback, useMemo } from 'react';
import { beforeName, type ComparedPeriod, lineBefore } from '../data/stats-words.ts';
import { formatMoney } from '../ui/text.ts';
import type { ChartSeries } from '../ui/time-chart-options.ts';
import { Chart } from './Chart.tsx';
import type { Cursor, Places } from './use-places.ts';

type Amounts = OrderStats['totals']['spend'];

/** What was earned, or spent. */
interface Row {
  revenue?: Amounts;
  spend?: Amounts;
}

/** The amount in a currency. */
export const amountIn = ({ revenue, spend }: Row, currency: string): number =>
  (revenue ?? spend ?? []).find((money) => money.currency === currency)?.amount ?? 0;

interface MoneyChartProps {
  name: 'Revenue' | 'Spend';
  /** The chart in words. */
  label: string;
  period: ComparedPeriod | 'any';
  currency: string;
  data: readonly Row[];
  before: readonly Row[] | undefined;
  places: Places;
  cursor: Cursor;
  height: number;
}

/** What was earned or spent per hour or day in one currency, compared with the period before. */
export function MoneyChart(props: MoneyChartProps) {
  const { name, label, period, currency, data, before, places, cursor, height } = props;
  const series = useMemo<ChartSeries[]>(
    () => [
      { label: name, kind: 'bar', color: 1, values: data.map((row) => amountIn(row, currency)) },
    ],
    [name, data, currency],
  );
  const valuesBefore = useMemo(
    () =>
      before && period !== 'any'
        ? {
            label: `${name}, ${beforeName(period).toLowerCase()}`,
            values: lineBefore(data, before, period, (row) => amountIn(row, currency)),
          }
        : undefined,
    [name, before, data, period, currency],
  );
  const format = useCallback((amount: number) => formatMoney({ amount, currency }), [currency]);
  return (
    <Chart
      label={label}
      {...places}
      {...cursor}
      series={series}
      before={valuesBefore}
      height={height}
      format={format}
    />
  );
}
