import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Tiles.module.css';

const WIDTH = 100;
const HEIGHT = 32;
/** Fewer are no trend. */
const LEAST_POINTS = 3;

type Course = readonly (number | null)[];

const NOTHING: Course = [];

interface SparklineProps {
  values: Course;
  /** The same in the period that the note compares with. */
  before: Course;
}

/** A line that moves less than this share of its height looks flat, and says nothing. */
const LEAST_MOVE = 0.1;

const isKnown = (value: number | null) => value !== null;

/** Whether there is a trend to draw. */
function isMoving({ values, before }: SparklineProps): boolean {
  const known = [...values, ...before].filter(isKnown);
  const most = Math.max(...known);
  return (
    values.filter(isKnown).length >= LEAST_POINTS && most - Math.min(...known) > LEAST_MOVE * most
  );
}

/** The trend of a figure, beside the figure itself: screen readers skip it. Gaps are left out. */
function Sparkline({ values, before }: SparklineProps) {
  const most = Math.max(...[...values, ...before].filter(isKnown));
  const step = WIDTH / Math.max(values.length - 1, 1);
  const heightOf = (value: number) => HEIGHT - 2 - (value / most) * (HEIGHT - 4);
  const pointsOf = (course: Course) =>
    course.flatMap((value, index) =>
      value === null ? [] : [{ x: index * step, y: heightOf(value) }],
    );
  const lineOf = (course: Course) =>
    pointsOf(course)
      .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(' ');
  const points = pointsOf(values);
  const line = lineOf(values);
  const [from, to] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon points={`${from},${HEIGHT} ${line} ${to},${HEIGHT}`} />
      {before.length > 0 && <polyline points={lineOf(before)} data-before />}
      <polyline points={line} />
    </svg>
  );
}

interface TileProps {
  name: string;
  value: ReactNode;
  note: ReactNode;
  /** Whether the note says that something is better or worse. */
  tone?: 'ok' | 'bad' | undefined;
  /** A line below the note. */
  more?: ReactNode;
  /** Its trend over time; without one that moves, only the figure is shown. */
  course?: Course;
  /** The trend of the period that the note compares with. */
  before?: Course | undefined;
}

/** A key figure, in `Tiles`. */
export const Tile = ({
  name,
  value,
  note,
  tone,
  more,
  course = NOTHING,
  before = NOTHING,
}: TileProps) => (
  <div className={classes.tile}>
    <dt>{name}</dt>
    <dd className={classes.value}>{value}</dd>
    <dd className={classes.note} data-tone={tone}>
      {note}
    </dd>
    {more && <dd className={classes.note}>{more}</dd>}
    {isMoving({ values: course, before }) && (
      <dd className={classes.course}>
        <Sparkline values={course} before={before} />
      </dd>
    )}
  </div>
);

interface TilesProps {
  /** What the notes of all tiles compare. */
  note?: string;
  children: ReactNode;
}

/** A row of key figures: a list of `Tile`. */
export const Tiles = ({ note, children }: TilesProps) => (
  <div>
    <dl className={classes.tiles}>{children}</dl>
    {note && (
      <Text size="xs" c="dimmed" mt="xs">
        {note}. Dashed: the earlier period
      </Text>
    )}
  </div>
);
