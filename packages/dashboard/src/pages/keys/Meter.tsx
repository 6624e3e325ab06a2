import { useId } from 'react';
import classes from './page.module.css';

interface MeterProps {
  /** From 0 to `max`. */
  value: number;
  max: number;
  /** The same in words, above the bar: `$0.02 of $5.00 spent`. */
  children: string;
}

/** How much of something is used: in words, and as the length of a bar. */
export function Meter({ value, max, children }: MeterProps) {
  const id = useId();
  const share = max > 0 ? Math.min(1, value / max) : 1;
  return (
    <div className={classes.meter}>
      <span id={id}>{children}</span>
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={children}
        className={classes.bar}
      >
        <div className={classes.used} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
