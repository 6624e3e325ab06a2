import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

interface PhoneEntryProps {
  title: ReactNode;
  /** Across from the title. */
  end: ReactNode;
  state: ReactNode;
  /** Across from the state. */
  stateEnd: ReactNode;
  /** A line below. */
  note?: ReactNode;
}

/** A row of a `DataTable` on a phone, in two lines. */
export const PhoneEntry = ({ title, end, state, stateEnd, note }: PhoneEntryProps) => (
  <div className={classes.phoneEntryEntry}>
    {title}
    <span className={classes.end}>{end}</span>
    <span className={classes.state}>{state}</span>
    <span className={classes.end}>{stateEnd}</span>
    {note && <span className={classes.note}>{note}</span>}
  </div>
);
