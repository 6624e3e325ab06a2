import { Checkbox, Select, TagsInput, TextInput } from '@mantine/core';
import type { ApiKey } from '@mkt/client';
import { type BudgetPeriod, CURRENCIES } from '@mkt/protocol';
import { useId, useState } from 'react';
import { useListingNames } from '../../data/listings.ts';
import { Icon } from '../../ui/Icon.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './page.module.css';
import { type BUDGET_PLACES, type BudgetFields, NEW_BUDGET, otherRules, spentOf } from './words.ts';

/** From this share on, a budget is nearly used. */
const NEARLY = 0.9;

interface MeterProps {
  /** From 0 to `max`. */
  value: number;
  max: number;
  /** The same in words, above the bar: `$0.02 of $5.00 spent`. */
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

/** What a key may spend, and how much of it is spent. */
export function Budget({ of: { budget, remaining } }: { of: ApiKey }) {
  if (!budget) return <span className={classes.none}>No budget</span>;
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

/** As many as the marketplace allows (key-budget-input.json). */
const MAX_LISTINGS = 100;

const PERIODS: readonly { value: BudgetPeriod; label: string }[] = [
  { value: 'day', label: 'Every day (UTC)' },
  { value: 'month', label: 'Every month (UTC)' },
  { value: 'none', label: 'Never' },
];

const isPeriod = (value: string | null): value is BudgetPeriod =>
  PERIODS.some((period) => period.value === value);

interface BudgetFormProps {
  /** Undefined without a budget. */
  fields: BudgetFields | undefined;
  onChange: (fields: BudgetFields | undefined) => void;
  /** Why a rule was refused. */
  errors: Partial<Record<(typeof BUDGET_PLACES)[number], string>>;
}

interface FieldsProps extends BudgetFormProps {
  fields: BudgetFields;
}

function AmountInput(props: {
  label: string;
  description: string;
  value: string;
  onChange: (typed: string) => void;
  error: string | undefined;
}) {
  const { onChange, ...rest } = props;
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      pattern="[0-9]+\.?[0-9]*|\.[0-9]+"
      title="An amount such as 0.05"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={17}
      autoComplete="off"
    />
  );
}

/** Listings by slug where it is known, although a key stores their ids. */
function ListingsInput({ fields, onChange, errors }: FieldsProps) {
  const [stored] = useState(fields.listings);
  const names = useListingNames(stored);
  const slugs = [...names].map(([, { slug }]) => slug);
  const slugOf = (ref: string) => names.get(ref)?.slug ?? ref;
  const refOf = (typed: string) => stored.find((id) => names.get(id)?.slug === typed) ?? typed;
  return (
    <TagsInput
      label="Allowed listings (optional)"
      description="Slugs or ids of the only listings that may be ordered. Press Enter after each."
      data={slugs}
      limit={20}
      value={fields.listings.map(slugOf)}
      onChange={(typed) => onChange({ ...fields, listings: typed.map(refOf) })}
      maxTags={MAX_LISTINGS}
      acceptValueOnBlur
      error={errors['budget/listings']}
    />
  );
}

function Fields(props: FieldsProps) {
  const { fields, onChange, errors } = props;
  const set = (changes: Partial<BudgetFields>) => onChange({ ...fields, ...changes });
  return (
    <div className={classes.fields} role="group" aria-label="Budget">
      <div className={classes.pair}>
        <AmountInput
          label="Limit"
          description="The most that may be spent, as in 5."
          value={fields.limit}
          onChange={(limit) => set({ limit })}
          error={errors['budget/limit']}
        />
        <Select
          label="Resets"
          description="When spending starts again from zero."
          data={PERIODS}
          value={fields.period}
          onChange={(period) => isPeriod(period) && set({ period })}
          allowDeselect={false}
          error={errors['budget/period']}
        />
        <AmountInput
          label="Maximum price"
          description="The most that one order may cost, as in 0.05."
          value={fields.maxPrice}
          onChange={(maxPrice) => set({ maxPrice })}
          error={errors['budget/maxPrice']}
        />
        <Select
          label="Currency"
          description="Orders in another one are refused."
          data={[{ value: '', label: 'Any' }, ...CURRENCIES]}
          value={fields.currency}
          onChange={(value) => set({ currency: value ?? fields.currency })}
          allowDeselect={false}
          searchable
          error={errors['budget/currency']}
        />
      </div>
      <ListingsInput {...props} />
    </div>
  );
}

/**
 * The budget of a key, which can be added and removed. Adding it again restores the input. It needs a limit
 * or a maximum price (`budgetProblem`).
 */
export function BudgetForm({ fields, onChange, errors }: BudgetFormProps) {
  const [last, setLast] = useState(fields ?? NEW_BUDGET);
  const change = (next: BudgetFields) => {
    setLast(next);
    onChange(next);
  };
  return (
    <>
      <Checkbox
        label="Limit what it may spend"
        description="Keys that it creates count against the same budget."
        checked={fields !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? last : undefined)}
      />
      {fields && (
        <Fields fields={fields} onChange={(next) => next && change(next)} errors={errors} />
      )}
    </>
  );
}
