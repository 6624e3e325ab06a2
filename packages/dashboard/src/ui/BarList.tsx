import type { ReactNode } from 'react';
import classes from './BarList.module.css';

interface BarRowProps {
  name: ReactNode;
  /** Beside the name. */
  note?: ReactNode;
  figure: ReactNode;
  /** The length of the bar, from 0 to 1; `null` for none. */
  share: number | null;
  /** What the bar is a share of: with `uptime`, the rest was down. */
  of?: 'uptime';
}

/** A name and its figure above a bar, which only repeats the figure. */
export const BarRow = ({ name, note, figure, share, of }: BarRowProps) => (
  <li>
    <span>
      {name} <span className={classes.note}>{note}</span>
    </span>
    <span className={classes.figure}>{figure}</span>
    {share !== null && (
      <span className={classes.bar} data-of={of} aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </span>
    )}
  </li>
);

interface BarListProps {
  /** What the rows have in common, if there are several lists. */
  title?: string | undefined;
  children: ReactNode;
}

/** Things that are compared: a list of `BarRow`. */
export const BarList = ({ title, children }: BarListProps) => (
  <>
    {title !== undefined && <h3 className={classes.note}>{title}</h3>}
    <ul className={classes.bars} aria-label={title}>
      {children}
    </ul>
  </>
);
