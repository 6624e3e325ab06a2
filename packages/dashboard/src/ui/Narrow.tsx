import type { ReactNode } from 'react';
import classes from './Page.module.css';

/** A page that is a short form. */
export const Narrow = ({ children }: { children: ReactNode }) => (
  <div className={classes.narrow}>{children}</div>
);
