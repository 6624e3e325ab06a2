import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { retried } from '../data/connection.ts';
import type { TimeChartProps } from '../ui/TimeChart.tsx';

const NoChart = ({ height }: TimeChartProps) => (
  <p style={{ height }}>The chart cannot be shown here. The table has its numbers.</p>
);

const loadChart = retried(() => import('../ui/TimeChart.tsx'));

const TimeChart = lazy(async () => {
  try {
    const { TimeChart } = await loadChart();
    return { default: TimeChart };
  } catch {
    // The file may be gone because a new version was installed.
    return { default: NoChart };
  }
});

/** A `TimeChart`, loaded when it is shown; its place keeps the same height meanwhile. */
export const Chart = (props: TimeChartProps) => (
  <Suspense fallback={<Skeleton height={props.height} />}>
    <TimeChart {...props} />
  </Suspense>
);
