import type { ReactNode } from 'react';
import classes from './ChartParts.module.css';
import { Icon } from './Icon.tsx';

interface LegendProps {
  /** A `span` for each series, with `data-color` and, for a line, `data-line`. */
  children: ReactNode;
  /** Hides the numbers, which would move what is beside them when they change. */
  isLoading?: boolean;
}

/** Names the series of a chart, above it. */
export const Legend = ({ children, isLoading = false }: LegendProps) => (
  <p className={classes.legend} data-loading={isLoading}>
    {children}
  </p>
);

/** The table of a chart's numbers, at the foot of its card. */
export const Numbers = ({ children }: { children: ReactNode }) => (
  <details className={classes.numbers}>
    <summary>
      <Icon name="right" /> Show the numbers as a table
    </summary>
    <div className={classes.scroll} tabIndex={0} role="group" aria-label="The numbers">
      {children}
    </div>
  </details>
);
