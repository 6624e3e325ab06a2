import type { ApiKey } from '@mkt/client';
import { useId } from 'react';
import { canSpend, otherRules } from '../../data/budget-words.ts';
import { spentOf } from '../../data/key-words.ts';
import { useTitles } from '../../form/BudgetForm.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { formatMoneyList } from '../../ui/amounts.ts';
import type { Amount } from '../../ui/text.ts';
import classes from './page.module.css';

/** From this share on, a budget is nearly used. */
const NEARLY = 0.9;

interface MeterProps {
  /** From 0 to `max`. */
  value: number;
  max: number;
  /** The same in words, above the bar: `$0.02 of $5.00 today`. */
  children: string;
}

/** How much of something is used: in words, and as the length of a bar. */
function Meter({ value, max, children }: MeterProps) {
  const id = useId();
  const share = max > 0 ? Math.min(1, value / max) : 1;
  const isLow = share >= NEARLY;
  return (
    <div className={classes.meter} data-low={isLow}>
      <span id={id}>
        {isLow && <Icon name="warn" />}
        {children}
      </span>
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

interface BudgetProps {
  of: ApiKey;
  /** What it spent in the last 30 days, once that is known. */
  spent: readonly Amount[] | undefined;
}

/** What a key may spend, and how much it did. */
export function Budget({ of: { budget, remaining, scopes }, spent: amounts }: BudgetProps) {
  const titles = useTitles(budget);
  if (!canSpend(scopes)) return <span className={classes.none}>Cannot spend</span>;
  const paid = amounts?.filter(({ amount }) => amount > 0) ?? [];
  const lately = paid.length > 0 && (
    <span className={classes.rule}>{formatMoneyList(paid)} in 30 days</span>
  );
  if (!budget) {
    return (
      <div className={classes.budget}>
        No spending limit
        {lately}
      </div>
    );
  }
  const spent = spentOf(budget, remaining);
  const rules = otherRules(budget, titles).join(', ');
  return (
    <div className={classes.budget}>
      {spent && (
        <Meter value={spent.amount} max={spent.limit}>
          {spent.text}
        </Meter>
      )}
      {remaining?.amount === 0 && remaining.resetsAt !== null && (
        <span className={classes.rule}>
          Resets <RelativeTime at={remaining.resetsAt} />
        </span>
      )}
      {rules && (
        <span className={classes.rule}>{rules.charAt(0).toUpperCase() + rules.slice(1)}</span>
      )}
      {lately}
    </div>
  );
}
