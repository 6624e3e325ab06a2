import { Button, Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '../../data/catalogue.ts';
import { shownSort, SORTS, type Shown } from './filter.ts';
import classes from './page.module.css';

interface CatalogueFiltersProps {
  shown: Shown;
  onChange: (shown: Shown) => void;
}

const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY'];
const DEFAULT_CURRENCY = 'USD';

/** Words, category, price and currency, health, order; they are kept in the URL. */
export function CatalogueFilters({ shown, onChange }: CatalogueFiltersProps) {
  const categories = useQuery(categoriesQuery);
  const { category, currency, tag } = shown;
  const known = categories.data ?? [];
  const names = new Set([
    ...known.map(({ category: name }) => name),
    ...(category === undefined ? [] : [category]),
  ]);
  const counts = new Map(known.map(({ category: name, count }) => [name, count]));
  const currencies = currency === '' || CURRENCIES.includes(currency) ? [] : [currency];
  return (
    <search className={classes.filters}>
      <TextInput
        className={classes.words}
        type="search"
        aria-label="Search the catalogue"
        placeholder="Search for what it does"
        value={shown.query}
        onChange={({ currentTarget }) => onChange({ ...shown, query: currentTarget.value })}
      />
      <Select
        aria-label="Category"
        placeholder="All categories"
        data={[...names].map((name) => ({
          value: name,
          label: counts.has(name) ? `${name} (${counts.get(name)})` : name,
        }))}
        value={category ?? null}
        clearable
        onChange={(value) => onChange({ ...shown, category: value ?? undefined })}
      />
      <NumberInput
        aria-label="Highest price"
        placeholder="Highest price"
        min={0}
        decimalScale={6}
        value={shown.maxPrice}
        onChange={(value) =>
          onChange({
            ...shown,
            maxPrice: String(value),
            // Prices in different currencies are never compared.
            currency: currency === '' && value !== '' ? DEFAULT_CURRENCY : currency,
          })
        }
      />
      <Select
        aria-label="Currency"
        placeholder="Any currency"
        data={[...CURRENCIES, ...currencies]}
        value={currency === '' ? null : currency}
        clearable
        onChange={(value) =>
          onChange({ ...shown, currency: value ?? '', maxPrice: value ? shown.maxPrice : '' })
        }
      />
      <Select
        aria-label="Order"
        data={SORTS}
        value={shownSort(shown)}
        allowDeselect={false}
        onChange={(sort) =>
          onChange({
            ...shown,
            sort: sort ?? undefined,
            currency: sort === 'price' && currency === '' ? DEFAULT_CURRENCY : currency,
          })
        }
      />
      <Checkbox
        label="Healthy only"
        checked={shown.health}
        onChange={({ currentTarget }) => onChange({ ...shown, health: currentTarget.checked })}
      />
      {tag !== undefined && (
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange({ ...shown, tag: undefined })}
        >{`Tag: ${tag} ✕`}</Button>
      )}
    </search>
  );
}
