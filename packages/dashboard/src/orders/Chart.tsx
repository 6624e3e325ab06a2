import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { TimeChartProps } from './TimeChart.tsx';

const NoChart = ({ height }: TimeChartProps) => (
  <p style={{ height }}>The chart cannot be shown here. The table has its numbers.</p>
);

// It cannot be loaded after a new version was installed, or without a connection.
const TimeChart = lazy(async () => {
  try {
    const { TimeChart } = await import('./TimeChart.tsx');
    return { default: TimeChart };
  } catch {
    return { default: NoChart };
  }
});

/** A `TimeChart`, loaded when it is shown; its place has the same height meanwhile. */
export const Chart = (props: TimeChartProps) => (
  <Suspense fallback={<Skeleton height={props.height} />}>
    <TimeChart {...props} />
  </Suspense>
);
