import { Autocomplete, Select, Stack, TextInput } from '@mantine/core';
import { CURRENCIES, DEFAULT_UNIT, KNOWN_UNITS } from '@mkt/protocol';
import { formatMoney } from '../ui/text.ts';
import { CHOICE } from './choice.tsx';
import classes from './ListingForm.module.css';
import type { ListingFields } from './listing-fields.ts';
import { priceProblem } from './listing-problems.ts';

type PriceName = 'amount' | 'currency' | 'unit';

interface PriceFieldsProps {
  fields: Pick<ListingFields, PriceName>;
  set: (changes: Partial<Pick<ListingFields, PriceName>>) => void;
  errorOf: (name: PriceName) => string | undefined;
}

const MANY_CALLS = 1_000;

/** What was typed as buyers will read it, and what it brings in: `Buyers pay $0.05 per call.` */
function PriceInWords({ amount: typed, currency, unit }: Pick<ListingFields, PriceName>) {
  if (priceProblem(typed) !== undefined) return null;
  const money = (amount: number) => formatMoney({ amount, currency });
  const amount = Number(typed);
  const per = unit.trim() || DEFAULT_UNIT;
  return (
    <p className={classes.hint}>
      {amount === 0
        ? 'Buyers pay nothing.'
        : `Buyers pay ${money(amount)} per ${per}: ${money(amount * MANY_CALLS)} for 1,000, all of it your revenue.`}
    </p>
  );
}

/** What a call costs. */
export const PriceFields = ({ fields, set, errorOf }: PriceFieldsProps) => (
  <Stack gap="xs">
    <div className={classes.three}>
      <TextInput
        label="Price"
        inputMode="decimal"
        placeholder="0.02"
        value={fields.amount}
        onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
        maxLength={24}
        autoComplete="off"
        required
        error={errorOf('amount')}
      />
      <Select
        label="Currency"
        data={[...CURRENCIES]}
        value={fields.currency}
        onChange={(value) => set({ currency: value ?? fields.currency })}
        allowDeselect={false}
        searchable
        error={errorOf('currency')}
      />
      <Autocomplete
        {...CHOICE}
        label="Per"
        data={[...KNOWN_UNITS]}
        value={fields.unit}
        onChange={(unit) => set({ unit })}
        maxLength={40}
        error={errorOf('unit')}
      />
    </div>
    <PriceInWords {...fields} />
  </Stack>
);
