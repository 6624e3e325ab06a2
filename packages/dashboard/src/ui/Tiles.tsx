import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Tiles.module.css';

const WIDTH = 100;
const HEIGHT = 32;
/** Fewer are no trend. */
const LEAST_POINTS = 3;

/** The trend of a figure, beside the figure itself: screen readers skip it. Gaps are left out. */
function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  const most = Math.max(...known, 0) || 1;
  const step = WIDTH / Math.max(values.length - 1, 1);
  const heightOf = (value: number) => HEIGHT - 2 - (value / most) * (HEIGHT - 4);
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ x: index * step, y: heightOf(value) }],
  );
  const [first] = points;
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [from, to] = [first?.x ?? 0, points.at(-1)?.x ?? 0];
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {points.length >= LEAST_POINTS && (
        <>
          <polygon points={`${from},${HEIGHT} ${line} ${to},${HEIGHT}`} />
          <polyline points={line} />
        </>
      )}
    </svg>
  );
}

interface TileProps {
  name: string;
  value: ReactNode;
  note: ReactNode;
  /** Whether the note says that something is better or worse. */
  tone?: 'ok' | 'bad' | undefined;
  /** Its trend over time; without it, only the figure is shown. */
  course?: readonly (number | null)[];
}

/** A key figure, in `Tiles`. */
export const Tile = ({ name, value, note, tone, course }: TileProps) => (
  <div className={classes.tile}>
    <dt>{name}</dt>
    <dd className={classes.value}>{value}</dd>
    <dd className={classes.note} data-tone={tone}>
      {note}
    </dd>
    {course && (
      <dd className={classes.course}>
        <Sparkline values={course} />
      </dd>
    )}
  </div>
);

interface TilesProps {
  /** What the notes of all tiles have in common. */
  note?: string;
  children: ReactNode;
}

/** A row of key figures: a list of `Tile`. */
export const Tiles = ({ note, children }: TilesProps) => (
  <div>
    <dl className={classes.tiles}>{children}</dl>
    {note && (
      <Text size="xs" c="dimmed" mt="xs">
        {note}
      </Text>
    )}
  </div>
);
