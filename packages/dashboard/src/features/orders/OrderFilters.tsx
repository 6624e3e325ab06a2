import { SegmentedControl, Select } from '@mantine/core';
import type { ListingName } from '../../data/listing-names.ts';
import { PERIODS, SHOWN_STATES, type Shown, type ShownState } from './order-filter.ts';
import classes from './OrderFilters.module.css';

const LABELS: Readonly<Record<ShownState, string>> = {
  all: 'All',
  completed: 'Completed',
  failed: 'Failed',
  open: 'Open',
};

const STATES = SHOWN_STATES.map((value) => ({ value, label: LABELS[value] }));

interface OrderFiltersProps {
  shown: Shown;
  names: ReadonlyMap<string, ListingName>;
  onChange: (shown: Shown) => void;
}

/** State, listing and time; they are in the address. */
export function OrderFilters({ shown, names, onChange }: OrderFiltersProps) {
  const slugs = [...names.values()].map(({ slug }) => slug);
  const listings = [...new Set([...slugs, ...(shown.listing ? [shown.listing] : [])])];
  return (
    <form className={classes.filters} aria-label="Filter orders">
      <SegmentedControl
        className={classes.states}
        aria-label="State"
        size="xs"
        data={STATES}
        value={shown.state}
        onChange={(state) => onChange({ ...shown, state })}
      />
      <Select
        aria-label="Listing"
        size="xs"
        data={listings.toSorted()}
        value={shown.listing ?? null}
        placeholder="All listings"
        clearable
        searchable
        onChange={(listing) => onChange({ ...shown, listing: listing ?? undefined })}
      />
      <Select
        aria-label="Period"
        size="xs"
        data={PERIODS}
        value={shown.period}
        allowDeselect={false}
        onChange={(period) => onChange({ ...shown, period: period ?? shown.period })}
      />
    </form>
  );
}
