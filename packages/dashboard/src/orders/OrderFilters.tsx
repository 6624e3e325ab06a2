import { Button, Combobox, SegmentedControl, Select, TextInput, useCombobox } from '@mantine/core';
import type { Order } from '@mkt/client';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { PERIODS, readId, STATES, type Shown } from '../data/order-filter.ts';
import { Icon } from '../ui/Icon.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';
import { dateOf } from '../ui/text.ts';
import { visibleString } from '../ui/visible-text.ts';
import classes from './orders.module.css';
import { useTypedWords } from '../ui/use-typed-words.ts';
import { findByText, type Found, type Searchable } from './search.ts';

/** What the URL selects, and for what was bought the key and the metadata of its orders. */
export interface Selected extends Shown {
  /** The id of a key, or `none`. */
  key: string | undefined;
  metadata: Order['metadata'];
  /** What is searched for. */
  words: string;
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
          <VisibleText>{found.title}</VisibleText> <code>{found.slug}</code>
        </>
      );
    case 'key':
      return <VisibleText>{found.name}</VisibleText>;
  }
}

interface FilterProps {
  selected: Selected;
  searchable: Searchable;
  onChange: (changes: Partial<Selected>) => void;
}

interface SearchProps extends FilterProps {
  /** The list is filtered by what was typed. */
  onWords: (words: string) => void;
  /** Opens an order whose id was searched for. */
  onOpen: (id: string) => void;
}

/** Finds an order by its id, and narrows the list to what a text names. A pasted id opens its order. */
export function Search(props: SearchProps) {
  const { selected, searchable, onWords, onChange, onOpen } = props;
  const { typed: text, type, send, reset } = useTypedWords(selected.words, onWords);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = findByText(text, searchable);
  const isTyped = useRef(false);
  useEffect(() => {
    if (!isTyped.current) return;
    if (!combobox.dropdownOpened) {
      combobox.openDropdown();
      return;
    }
    // Keys and listings may be loaded only after the text was typed.
    if (found.length === 0) return;
    isTyped.current = false;
    combobox.selectFirstOption();
  });
  const change = (next: string) => {
    isTyped.current = next.trim() !== '';
    type(next);
    if (!isTyped.current) combobox.closeDropdown();
  };
  const pick = (picked: Found | undefined) => {
    isTyped.current = false;
    combobox.closeDropdown();
    if (!picked) {
      send(text);
      return;
    }
    reset();
    if (picked.kind === 'order') onOpen(picked.id);
    else if (picked.kind === 'listing') onChange({ words: '', listing: picked.slug });
    else if (picked.kind === 'key') onChange({ words: '', key: picked.id });
    else onChange({ words: '', metadata: { ...selected.metadata, ...picked.metadata } });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() !== '') pick(found[0]);
  };
  const { keys, hasMetadata } = searchable;
  const ways = ['id', 'listing', ...(keys ? ['key'] : []), ...(hasMetadata ? ['metadata'] : [])];
  const wayToSearch = `Search by ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(ways)}`;
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
            placeholder={wayToSearch}
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
            onBlur={() => {
              isTyped.current = false;
              combobox.closeDropdown();
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={text.trim() === '' || found.length === 0}>
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
          {found.some(({ kind }) => kind !== 'order') && (
            <Combobox.Footer>Enter keeps the first as a filter.</Combobox.Footer>
          )}
        </Combobox.Dropdown>
      </Combobox>
      <span className="visually-hidden" role="status">
        {text.trim() !== '' &&
          found.length === 0 &&
          `No name matches “${visibleString(text.trim())}”.`}
      </span>
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

/** Filters a list by state. */
export const StateFilter = ({ selected, onChange }: FilterProps) => (
  <SegmentedControl
    className={classes.states}
    aria-label="State"
    size="xs"
    data={STATES}
    value={selected.state}
    onChange={(state) => onChange({ state })}
  />
);

/** Filters by listing and time, and by the key and the metadata that the URL has. */
export function ScopeFilters({ selected, searchable, onChange }: FilterProps) {
  const { listing, period, day, key, metadata } = selected;
  const names = new Map(searchable.listings.map(({ slug, title }) => [slug, title]));
  if (listing !== undefined && !names.has(listing)) names.set(listing, listing);
  const keyName = searchable.keys?.find(({ id }) => id === key)?.name ?? 'a key';
  const without = (name: string) =>
    Object.fromEntries(Object.entries(metadata).filter(([each]) => each !== name));
  return (
    <>
      <Select
        className={classes.select}
        aria-label="Listing"
        size="xs"
        data={[...names]
          .map(([slug, title]) => ({ value: slug, label: visibleString(title) }))
          .toSorted((a, b) => a.label.localeCompare(b.label))}
        value={listing ?? null}
        placeholder="All listings"
        clearable
        searchable
        nothingFoundMessage="No listing has this name"
        onChange={(next) => onChange({ listing: next ?? undefined })}
      />
      <Select
        className={classes.select}
        aria-label="Period"
        size="xs"
        data={PERIODS}
        value={period}
        allowDeselect={false}
        onChange={(next) => onChange({ period: next ?? period, day: undefined })}
      />
      {day !== undefined && (
        <Chip name="the day" onRemove={() => onChange({ day: undefined })}>
          {`${dateOf(day)}, UTC`}
        </Chip>
      )}
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
    </>
  );
}
