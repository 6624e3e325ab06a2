import type { ApiKey } from '@mkt/client';
import { Meter } from './Meter.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { otherRules, spentOf } from './budget-words.ts';
import classes from './page.module.css';

/** What a key may spend, and how much of it is spent. */
export function Budget({ of: { budget, remaining } }: { of: ApiKey }) {
  if (!budget) return 'No budget';
  const spent = spentOf(budget, remaining);
  const rules = otherRules(budget);
  return (
    <div className={classes.budget}>
      {spent && (
        <Meter value={spent.amount} max={spent.limit}>
          {spent.text}
        </Meter>
      )}
      {remaining && (
        <span className={classes.rule}>
          {remaining.resetsAt === null ? (
            'Never resets'
          ) : (
            <>
              Resets <RelativeTime at={remaining.resetsAt} />
            </>
          )}
        </span>
      )}
      {rules.map((rule) => (
        <span key={rule} className={classes.rule}>
          {rule.charAt(0).toUpperCase() + rule.slice(1)}
        </span>
      ))}
    </div>
  );
}
