import { Input, MultiSelect, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type BudgetPeriod, CURRENCIES } from '@mkt/protocol';
import { useId, useState } from 'react';
import {
  type BudgetFields,
  budgetInput,
  budgetInWords,
  type BudgetProblems,
  budgetProblems,
  NEW_BUDGET,
} from '../data/budget-words.ts';
import { useHits } from '../data/catalogue.ts';
import { useListingNames } from '../data/listings.ts';
import { Icon } from '../ui/Icon.tsx';
import { visibleString } from '../ui/visible-text.ts';
import classes from './BudgetForm.module.css';

const NO_LISTINGS: readonly string[] = [];

/** What the allowed listings of a key are called. */
export function useTitles(
  budget: { listings: readonly string[] | null } | null,
): readonly string[] {
  const ids = budget?.listings ?? NO_LISTINGS;
  const names = useListingNames(ids);
  return ids.map((id) => visibleString(names.get(id)?.title ?? id));
}

/** As many as the marketplace allows (key-budget-input.json). */
const MAX_LISTINGS = 100;

const PERIODS: readonly { value: BudgetPeriod; label: string }[] = [
  { value: 'day', label: 'Per day (UTC)' },
  { value: 'month', label: 'Per month (UTC)' },
  { value: 'none', label: 'Never resets' },
];

const isPeriod = (value: string | null): value is BudgetPeriod =>
  PERIODS.some((period) => period.value === value);

interface BudgetFormProps {
  /** Undefined without a budget. */
  fields: BudgetFields | undefined;
  onChange: (fields: BudgetFields | undefined) => void;
  /** Why a rule was refused. */
  errors: BudgetProblems;
  /** Whether the limit has the focus when its dialog opens. */
  hasFocus?: boolean;
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
  'data-autofocus'?: true | undefined;
}) {
  const { onChange, ...rest } = props;
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={17}
      autoComplete="off"
    />
  );
}

const SEARCH_AFTER_MS = 150;

/** Listings by their titles; a key stores their ids. */
function ListingsInput({ fields: { listings }, onChange, errors, fields }: FieldsProps) {
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS);
  const hits = useHits(words) ?? [];
  const names = useListingNames(listings);
  const chosen = listings.map((id) => ({ id, slug: '', title: id, ...names.get(id) }));
  const known = new Map([...chosen, ...hits].map((each) => [each.id, each]));
  return (
    <MultiSelect
      openOnFocus={false}
      label="Allowed listings (optional)"
      description="Only these may be ordered."
      placeholder={listings.length === 0 ? 'All listings' : undefined}
      data={[...known.values()].map(({ id, title }) => ({
        value: id,
        label: visibleString(title),
      }))}
      renderOption={({ option: { value, label } }) => (
        <span>
          {label} <span className={classes.none}>{known.get(value)?.slug}</span>
        </span>
      )}
      // The marketplace has searched already.
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="No listing found"
      hidePickedOptions
      value={listings}
      onChange={(ids) => onChange({ ...fields, listings: ids })}
      maxValues={MAX_LISTINGS}
      error={errors['budget/listings']}
    />
  );
}

function Fields(props: FieldsProps) {
  const { fields, onChange, errors } = props;
  const set = (changes: Partial<BudgetFields>) => onChange({ ...fields, ...changes });
  const titles = useTitles(fields);
  const [hasMore] = useState(fields.maxPrice !== '' || fields.listings.length > 0);
  return (
    <div className={classes.fields} role="group" aria-label="Budget">
      <div className={classes.pair}>
        <AmountInput
          label="Spending limit"
          description="For all of its orders."
          value={fields.limit}
          onChange={(limit) => set({ limit })}
          error={errors['budget/limit']}
          data-autofocus={props.hasFocus || undefined}
        />
        <Select
          label="Currency"
          description="Others are refused."
          data={[{ value: '', label: 'Any' }, ...CURRENCIES]}
          value={fields.currency}
          onChange={(value) => set({ currency: value ?? fields.currency })}
          allowDeselect={false}
          searchable
          error={errors['budget/currency']}
        />
        <Select
          label="Period"
          description="When the limit resets."
          data={PERIODS}
          value={fields.period}
          onChange={(period) => isPeriod(period) && set({ period })}
          allowDeselect={false}
          error={errors['budget/period']}
        />
      </div>
      <details className={classes.more} open={hasMore}>
        <summary>
          <Icon name="right" /> Limit prices and listings
        </summary>
        <Stack gap="sm">
          <AmountInput
            label="Maximum price (optional)"
            description="The most one order may cost, for example 0.05."
            value={fields.maxPrice}
            onChange={(maxPrice) => set({ maxPrice })}
            error={errors['budget/maxPrice']}
          />
          <ListingsInput {...props} />
        </Stack>
      </details>
      {!budgetProblems(fields) && (
        <p className={classes.rule}>{budgetInWords(budgetInput(fields), titles)}</p>
      )}
    </div>
  );
}

const SPENDING = [
  { value: 'limited', label: 'Limit spending' },
  { value: 'any', label: 'No limit' },
];

/**
 * Whether a key has a budget, and which. Choosing it again restores the input. It needs a limit or a
 * maximum price (`budgetProblems`).
 */
export function BudgetForm({
  canCreateKeys,
  fields,
  onChange,
  errors,
  hasFocus = false,
}: BudgetFormProps & { canCreateKeys: boolean }) {
  const [last, setLast] = useState(fields ?? NEW_BUDGET);
  const id = useId();
  const change = (next: BudgetFields) => {
    setLast(next);
    onChange(next);
  };
  return (
    <Input.Wrapper
      role="group"
      aria-labelledby={id}
      label="Spending"
      labelElement="div"
      labelProps={{ id }}
    >
      <div className={classes.choice}>
        <SegmentedControl
          aria-label="Spending"
          data={SPENDING}
          value={fields ? 'limited' : 'any'}
          onChange={(value) => onChange(value === 'limited' ? last : undefined)}
        />
        {fields ? (
          <Fields
            fields={fields}
            onChange={(next) => next && change(next)}
            errors={errors}
            hasFocus={hasFocus}
          />
        ) : (
          <p className={classes.warning}>
            <Icon name="warn" /> {budgetInWords(null, [])}
          </p>
        )}
        {fields && canCreateKeys && (
          <p className={classes.rule}>Keys created by this key share its budget.</p>
        )}
      </div>
    </Input.Wrapper>
  );
}
