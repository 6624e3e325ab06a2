import type uPlot from 'uplot';

/** A role of the theme for charts. */
export type ChartColor = 1 | 2 | 3 | 4 | 5;

export interface ChartSeries {
  label: string;
  values: readonly (number | null)[];
  color: ChartColor;
  /** Bars are drawn behind those of later series, which they include: pass all calls, then the completed ones. */
  kind: 'bar' | 'line';
  dashed?: boolean;
  /** Whether it is the end of a line that may still change (`openEnds`). */
  isOpen?: boolean;
}

/**
 * Lines whose last value is of an hour or a day that has only begun: their last piece is a series of its own,
 * dotted, so that few calls do not look like a fall.
 */
export const openEnds = (series: readonly ChartSeries[]): ChartSeries[] =>
  series.flatMap((each): ChartSeries[] => {
    const { values, kind } = each;
    const last = values.length - 1;
    if (kind === 'bar' || (values[last] ?? null) === null || (values[last - 1] ?? null) === null) {
      return [each];
    }
    return [
      { ...each, values: values.map((value, index) => (index === last ? null : value)) },
      {
        ...each,
        isOpen: true,
        values: values.map((value, index) => (index < last - 1 ? null : value)),
      },
    ];
  });

/** The same values in the period before, drawn as a tick across each bar. */
export interface ValuesBefore {
  label: string;
  values: readonly (number | null)[];
}

export interface ChartLook {
  /** The starts of hours or days in Unix seconds. */
  times: readonly number[];
  width: number;
  height: number;
  /** The value of a CSS variable, such as `--chart-1`. */
  color: (name: string) => string;
  font: string;
  /** How the values of the vertical axis are shown. */
  format: (value: number) => string;
  /** How the starts of hours or days are shown, given in Unix seconds. */
  formatTime: (seconds: number) => string;
  bars: uPlot.Series.PathBuilder | undefined;
  ticks: uPlot.Series.PathBuilder;
}

const LINE_PX = 2;
const TICK_PX = 2;
const AXIS_PX = 60;
const TIMES_PX = 28;
/** The least distance between two lines of the grid. */
const GRID_PX = 26;
/** Half of the highest number beside the grid. */
const TOP_PX = 8;
/** Half of the last time, whose bar is at the edge. */
const RIGHT_PX = 20;

function seriesOf(
  { label, values, color, kind, dashed, isOpen }: ChartSeries,
  look: ChartLook,
): uPlot.Series {
  const shade = look.color(`--chart-${color}`);
  const alone = isolated(values);
  const isShown = kind === 'line' && alone.length > 0;
  const points = { show: isShown, size: 6, fill: shade, filter: () => alone };
  const shared = { label, points };
  if (kind === 'bar') {
    return { ...shared, fill: shade, width: 0, ...(look.bars ? { paths: look.bars } : {}) };
  }
  const dash = isOpen ? [2, 3] : dashed ? [5, 4] : undefined;
  return { ...shared, stroke: shade, width: LINE_PX, ...(dash ? { dash } : {}) };
}

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** The width of a time below the axis, with the space beside it. */
const LABEL_PX = 72;
/** Every second hour, every third …: so that midnight has a label; where there is less room, every second day. */
const HOUR_STEPS = [1, 2, 3, 4, 6, 12, 24, 48, 72, 96];

/** The length of an hour or a day, so that its bar is not cut at the edge; a day if there is only one. */
export const stepOf = ([first, second]: readonly number[]): number =>
  first === undefined || second === undefined ? DAY_S : second - first;

/**
 * The times that have a label: whole hours or days, each at most once, and as many as there is room
 * for. Days are counted from the last one, hours from midnight.
 */
export function labelledTimes(times: readonly number[], widthPx: number): number[] {
  const room = Math.max(1, Math.floor(widthPx / LABEL_PX));
  const least = Math.max(1, Math.ceil(times.length / room));
  if (stepOf(times) >= DAY_S) {
    return times.filter((_time, index) => (times.length - 1 - index) % least === 0);
  }
  const hours = HOUR_STEPS.find((step) => step >= least * (stepOf(times) / HOUR_S)) ?? 192;
  return times.filter((time) => (time / HOUR_S) % hours === 0);
}

