import { Autocomplete, Select, TextInput } from '@mantine/core';
import { CURRENCIES, KNOWN_UNITS } from '@mkt/protocol';
import type { FieldsProps } from './Basics.tsx';
import classes from './ListingForm.module.css';
import { METHODS, type ListingFields } from './listing-fields.ts';

type PriceName = 'amount' | 'currency' | 'unit';

interface PriceFieldsProps {
  fields: Pick<ListingFields, PriceName>;
  set: (changes: Partial<Pick<ListingFields, PriceName>>) => void;
  errorOf: (name: PriceName) => string | undefined;
}

/** What a call costs. */
export const PriceFields = ({ fields, set, errorOf }: PriceFieldsProps) => (
  <div className={classes.three}>
    <TextInput
      label="Price"
      inputMode="decimal"
      pattern="[0-9]+\.?[0-9]*|\.[0-9]+"
      title="A number such as 0.02; 0 if calls are free"
      placeholder="0.02"
      value={fields.amount}
      onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
      maxLength={24}
      autoComplete="off"
      required
      withAsterisk={false}
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
      label="Per"
      data={[...KNOWN_UNITS]}
      value={fields.unit}
      onChange={(unit) => set({ unit })}
      maxLength={40}
      error={errorOf('unit')}
    />
  </div>
);

/** What a call costs, and where it goes. */
export const Call = ({ fields, set, errorOf }: FieldsProps) => (
  <section className={classes.group} aria-labelledby="price-and-call">
    <h2 id="price-and-call">Price and call</h2>
    <PriceFields fields={fields} set={set} errorOf={errorOf} />
    <div className={classes.call}>
      <Select
        label="Method"
        data={[...METHODS]}
        value={fields.method}
        onChange={(value) => set({ method: value ?? fields.method })}
        allowDeselect={false}
        error={errorOf('method')}
      />
      <TextInput
        label="Endpoint"
        type="url"
        placeholder="https://api.example.com/run"
        value={fields.endpointPath}
        onChange={({ currentTarget }) => set({ endpointPath: currentTarget.value })}
        maxLength={2048}
        required
        withAsterisk={false}
        error={errorOf('endpointPath')}
      />
    </div>
    <TextInput
      label="Health endpoint (optional)"
      type="url"
      description="Called with GET every 5 minutes."
      placeholder="https://api.example.com/health"
      value={fields.healthEndpoint}
      onChange={({ currentTarget }) => set({ healthEndpoint: currentTarget.value })}
      maxLength={2048}
      error={errorOf('healthEndpoint')}
    />
  </section>
);
