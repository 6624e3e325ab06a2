import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { retried } from '../data/connection.ts';
import { deferred } from '../ui/deferred.tsx';
import type { TimeChartProps } from '../ui/TimeChart.tsx';

const NoChart = ({ height }: TimeChartProps) => (
  <p style={{ height }}>The chart cannot be shown here. The table has its numbers.</p>
);

const loadChart = retried(() => import('../ui/TimeChart.tsx'));

type ChartModule = Awaited<ReturnType<typeof loadChart>>;

/** Browsers remember an import that failed, and name its address: at another one they try again. */
async function importedAgain(thrown: unknown): Promise<ChartModule> {
  const [address] = /https?:\/\/\S+\.js/.exec(String(thrown)) ?? [];
  if (!address?.startsWith(`${location.origin}/`)) throw thrown;
  return await import(/* @vite-ignore */ `${address}?again`);
}

const TimeChart = deferred(async () => {
  try {
    const { TimeChart } = await loadChart().catch(importedAgain);
    return { default: TimeChart };
  } catch {
    // The file may be gone because a new version was installed.
    return { default: NoChart };
  }
});

/** A `TimeChart`, loaded when it is shown; its place keeps the same height meanwhile. */
export const Chart = (props: TimeChartProps) => (
  <TimeChart {...props} fallback={<Skeleton height={props.height} />} />
);

/** The place of a chart whose figures are loading; its file loads with them, not after them. */
export function ComingChart({ height }: { height: number }) {
  useEffect(() => void TimeChart.preload(), []);
  return <Skeleton height={height} />;
}