/**
 * The lines of the grid, from 0 to one above the largest value: 1, 2 or 5 apart, or 10, 20, 50 …; without
 * fractions if all values are whole, because there is no half call.
 */
export function gridLines(values: readonly (number | null)[], heightPx: number): number[] {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  if (most === 0) return [0, 1];
  const isWhole = values.every((value) => value === null || Number.isInteger(value));
  const least = most / Math.max(1, Math.floor(heightPx / GRID_PX));
  const power = 10 ** Math.floor(Math.log10(least));
  const found = [1, 2, 5, 10].map((step) => step * power).find((step) => step >= least) ?? least;
  const step = isWhole ? Math.max(1, found) : found;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_none, index) => index * step);
}

/** The values that no line reaches because their neighbours are missing: they are drawn as points. */
export const isolated = (values: readonly (number | null)[]): number[] =>
  values.flatMap((value, index) => {
    const isAlone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
    return value !== null && isAlone ? [index] : [];
  });

/** Whether there is nothing to draw: no value, or only zeros. */
export const isEmptyChart = (series: readonly Pick<ChartSeries, 'values'>[]): boolean =>
  series.every(({ values }) => values.every((value) => value === null || value === 0));

/**
 * What the chart shows at one place, by series in reading order: of bars that include later ones, only
 * the rest that is visible.
 */
export function valuesAt(
  series: readonly ChartSeries[],
  index: number,
): { label: string; color: ChartColor; value: number | null }[] {
  const found = series.map(({ label, color, kind, values }, place) => {
    const value = values[index] ?? null;
    const next = series[place + 1];
    const inFront = kind === 'bar' && next?.kind === 'bar' ? (next.values[index] ?? 0) : 0;
    return { label, color, kind, value: value === null ? null : value - inFront };
  });
  // What is in front is named first: completed, then failed.
  const bars = found.filter(({ kind }) => kind === 'bar').toReversed();
  return [...bars, ...found.filter(({ kind }) => kind === 'line')].map(
    ({ label, color, value }) => ({ label, color, value }),
  );
}

/**
 * Where a key moves the cursor among this many places; null hides it, undefined means that the key has no
 * meaning here.
 */
export function placeAfterKey(
  key: string,
  index: number | null,
  count: number,
): number | null | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowLeft':
      return index === null ? last : Math.max(0, index - 1);
    case 'ArrowRight':
      return index === null ? last : Math.min(last, index + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return index === null ? undefined : null;
    default:
      return undefined;
  }
}

/** The options of uPlot for a chart over hours or days of UTC, from zero. */
export function chartOptions(
  series: readonly ChartSeries[],
  look: ChartLook,
  before?: ValuesBefore,
): uPlot.Options {
  const { width, height, times, color, font, format, formatTime } = look;
  const stepSeconds = stepOf(times);
  const shown = [...series, ...(before ? [before] : [])].flatMap(({ values }) => values);
  const lines = gridLines(shown, height - TIMES_PX - TOP_PX);
  const tick = { label: before?.label ?? '', paths: look.ticks, points: { show: false } };
  // With an edge, so that it is seen on a bar of any colour: the values are drawn twice.
  const ticks: uPlot.Series[] = before
    ? [
        { ...tick, stroke: color('--surface'), width: 2 * TICK_PX },
        { ...tick, stroke: color('--text-2'), width: TICK_PX },
      ]
    : [];
  const axis = { stroke: color('--text-3'), font, ticks: { show: false } };
  return {
    width,
    height,
    padding: [TOP_PX, RIGHT_PX, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { range: (_chart, from, to) => [from - stepSeconds / 2, to + stepSeconds / 2] },
      y: { range: [0, lines.at(-1) ?? 1] },
    },
    axes: [
      {
        ...axis,
        size: TIMES_PX,
        grid: { show: false },
        splits: ({ width: present }) => labelledTimes(times, present - AXIS_PX),
        values: (_chart, splits) => splits.map(formatTime),
      },
      {
        ...axis,
        size: AXIS_PX,
        grid: { stroke: color('--chart-grid'), width: 1 },
        splits: lines,
        values: (_chart, splits) => splits.map(format),
      },
    ],
    series: [{}, ...series.map((each) => seriesOf(each, look)), ...ticks],
  };
}
