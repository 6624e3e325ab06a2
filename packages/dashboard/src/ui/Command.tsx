import classes from './EmptyState.module.css';
import { CopyButton } from './CopyButton.tsx';

/** A command to paste into a terminal. */
export function Command({ children }: { children: string }) {
  return (
    <span className={classes.command}>
      <code>{children}</code>
      <CopyButton value={children} variant="subtle" />
    </span>
  );
}
