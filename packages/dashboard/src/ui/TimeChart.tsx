import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import classes from './TimeChart.module.css';
import {
  chartOptions,
  type ChartSeries,
  isEmptyChart,
  openEnds,
  placeAfterKey,
  type ValuesBefore,
  valuesAt,
} from './time-chart-options.ts';

export interface TimeChartProps {
  /** What it shows, with the numbers: read aloud in place of it. */
  label: string;
  /** Unix seconds, one for each value. */
  times: readonly number[];
  series: readonly ChartSeries[];
  height: number;
  format: (value: number) => string;
  formatTime: (seconds: number) => string;
  /** Whether the last hour or day is not over: the ends of lines are dotted. */
  isOpen?: boolean;
  /** The same values in the period before. */
  before?: ValuesBefore | undefined;
  /** Names the place under the cursor, if not as the axis does. */
  formatPlace?: (seconds: number) => string;
  /** Shown in place of a chart of nothing. */
  empty?: string;
  /** The place that another chart of the same times is read at: this one is read there too. */
  at?: number | null;
  onAt?: (index: number | null) => void;
}

const BAR_SHARE = 0.65;
const MAX_BAR_PX = 40;
/** How far a tick reaches beyond its bar on each side. */
const BEYOND_PX = 3;
/** The space between the cursor and its words. */
const GAP_PX = 10;

/** A short line across the bar of each value. */
const drawTicks: uPlot.Series.PathBuilder = (chart, series, from, to) => {
  const { pxRatio } = uPlot;
  const [times, ...all] = chart.data;
  const bar = Math.min((BAR_SHARE * chart.bbox.width) / times.length, MAX_BAR_PX * pxRatio);
  const half = bar / 2 + BEYOND_PX * pxRatio;
  const stroke = new Path2D();
  for (let index = from; index <= to; index++) {
    const value = all[series - 1]?.[index] ?? null;
    if (value === null) continue;
    const x = chart.valToPos(times[index] ?? 0, 'x', true);
    const y = Math.round(chart.valToPos(value, 'y', true));
    stroke.moveTo(x - half, y);
    stroke.lineTo(x + half, y);
  }
  return { stroke };
};

/** The place under the cursor, and where it is in the chart. */
interface Cursor {
  index: number;
  px: number;
  /** Whether the words are on its left, because there is no room on its right. */
  isLeft: boolean;
  /** Whether a key moved it there, so that it is read aloud. */
  isSpoken: boolean;
}

function cursorAt(chart: uPlot, index: number, isSpoken: boolean): Cursor {
  const at = chart.data[0][index] ?? 0;
  const px = Math.round(chart.over.offsetLeft + chart.valToPos(at, 'x'));
  return { index, px, isLeft: px > chart.width / 2, isSpoken };
}

function Plot(props: TimeChartProps) {
  const { label, times, series, height, format, formatTime, before } = props;
  const { formatPlace = formatTime, empty = 'Nothing in this period.', isOpen = false } = props;
  const { at: shared, onAt } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const moveTo = (to: Cursor | null) => {
    setCursor(to);
    onAt?.(to && to.index);
  };
  useEffect(() => {
    const element = place.current;
    if (!element || times.length === 0) return undefined;
    const styles = getComputedStyle(element);
    const bars = uPlot.paths.bars?.({ size: [BAR_SHARE, MAX_BAR_PX] });
    const look = {
      times,
      width: element.clientWidth,
      height,
      color: (name: string) => styles.getPropertyValue(name).trim(),
      font: `12px ${styles.fontFamily}`,
      format,
      formatTime,
      bars,
      ticks: drawTicks,
    };
    const drawn = isOpen ? openEnds(series) : series;
    const options = chartOptions(drawn, look, before);
    const values = [...drawn, ...(before ? [before, before] : [])].map((each) => [...each.values]);
    const data = [[...times], ...values] as uPlot.AlignedData;
    const inUtc = (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC');
    const chart = new uPlot({ ...options, tzDate: inUtc }, data, element);
    plot.current = chart;
    const watcher = new ResizeObserver(() => {
      if (element.clientWidth === chart.width) return;
      chart.setSize({ width: element.clientWidth, height });
      setCursor((shown) => shown && cursorAt(chart, shown.index, false));
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      plot.current = null;
      chart.destroy();
    };
  }, [times, series, height, format, formatTime, before, isOpen]);

  useEffect(() => {
    const chart = plot.current;
    if (shared === undefined || !chart) return;
    setCursor((shown) => {
      if (shared === null) return null;
      return shown?.index === shared ? shown : cursorAt(chart, shared, false);
    });
  }, [shared]);

  const readAt = ({ clientX }: PointerEvent) => {
    const chart = plot.current;
    if (!chart) return;
    const index = chart.posToIdx(clientX - chart.over.getBoundingClientRect().left);
    moveTo(cursorAt(chart, index, false));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const chart = plot.current;
    const index = placeAfterKey(event.key, cursor && cursor.index, times.length);
    if (index === undefined || !chart) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo(index === null ? null : cursorAt(chart, index, true));
  };

  // New data may have fewer places.
  const at = cursor ? times[cursor.index] : undefined;
  const shown = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format(value);
  const rows: { label: string; color: number | 'before'; value: string }[] =
    cursor && at !== undefined
      ? valuesAt(series, cursor.index).map((row) => ({ ...row, value: shown(row.value) }))
      : [];
  if (cursor && before && at !== undefined) {
    const value = shown(before.values[cursor.index]);
    rows.push({ label: before.label, color: 'before', value });
  }
  const name = at === undefined ? '' : formatPlace(at);
  const isEmpty = isEmptyChart(before ? [...series, before] : series);
  const reading = isEmpty
    ? {}
    : {
        // Screen readers pass the arrow keys on to an application.
        role: 'application',
        'aria-label': 'Values of the chart: read them with the arrow keys',
        tabIndex: 0,
        onKeyDown,
        onBlur: () => moveTo(null),
        onPointerDown: readAt,
        onPointerMove: readAt,
        onPointerLeave: () => moveTo(null),
      };
  return (
    <div className={classes.chart} style={{ height }} {...reading}>
      <div ref={place} role="img" aria-label={label} style={{ height, minWidth: 0 }} />
      {isEmpty && <p className={classes.empty}>{empty}</p>}
      {cursor && at !== undefined && (
        <>
          <div className={classes.cursor} style={{ left: cursor.px }} />
          <div
            className={classes.tip}
            aria-hidden="true"
            style={
              cursor.isLeft
                ? { right: `calc(100% - ${cursor.px - GAP_PX}px)` }
                : { left: cursor.px + GAP_PX }
            }
          >
            <strong>{name}</strong>
            {rows.map((row) => (
              <div key={row.label} className={classes.row} data-color={row.color}>
                {row.label} <b>{row.value}</b>
              </div>
            ))}
          </div>
        </>
      )}
      <span className="visually-hidden" aria-live="polite">
        {cursor?.isSpoken &&
          `${name}: ${rows.map((row) => `${row.label} ${row.value}`).join(', ')}`}
      </span>
    </div>
  );
}

/**
 * A chart over time, in UTC; put its numbers into a table beside it. Load it lazily: uPlot is large.
 * It is drawn again in another colour scheme, whose colours it reads then.
 */
export const TimeChart = (props: TimeChartProps) => (
  <Plot key={useComputedColorScheme()} {...props} />
);
