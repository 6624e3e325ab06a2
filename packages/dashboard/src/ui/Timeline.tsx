import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
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
    /** The state of a badge that says what all of it means. */
    badge?: string | undefined;
    lines: readonly Line[];
    /** What is folded. */
    others: readonly Line[];
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

/** What a change means for programs that call a listing. */
const MEANS: Readonly<Record<string, string>> = {
  compatible: 'existing calls keep working',
  'may-break': 'some existing calls may fail',
  breaking: 'existing calls may fail until they are changed',
};

/** What happened, one below the other, below when it did. */
export const Timeline = ({ of }: TimelineProps) => (
  <ol className={classes.timeline}>
    {of.map(({ key, at, badge, lines, others, note }) => (
      <li key={key}>
        <p className={classes.when}>
          <RelativeTime at={at} begins />
          {note}
          {badge !== undefined && <StateBadge state={badge} />}
          {badge !== undefined && badge in MEANS && <span>{MEANS[badge]}</span>}
        </p>
        <ChangeLines of={lines} />
        {others.length > 0 && (
          <details>
            <summary>
              <Icon name="right" /> {others.length} more{' '}
              {others.length === 1 ? 'change' : 'changes'}
            </summary>
            <ChangeLines of={others} />
          </details>
        )}
      </li>
    ))}
  </ol>
);
