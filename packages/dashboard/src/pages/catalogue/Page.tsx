import type { HiddenListings } from '@mkt/client';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { catalogueQuery } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ListingCard } from '../../ui/ListingCard.tsx';
import { Notice } from '../../ui/Notice-ui-Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { filterOf, readShown, writeShown, type Shown } from './filter.ts';
import { CatalogueFilters } from './CatalogueFilters.tsx';
import classes from './page.module.css';

function NoHits({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState title="Nothing is for sale yet" command="npx mkt init my-service">
        List the first service: describe it with a contract and publish it.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No listing matches"
      action={
        <Button variant="default" onClick={onClear}>
          Clear the filters
        </Button>
      }
    >
      Use fewer or other words, or fewer filters.
    </EmptyState>
  );
}

/** Why listings that have all words of a search are not shown. */
const LEFT_OUT: Readonly<Record<keyof HiddenListings, string>> = {
  category: 'in another category',
  tag: 'without this tag',
  currency: 'priced in another currency',
  maxPrice: 'above the highest price',
  health: 'in another state of health',
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
  const listings = hits.data?.pages.flatMap(({ data }) => data);
  const hidden = hits.data?.pages[0]?.hidden;
  return (
    <Page title="Catalogue" intro="HTTP services that you can call, each priced per call.">
      <CatalogueFilters shown={shown} onChange={show} />
      {hits.isError && (
        <ErrorNotice
          what="The catalogue could not be loaded"
          error={shownError(hits.error)}
          onRetry={() => void hits.refetch()}
        />
      )}
      {hits.isPending && <PageSkeleton />}
      {hidden && <LeftOut hidden={hidden} />}
      {listings?.length === 0 && <NoHits isFiltered={query !== ''} onClear={() => setParams({})} />}
      {listings && listings.length > 0 && (
        <ul className={classes.hits} aria-label="Listings" aria-busy={hits.isPlaceholderData}>
          {listings.map((listing) => (
            <ListingCard key={listing.id} listing={listing} seller={listing.seller} />
          ))}
        </ul>
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
