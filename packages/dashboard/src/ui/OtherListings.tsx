import { Stack } from '@mantine/core';
import type { ComponentProps } from 'react';
import { CatalogueSearch } from './CatalogueSearch.tsx';
import { CategoryLinks, PopularListings } from './ListingCard.tsx';

interface OtherListingsProps {
  of: {
    categories: ComponentProps<typeof CategoryLinks>['categories'];
    listings: ComponentProps<typeof PopularListings>['listings'];
    /** Whether they are like what was looked for. */
    isSimilar: boolean;
    down: ReadonlyMap<string, string>;
  };
}

/** Where else to look: the categories and a few listings, similar ones if there are any. */
export const OtherListings = ({
  of: { categories, listings, isSimilar, down },
}: OtherListingsProps) => (
  <Stack gap="xl" w="100%">
    <CategoryLinks categories={categories} />
    {listings.length > 0 && (
      <PopularListings title={isSimilar ? 'Similar' : 'Popular'} listings={listings} down={down} />
    )}
  </Stack>
);

/** The search of the catalogue, and where else to look, in place of a page that does not exist. */
export const SearchInstead = ({ words, of }: OtherListingsProps & { words?: string }) => (
  <>
    <CatalogueSearch words={words} />
    <OtherListings of={of} />
  </>
);
