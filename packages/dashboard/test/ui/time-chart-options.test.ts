import { describe, expect, it, test } from 'vitest';
import {
  type ChartLook,
  chartOptions,
  type ChartSeries,
  gridLines,
  isEmptyChart,
  isolated,
  labelledTimes,
  openEnds,
  placeAfterKey,
  stepOf,
  valuesAt,
} from '../../src/ui/time-chart-options.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z') / 1_000;

/** So many hours or days, the last of which begins then. */
const until = (last: number, count: number, step: number) =>
  Array.from({ length: count }, (_none, index) => last - (count - 1 - index) * step);

describe('the times below a chart', () => {
  it('are whole days, each once', () => {
    const days = until(MIDNIGHT, 7, DAY);
    expect(labelledTimes(days, 1_000)).toEqual(days);
  });

  it('are as many as there is room for, the present day among them', () => {
    const days = until(MIDNIGHT, 30, DAY);
    expect(labelledTimes(days, 300)).toEqual(until(MIDNIGHT, 4, 8 * DAY));
  });

  it('are hours counted from midnight', () => {
    const hours = until(MIDNIGHT + 9 * HOUR, 24, HOUR);
    expect(labelledTimes(hours, 400)).toEqual(until(MIDNIGHT + 6 * HOUR, 4, 6 * HOUR));
  });

  it('are every second or fourth midnight where the hours of many days have little room', () => {
    const week = until(MIDNIGHT + 12 * HOUR, 84, 2 * HOUR);
    const midnights = labelledTimes(week, 300);
    expect(midnights).toHaveLength(3);
    expect(midnights.every((time) => time % DAY === 0)).toBe(true);
    expect(labelledTimes(week, 1_000)).toHaveLength(7);
  });

  it('are one if there is only one', () => {
    expect(labelledTimes([MIDNIGHT], 300)).toEqual([MIDNIGHT]);
    expect(stepOf([MIDNIGHT])).toBe(DAY);
  });
});

const CALLS: ChartSeries = { label: 'Failed', kind: 'bar', color: 2, values: [10, 4, null] };
const COMPLETED: ChartSeries = { label: 'Completed', kind: 'bar', color: 1, values: [8, 4, null] };
const P95: ChartSeries = { label: 'p95', kind: 'line', color: 3, values: [120, null, null] };

describe('what a place of a chart says', () => {
  it('names the completed calls first, then what of all calls is left: the failed ones', () => {
    expect(valuesAt([CALLS, COMPLETED, P95], 0)).toEqual([
      { label: 'Completed', color: 1, value: 8 },
      { label: 'Failed', color: 2, value: 2 },
      { label: 'p95', color: 3, value: 120 },
    ]);
  });

  it('has no number where there is none', () => {
    expect(valuesAt([CALLS, P95], 2).map(({ value }) => value)).toEqual([null, null]);
  });
});

test('a chart without a value, or with zeros only, is empty', () => {
  expect(isEmptyChart([{ values: [] }])).toBe(true);
  expect(isEmptyChart([{ values: [0, null] }, { values: [0, 0] }])).toBe(true);
  expect(isEmptyChart([{ values: [0, 0.001] }])).toBe(false);
});

test.each([
  ['ArrowLeft', null, 6],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', null, 6],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 6, 6],
  ['Home', 3, 0],
  ['End', null, 6],
  ['Escape', 3, null],
  ['Escape', null, undefined],
  ['Tab', 3, undefined],
])('among seven places, %s moves from %s to %s', (key, from, to) => {
  expect(placeAfterKey(key, from, 7)).toBe(to);
});

const LOOK: ChartLook = {
  times: [MIDNIGHT],
  width: 600,
  height: 100,
  color: (name) => name,
  font: '',
  format: String,
  formatTime: String,
  bars: undefined,
  ticks: () => null,
};

test.each([
  [
    [0, 7, 3],
    [0, 2, 4, 6, 8],
  ],
  [[1], [0, 1]],
  [
    [57, null],
    [0, 20, 40, 60],
  ],
  [[0.0021], [0, 0.001, 0.002, 0.003]],
  [[], [0, 1]],
])('the grid of %j has lines at %j: whole calls, and one above all of them', (values, lines) => {
  expect(gridLines(values, 110)).toEqual(lines);
});

test('values between gaps are drawn as points', () => {
  expect(isolated([1, null, 2, 3, null, 4])).toEqual([0, 5]);
  expect(isolated([null, 5])).toEqual([1]);
});

test('the period before is a tick across each bar, with an edge in the colour of the card', () => {
  const before = { label: 'The day before', values: [3] };
  expect(chartOptions([COMPLETED], LOOK, before).series).toMatchObject([
    {},
    { label: 'Completed', fill: '--chart-1' },
    { label: 'The day before', stroke: '--surface', width: 4, paths: LOOK.ticks },
    { label: 'The day before', stroke: '--text-2', width: 2, paths: LOOK.ticks },
  ]);
});

describe('the last piece of a line, of a day that has only begun', () => {
  const P50: ChartSeries = { label: 'Median', kind: 'line', color: 1, values: [150, 160, 12] };
  it('is a dotted line of its own', () => {
    const [whole, open] = openEnds([P50]);
    expect(whole).toEqual({ ...P50, values: [150, 160, null] });
    expect(open).toEqual({ ...P50, values: [null, 160, 12], isOpen: true });
  });

  it('is not there for bars, nor where one of its two values is missing', () => {
    const gap = { ...P50, values: [150, null, 12] };
    expect(openEnds([CALLS, P95, gap])).toEqual([CALLS, P95, gap]);
  });
});
