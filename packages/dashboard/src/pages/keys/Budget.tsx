import type { ApiKey } from '@mkt/client';
import { useId } from 'react';
import { canSpend, isUnlimited, type OtherRules, otherRules } from '../../data/budget-words.ts';
import { spentOf } from '../../data/key-words.ts';
import { useTitles } from '../../form/BudgetForm.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { formatMoneyList } from '../../ui/amounts.ts';
import type { Amount } from '../../ui/text.ts';
import classes from './page.module.css';

/** From this share on, a budget is nearly used. */
const NEARLY = 0.9;

const NO_RULES: OtherRules = { price: undefined, listings: [] };

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
  /** Opens what changes its budget; without it, nothing can be changed. */
  onSetLimit?: (() => void) | undefined;
}

/** What a key may spend. */
export function Budget({ of: key, onSetLimit }: BudgetProps) {
  const { name, budget, remaining, scopes } = key;
  const titles = useTitles(budget);
  if (!canSpend(scopes)) return <span className={classes.none}>Cannot spend</span>;
  const spent = budget && spentOf(budget, remaining);
  const { price, listings } = budget ? otherRules(budget, titles) : NO_RULES;
  return (
    <div className={classes.budget}>
      {isUnlimited(key) && (
        <span className={classes.unlimited}>
          <span>
            <Icon name="warn" />
            No spending limit
          </span>
          {onSetLimit && (
            <button
              type="button"
              className="link-button"
              aria-label={`Set a limit for ${name}`}
              onClick={onSetLimit}
            >
              Set a limit
            </button>
          )}
        </span>
      )}
      {spent && (
        <Meter value={spent.amount} max={spent.limit}>
          {spent.text}
        </Meter>
      )}
      {budget?.limit === 0 && <span>Only free listings</span>}
      {budget?.limit !== 0 && remaining?.amount === 0 && remaining.resetsAt !== null && (
        <span className={classes.rule}>
          Resets <RelativeTime at={remaining.resetsAt} />
        </span>
      )}
      {(price !== undefined || listings.length > 0) && (
        <span className={classes.rules}>
          {price !== undefined && <span>{price}</span>}
          {listings.length > 0 && 'Only for'}
          {listings.map((title) => (
            <span key={title}>{title}</span>
          ))}
        </span>
      )}
    </div>
  );
}

/** What a key spent in the last 30 days; nothing while that is not known, or if it cannot spend. */
export function Spend({ amounts }: { amounts: readonly Amount[] | undefined }) {
  if (!amounts) return null;
  const paid = amounts.filter(({ amount }) => amount > 0);
  return (
    <>
      {paid.length > 0 ? formatMoneyList(paid) : 'Nothing'}
      {/* Where no column says it. */}
      <span className={classes.period}> in 30 days</span>
    </>
  );
}
