import { SegmentedControl, Select } from '@mantine/core';
import classes from './orders.module.css';

interface Choice<Value extends string> {
  value: Value;
  label: string;
}

interface ListFiltersProps<State extends string, Period extends string> {
  /** What they do, as in "Filter orders". */
  label: string;
  states: readonly Choice<State>[];
  state: State;
  onState: (state: State) => void;
  /** The names that rows may belong to. */
  listings: readonly string[];
  listing: string | undefined;
  onListing: (listing: string | undefined) => void;
  periods: readonly Choice<Period>[];
  period: Period;
  onPeriod: (period: Period) => void;
}

/** Narrows a list by state, listing and time. */
export function ListFilters<State extends string, Period extends string>(
  props: ListFiltersProps<State, Period>,
) {
  const { listings, listing, period, onPeriod } = props;
  const known = [...new Set([...listings, ...(listing ? [listing] : [])])];
  return (
    <form className={classes.filters} aria-label={props.label}>
      <SegmentedControl
        className={classes.states}
        aria-label="State"
        size="xs"
        data={[...props.states]}
        value={props.state}
        onChange={props.onState}
      />
      <Select
        aria-label="Listing"
        size="xs"
        data={known.toSorted()}
        value={listing ?? null}
        placeholder="All listings"
        clearable
        searchable
        onChange={(next) => props.onListing(next ?? undefined)}
      />
      <Select
        aria-label="Period"
        size="xs"
        data={props.periods}
        value={period}
        allowDeselect={false}
        onChange={(next) => onPeriod(next ?? period)}
      />
    </form>
  );
}
