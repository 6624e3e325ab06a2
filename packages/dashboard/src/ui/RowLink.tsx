import type { ReactNode } from 'react';
import { Link } from 'wouter';
import classes from './DataTable.module.css';

/** A link in a row of a `DataTable` that covers the whole row. Buttons in other cells stay above it. */
export const RowLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={classes.link}>
    {children}
  </Link>
);
