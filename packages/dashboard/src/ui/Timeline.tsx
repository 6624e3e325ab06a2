import type { ReactNode } from 'react';
import { RelativeTime } from './RelativeTime.tsx';
import { StateBadge } from './StateBadge.tsx';
import classes from './Timeline.module.css';
import { VisibleText } from './VisibleText.tsx';

interface TimelineProps {
  /** What happened, the newest first. */
  of: readonly {
    key: string;
    at: string;
    lines: readonly {
      says: string;
      from?: string | undefined;
      to?: string | undefined;
      badge?: string | undefined;
    }[];
    /** How many lines are left out. */
    more: number;
    /** Beside the time. */
    note: ReactNode;
  }[];
}

/** What happened, one below the other, below when it did. */
export const Timeline = ({ of }: TimelineProps) => (
  <ol className={classes.timeline}>
    {of.map(({ key, at, lines, more, note }) => (
      <li key={key}>
        <p className={classes.when}>
          <RelativeTime at={at} />
          {note}
        </p>
        {lines.map(({ says, from, to, badge }) => (
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
        {more > 0 && <p>and {more} more</p>}
      </li>
    ))}
  </ol>
);
