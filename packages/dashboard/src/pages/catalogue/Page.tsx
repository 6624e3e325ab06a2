import { Button, Checkbox, NumberInput, Select, Stack } from '@mantine/core';
import type { HiddenListings } from '@mkt/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import {
  catalogueQuery,
  categoriesQuery,
  useOtherListings,
  useDown,
} from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListingCard, ListingCards } from '../../ui/ListingCard.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { OtherListings } from '../../ui/OtherListings.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { capitalised } from '../../ui/text.ts';
import { visibleString } from '../../ui/visible-text.ts';
import { SearchWords } from './SearchWords.tsx';
import {
  countText,
  filterOf,
  firstCurrency,
  ignoredPrice,
  readShown,
  type Shown,
  shownSort,
  SORTS,
  withoutCurrency,
  writeShown,
} from './filter.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';

interface CatalogueFiltersProps {
  shown: Shown;
  /** In which prices are compared until another is chosen. */
  usual: string;
  onChange: (shown: Shown) => void;
  onWords: (query: string) => void;
}

const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY'];

/** How many filters there are, beside the words. */
const countOf = ({ category, tag, currency, maxPrice, health }: Shown): number =>
  [category, tag, currency || maxPrice, health].filter(Boolean).length;

/** Words, category, price and currency, health, order; they are kept in the URL. */
function CatalogueFilters({ shown, usual, onChange, onWords }: CatalogueFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const count = countOf(shown);
  const categories = useQuery(categoriesQuery);
  const { category, currency, tag } = shown;
  const known = categories.data ?? [];
  const names = new Set([
    ...known.map(({ category: name }) => name),
    ...(category === undefined ? [] : [category]),
  ]);
  const counts = new Map(known.map(({ category: name, count }) => [name, count]));
  const currencies = currency === '' || CURRENCIES.includes(currency) ? [] : [currency];
  const sort = (
    <Select
      className={classes.sort}
      aria-label="Sort"
      leftSection="Sort"
      leftSectionWidth="3.25rem"
      data={SORTS}
      value={shownSort(shown)}
      allowDeselect={false}
      onChange={(value) =>
        onChange({
          ...shown,
          sort: value ?? undefined,
          currency: value === 'price' && currency === '' ? usual : currency,
        })
      }
    />
  );
  return (
    <search className={classes.filters}>
      <SearchWords query={shown.query} onChange={onWords} />
      <Button
        className={classes.toggle}
        variant="default"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {sort}
      <div className={classes.others} data-open={isOpen}>
        <Select
          aria-label="Category"
          placeholder="All categories"
          data={[...names].map((name) => ({
            value: name,
            label: counts.has(name)
              ? `${capitalised(name)} (${counts.get(name)})`
              : capitalised(name),
          }))}
          value={category ?? null}
          clearable
          onChange={(value) => onChange({ ...shown, category: value ?? undefined })}
        />
        <NumberInput
          aria-label="Max price"
          placeholder={`Max ${currency || usual}`}
          hideControls
          min={0}
          decimalScale={6}
          value={shown.maxPrice}
          onChange={(value) =>
            onChange({
              ...shown,
              maxPrice: String(value),
              // Prices in different currencies are never compared.
              currency: currency === '' && value !== '' ? usual : currency,
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
            onChange(value ? { ...shown, currency: value } : withoutCurrency(shown))
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
      </div>
    </search>
  );
}

const Others = () => <OtherListings of={useOtherListings()} />;

interface NoHitsProps {
  shown: Shown;
  onClear: () => void;
}

/** What to do about a search without hits, and other ways on. */
function NoHits({ shown, onClear }: NoHitsProps) {
  const words = shown.query.trim();
  const isFiltered = countOf(shown) > 0;
  const isAsked = words !== '' || isFiltered;
  if (!isAsked) {
    return (
      <EmptyState title="Nothing is for sale yet" command="npx mkt init my-service">
        List the first service: describe it with a contract and publish it.
      </EmptyState>
    );
  }
  return (
    <Stack gap="xl">
      <EmptyState
        title={words === '' ? 'No listing matches' : `Nothing matches “${visibleString(words)}”`}
        action={
          <Button variant="default" onClick={onClear}>
            {words === '' ? 'Clear the filters' : 'Clear the search'}
          </Button>
        }
      >
        {isFiltered ? 'Try different words or fewer filters.' : 'Try different words.'}
      </EmptyState>
      <Others />
    </Stack>
  );
}

/** Why listings that have all words of a search are not shown. */
const LEFT_OUT: Readonly<Record<keyof HiddenListings, string>> = {
  category: 'in another category',
  tag: 'without this tag',
  currency: 'priced in another currency',
  maxPrice: 'above the max price',
  health: 'with a different health status',
};
const FILTERS = Object.keys(LEFT_OUT) as (keyof HiddenListings)[];

/** The listings that the filters of a search leave out, among which the best hit may be. */
function LeftOut({ hidden }: { hidden: HiddenListings }) {
  const parts = FILTERS.flatMap((filter) => {
    const count = hidden[filter];
    return count === undefined ? [] : [`${count} ${LEFT_OUT[filter]}`];
  });
  return (
    <Notice tone="info" title="Your filters leave out listings that have all these words">
      {new Intl.ListFormat('en').format(parts)}.
    </Notice>
  );
}

/** The published listings, as the address filters and sorts them. */
export default function Catalogue() {
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const shown = useMemo(() => readShown(new URLSearchParams(query)), [query]);
  const hits = useInfiniteQuery(catalogueQuery(filterOf(shown)));
  // Typing adds no history entries: "back" leads to the previous page, not to the previous letter.
  const show = (next: Shown) => setParams(writeShown(next), { replace: true });
  // Other filters may have changed since the first letter.
  const showWords = (words: string) =>
    setParams((before) => writeShown({ ...readShown(before), query: words }), { replace: true });
  const listings = hits.data?.pages.flatMap(({ data }) => data);
  const down = useDown(listings);
  const hidden = hits.data?.pages[0]?.hidden;
  const ignored = ignoredPrice(shown);
  return (
    <Page title="Catalogue" intro="HTTP services, priced per call.">
      <CatalogueFilters
        shown={shown}
        usual={firstCurrency(listings ?? [])}
        onChange={show}
        onWords={showWords}
      />
      {ignored !== undefined && (
        <Notice tone="info" title="Listings of every price">
          <VisibleText>{`The highest price in the address, “${ignored}”, is not an amount.`}</VisibleText>
        </Notice>
      )}
      {hits.isError && (
        <ErrorNotice
          what="The catalogue could not be loaded"
          error={shownError(hits.error)}
          onRetry={() => void hits.refetch()}
        />
      )}
      {hits.isPending && <PageSkeleton />}
      {hidden && <LeftOut hidden={hidden} />}
      <p role="status" className={classes.count}>
        {listings && listings.length > 0 && countText(listings.length, hits.hasNextPage, shown)}
      </p>
      {listings?.length === 0 && <NoHits shown={shown} onClear={() => setParams({})} />}
      {listings && listings.length > 0 && (
        <ListingCards isBusy={hits.isPlaceholderData}>
          {listings.map((listing) => (
            <ListingCard
              key={listing.id}
              listing={listing}
              seller={listing.seller}
              down={down.get(listing.slug)}
            />
          ))}
        </ListingCards>
      )}
      {hits.hasNextPage && (
        <Button
          className={classes.more}
          variant="default"
          loading={hits.isFetchingNextPage}
          onClick={() => void hits.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Page>
  );
}
