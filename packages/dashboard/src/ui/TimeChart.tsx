import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { chartOptions, type ChartSeries } from './time-chart-options.ts';

interface TimeChartProps {
  /** What it shows, with the numbers: read aloud in place of it. */
  label: string;
  /** Unix seconds, one for each value. */
  times: readonly number[];
  series: readonly ChartSeries[];
  height: number;
  format: (value: number) => string;
  formatTime: (seconds: number) => string;
}

const BAR_SHARE = 0.65;
const MAX_BAR_PX = 40;

function Plot({ label, times, series, height, format, formatTime }: TimeChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const styles = getComputedStyle(element);
    const bars = uPlot.paths.bars?.({ size: [BAR_SHARE, MAX_BAR_PX] });
    const look = {
      stepSeconds: (times[1] ?? 0) - (times[0] ?? 0),
      width: element.clientWidth,
      height,
      color: (name: string) => styles.getPropertyValue(name).trim(),
      font: `12px ${styles.fontFamily}`,
      format,
      formatTime,
      bars,
    };
    const options = chartOptions(series, look);
    const data = [[...times], ...series.map(({ values }) => [...values])] as uPlot.AlignedData;
    const inUtc = (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC');
    const chart = new uPlot({ ...options, tzDate: inUtc }, data, element);
    const watcher = new ResizeObserver(() => {
      chart.setSize({ width: element.clientWidth, height });
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      chart.destroy();
    };
  }, [times, series, height, format, formatTime]);
  return <div ref={place} role="img" aria-label={label} style={{ height, minWidth: 0 }} />;
}

/**
 * A chart over time, in UTC; put its numbers into a table beside it. Load it lazily: uPlot is large.
 * It is drawn again in another colour scheme, whose colours it reads then.
 */
export const TimeChart = (props: TimeChartProps) => (
  <Plot key={useComputedColorScheme()} {...props} />
);
