import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';
import classes from './EmptyState.module.css';

/** A command to paste into a terminal. */
export function Command({ children }: { children: string }) {
  return (
    <span className={classes.command}>
      <code>{children}</code>
      <CopyButton value={children} variant="subtle" />
    </span>
  );
}

interface EmptyStateProps {
  /** Says what is missing, as in "No API keys yet"; without one, the page's title does. */
  title?: string;
  /** What to do next. */
  children: ReactNode;
  /** The button that does it. */
  action?: ReactNode;
  /** The command that does the same in a terminal. */
  command?: string;
}

/** In place of a list without rows. */
export function EmptyState({ title, children, action, command }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {title !== undefined && <h2>{title}</h2>}
      <p>{children}</p>
      {(action || command) && (
        <div className={classes.ways}>
          {action}
          {command && <Command>{command}</Command>}
        </div>
      )}
    </div>
  );
}
