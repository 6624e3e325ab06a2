import { Button, Combobox, SegmentedControl, Select, TextInput, useCombobox } from '@mantine/core';
import type { Order } from '@mkt/client';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { PERIODS, readId, STATES, type Shown } from '../data/order-filter.ts';
import { Icon } from '../ui/Icon.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';
import classes from './orders.module.css';
import { findByText, type Found, type Searchable } from './search.ts';

/** What the URL selects, and for what was bought the key and the metadata of its orders. */
export interface Selected extends Shown {
  /** The id of a key, or `none`. */
  key: string | undefined;
  metadata: Order['metadata'];
}

const HEADINGS: Readonly<Record<Found['kind'], string>> = {
  order: 'Id',
  metadata: 'Metadata',
  listing: 'Listings',
  key: 'Keys',
};

const memberText = (metadata: Order['metadata']) =>
  Object.entries(metadata)
    .map(([name, text]) => `${name}=${text}`)
    .join(', ');

function labelOf(found: Found): ReactNode {
  switch (found.kind) {
    case 'order':
      return `Open ${found.id}`;
    case 'metadata':
      return <VisibleText>{memberText(found.metadata)}</VisibleText>;
    case 'listing':
      return (
        <>
          {found.slug}{' '}
          <span className={classes.dim}>
            <VisibleText>{found.title}</VisibleText>
          </span>
        </>
      );
    case 'key':
      return <VisibleText>{found.name}</VisibleText>;
  }
}

interface SearchProps {
  searchable: Searchable;
  onFound: (found: Found) => void;
}

/** Finds an order by its id, and narrows the list to what a text names. A pasted id opens its order. */
function Search({ searchable, onFound }: SearchProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const [isUnknown, setIsUnknown] = useState(false);
  const found = findByText(text, searchable);
  const isOpen = combobox.dropdownOpened && found.length > 0;
  const isTyped = useRef(false);
  useEffect(() => {
    if (!isOpen || !isTyped.current) return;
    isTyped.current = false;
    combobox.selectFirstOption();
  });
  const change = (next: string) => {
    isTyped.current = true;
    setText(next);
    setIsUnknown(false);
    if (next.trim() !== '' && findByText(next, searchable).length > 0) combobox.openDropdown();
    else combobox.closeDropdown();
  };
  const pick = (picked: Found | undefined) => {
    setIsUnknown(picked === undefined);
    if (!picked) return;
    change('');
    onFound(picked);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() !== '') pick(found[0]);
  };
  const { keys, hasMetadata } = searchable;
  const ways = ['Id', 'listing', ...(keys ? ['key'] : []), ...(hasMetadata ? ['name=text'] : [])];
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return (
    <form className={classes.search} role="search" onSubmit={submit}>
      <Combobox
        store={combobox}
        onOptionSubmit={(index) => pick(found[Number(index)])}
        // Within the landmarks of the page.
        withinPortal={false}
      >
        <Combobox.Target>
          <TextInput
            type="search"
            aria-label="Search"
            size="xs"
            placeholder={new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(ways)}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            onPaste={(event) => {
              const id = readId(event.clipboardData.getData('text'));
              if (id === undefined) return;
              event.preventDefault();
              pick({ kind: 'order', id });
            }}
            onBlur={() => combobox.closeDropdown()}
            error={
              isUnknown &&
              `Nothing has this name. Search finds ${hasMetadata ? 'order ids, metadata as in job=nightly, and the names of listings and keys' : 'ids and the names of listings'}.`
            }
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isOpen}>
          <Combobox.Options aria-label="What the text may mean">
            {kinds.map((kind) => (
              <Combobox.Group key={kind} label={HEADINGS[kind]}>
                {found.map(
                  (each, index) =>
                    each.kind === kind && (
                      <Combobox.Option key={JSON.stringify(each)} value={String(index)}>
                        {labelOf(each)}
                      </Combobox.Option>
                    ),
                )}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </form>
  );
}

interface ChipProps {
  /** What it no longer filters by: a name. */
  name: string;
  onRemove: () => void;
  children: string;
}

/** A filter that no select shows; clicking it removes it. */
const Chip = ({ name, onRemove, children }: ChipProps) => (
  <Button
    size="xs"
    variant="light"
    className={classes.chip}
    aria-label={`No longer filter by ${name}`}
    rightSection={<Icon name="x" />}
    onClick={onRemove}
  >
    <VisibleText>{children}</VisibleText>
  </Button>
);

interface OrderFiltersProps {
  /** What they do, as in "Filter orders". */
  label: string;
  selected: Selected;
  searchable: Searchable;
  onChange: (changes: Partial<Selected>) => void;
  /** Opens an order whose id was searched for. */
  onOpen: (id: string) => void;
}

/** Filters a list by state, listing, time, key and metadata, all of them in the URL. */
export function OrderFilters({ label, selected, searchable, onChange, onOpen }: OrderFiltersProps) {
  const { state, listing, period, key, metadata } = selected;
  const slugs = searchable.listings.map(({ slug }) => slug);
  const known = [...new Set([...slugs, ...(listing ? [listing] : [])])];
  const keyName = searchable.keys?.find(({ id }) => id === key)?.name ?? 'a key';
  const without = (name: string) =>
    Object.fromEntries(Object.entries(metadata).filter(([each]) => each !== name));
  const take = (found: Found) => {
    if (found.kind === 'order') onOpen(found.id);
    else if (found.kind === 'listing') onChange({ listing: found.slug });
    else if (found.kind === 'key') onChange({ key: found.id });
    else onChange({ metadata: { ...metadata, ...found.metadata } });
  };
  return (
    <div className={classes.filters} role="group" aria-label={label}>
      <SegmentedControl
        className={classes.states}
        aria-label="State"
        size="xs"
        data={STATES}
        value={state}
        onChange={(next) => onChange({ state: next })}
      />
      <Select
        className={classes.select}
        aria-label="Listing"
        size="xs"
        data={known.toSorted()}
        value={listing ?? null}
        placeholder="All listings"
        clearable
        searchable
        onChange={(next) => onChange({ listing: next ?? undefined })}
      />
      <Select
        className={classes.select}
        aria-label="Period"
        size="xs"
        data={PERIODS}
        value={period}
        allowDeselect={false}
        onChange={(next) => onChange({ period: next ?? period })}
      />
      <Search searchable={searchable} onFound={take} />
      {key !== undefined && (
        <Chip name={keyName} onRemove={() => onChange({ key: undefined })}>
          {`Key: ${keyName}`}
        </Chip>
      )}
      {Object.entries(metadata).map(([name, text]) => (
        <Chip key={name} name={name} onRemove={() => onChange({ metadata: without(name) })}>
          {`${name}=${text}`}
        </Chip>
      ))}
    </div>
  );
}
