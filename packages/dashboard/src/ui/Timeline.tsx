import type { ReactNode } from 'react';
import { RelativeTime } from './RelativeTime.tsx';
import { StateBadge } from './StateBadge.tsx';
import classes from './Timeline.module.css';
import { VisibleText } from './VisibleText.tsx';

interface Line {
  says: string;
  from?: string | undefined;
  to?: string | undefined;
  badge?: string | undefined;
}

interface TimelineProps {
  /** What happened, the newest first. */
  of: readonly {
    key: string;
    at: string;
    lines: readonly Line[];
    /** How many lines are left out. */
    more: number;
    /** Beside the time. */
    note: ReactNode;
  }[];
}

/** What is different, with what was and what is. */
export const ChangeLines = ({ of }: { of: readonly Line[] }) => (
  <div className={classes.lines}>
    {of.map(({ says, from, to, badge }) => (
      <div key={says}>
        <p>
          <VisibleText>{says}</VisibleText>
          {badge !== undefined && (
            <>
              {' '}
              <StateBadge state={badge} />
            </>
          )}
        </p>
        {from && (
          <p>
            <del>
              <VisibleText>{from}</VisibleText>
            </del>
          </p>
        )}
        {to && (
          <p>
            <ins>
              <VisibleText>{to}</VisibleText>
            </ins>
          </p>
        )}
      </div>
    ))}
  </div>
);

/** What happened, one below the other, below when it did. */
export const Timeline = ({ of }: TimelineProps) => (
  <ol className={classes.timeline}>
    {of.map(({ key, at, lines, more, note }) => (
      <li key={key}>
        <p className={classes.when}>
          <RelativeTime at={at} />
          {note}
        </p>
        <ChangeLines of={lines} />
        {more > 0 && <p>and {more} more</p>}
      </li>
    ))}
  </ol>
);
