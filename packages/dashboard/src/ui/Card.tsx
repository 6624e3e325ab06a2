import type { ReactNode } from 'react';
import classes from './Card.module.css';

interface CardProps {
  /** Its heading; a card without one needs a `label`. */
  title?: ReactNode;
  label?: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** Below the content, with a line above it. */
  foot?: ReactNode;
  /** Without padding, as for a table. */
  flush?: boolean;
  children: ReactNode;
}

/** A part of a page with a border. */
export function Card({ title, label, aside, foot, flush = false, children }: CardProps) {
  return (
    <section className={classes.card} aria-label={label}>
      {(title || aside) && (
        <div className={classes.head}>
          {title && <h2>{title}</h2>}
          {aside && <div className={classes.aside}>{aside}</div>}
        </div>
      )}
      <div className={flush ? undefined : classes.body}>{children}</div>
      {foot && <div className={classes.foot}>{foot}</div>}
    </section>
  );
}

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
