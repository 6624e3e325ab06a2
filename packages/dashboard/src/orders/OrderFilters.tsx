import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import type { Order } from '@mkt/client';
import { useState, type SubmitEvent } from 'react';
import { formText } from '../data/errors.ts';
import { PERIODS, readMember, STATES, type Shown } from '../data/order-filter.ts';
import { VisibleText } from '../ui/VisibleText.tsx';
import classes from './orders.module.css';

interface OrderFiltersProps {
  /** What they do, as in "Filter orders". */
  label: string;
  shown: Shown;
  /** The slugs that rows may belong to. */
  listings: readonly string[];
  onChange: (shown: Shown) => void;
}

/** Filters a list by state, listing and time. */
export function OrderFilters({ label, shown, listings, onChange }: OrderFiltersProps) {
  const { state, listing, period } = shown;
  const known = [...new Set([...listings, ...(listing ? [listing] : [])])];
  return (
    <form className={classes.filters} aria-label={label}>
      <SegmentedControl
        className={classes.states}
        aria-label="State"
        size="xs"
        data={STATES}
        value={state}
        onChange={(next) => onChange({ ...shown, state: next })}
      />
      <Select
        aria-label="Listing"
        size="xs"
        data={known.toSorted()}
        value={listing ?? null}
        placeholder="All listings"
        clearable
        searchable
        onChange={(next) => onChange({ ...shown, listing: next ?? undefined })}
      />
      <Select
        aria-label="Period"
        size="xs"
        data={PERIODS}
        value={period}
        allowDeselect={false}
        onChange={(next) => onChange({ ...shown, period: next ?? period })}
      />
    </form>
  );
}

interface MetadataFilterProps {
  metadata: Order['metadata'];
  onChange: (metadata: Order['metadata']) => void;
}

/** Filters the list by the orders' metadata. */
export function MetadataFilter({ metadata, onChange }: MetadataFilterProps) {
  const [isWrong, setIsWrong] = useState(false);
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const member = readMember(formText(form, 'member').trim());
    setIsWrong(!member);
    if (!member) return;
    form.reset();
    onChange(Object.fromEntries([...Object.entries(metadata), member]));
  };
  const without = (name: string) =>
    Object.fromEntries(Object.entries(metadata).filter(([each]) => each !== name));
  return (
    <form className={classes.filter} aria-label="Filter by metadata" onSubmit={add}>
      <TextInput
        aria-label="Metadata"
        name="member"
        size="xs"
        placeholder="Metadata: job=nightly"
        error={isWrong ? 'Write name=text, as in job=nightly' : undefined}
      />
      {Object.entries(metadata).map(([name, text]) => (
        <Button
          key={name}
          size="xs"
          variant="default"
          aria-label={`No longer filter by ${name}`}
          onClick={() => onChange(without(name))}
        >
          <VisibleText>{`${name}=${text}`}</VisibleText>&nbsp;✕
        </Button>
      ))}
    </form>
  );
}
