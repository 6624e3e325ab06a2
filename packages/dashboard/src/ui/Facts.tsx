import type { ReactNode } from 'react';
import classes from './Card.module.css';

/** Names and values, one below the other: a list of `Fact`. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className={classes.facts}>{children}</dl>
);

/** A name and its value; nothing without a value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
