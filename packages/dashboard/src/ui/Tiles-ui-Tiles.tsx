import type { ReactNode } from 'react';
import { Sparkline } from './Tiles.tsx';
import classes from './Tiles.module.css';

interface TileProps {
  name: string;
  value: ReactNode;
  note: string;
  /** Its trend over time; without it, only the figure is shown. */
  course?: readonly (number | null)[];
}

/** A key figure, in `Tiles`. */
export const Tile = ({ name, value, note, course }: TileProps) => (
  <div className={classes.tile}>
    <dt>{name}</dt>
    <dd className={classes.value}>{value}</dd>
    <dd className={classes.note}>{note}</dd>
    {course && (
      <dd className={classes.course}>
        <Sparkline values={course} />
      </dd>
    )}
  </div>
);

/** A row of key figures: a list of `Tile`. */
export const Tiles = ({ children }: { children: ReactNode }) => (
  <dl className={classes.tiles}>{children}</dl>
);
