import type uPlot from 'uplot';

/** A role of the theme for charts. */
export type ChartColor = 1 | 2 | 3 | 4 | 5;

export interface ChartSeries {
  label: string;
  values: readonly (number | null)[];
  color: ChartColor;
  /** Bars are drawn behind those of later series: pass the larger ones first. */
  kind: 'bar' | 'line';
  dashed?: boolean;
}

export interface ChartLook {
  /** The length of an hour or a day, so that its bar is not cut at the edge. */
  stepSeconds: number;
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
}

const LINE_PX = 2;
const AXIS_PX = 64;
const TIMES_PX = 28;
/** The least distance between two lines of the grid. */
const GRID_PX = 22;

function seriesOf(
  { label, values, color, kind, dashed }: ChartSeries,
  look: ChartLook,
): uPlot.Series {
  const shade = look.color(`--chart-${color}`);
  const known = values.filter((value) => value !== null).length;
  // A line through one point would not be seen.
  const points = { show: kind === 'line' && known === 1, size: 6, fill: shade };
  const shared = { label, points };
  if (kind === 'bar') {
    return { ...shared, fill: shade, width: 0, ...(look.bars ? { paths: look.bars } : {}) };
  }
  return { ...shared, stroke: shade, width: LINE_PX, ...(dashed ? { dash: [5, 4] } : {}) };
}

/** The options of uPlot for a chart over hours or days of UTC, from zero. */
export function chartOptions(series: readonly ChartSeries[], look: ChartLook): uPlot.Options {
  const { width, height, stepSeconds, color, font, format, formatTime } = look;
  const axis = { stroke: color('--text-3'), font, ticks: { show: false } };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { range: (_chart, from, to) => [from - stepSeconds / 2, to + stepSeconds / 2] },
      y: { range: (_chart, _least, most) => [0, most > 0 ? most * 1.05 : 1] },
    },
    axes: [
      {
        ...axis,
        size: TIMES_PX,
        grid: { show: false },
        values: (_chart, splits) => splits.map(formatTime),
      },
      {
        ...axis,
        size: AXIS_PX,
        space: GRID_PX,
        grid: { stroke: color('--chart-grid'), width: 1 },
        values: (_chart, splits) => splits.map(format),
      },
    ],
    series: [{}, ...series.map((each) => seriesOf(each, look))],
  };
}
