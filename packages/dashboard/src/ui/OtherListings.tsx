import { Stack } from '@mantine/core';
import type { ComponentProps } from 'react';
import { CatalogueSearch } from './CatalogueSearch.tsx';
import { CategoryLinks, PopularListings } from './ListingCard.tsx';

const SHOWN = 3;

type Listings = ComponentProps<typeof PopularListings>['listings'];

interface OtherListingsProps {
  of: {
    categories: ComponentProps<typeof CategoryLinks>['categories'];
    similar: Listings;
    popular: Listings;
    /** Whether similar ones may still be found. */
    isLoading: boolean;
  };
}

/** Where else to look: the categories and a few listings, similar ones if there are any. */
export function OtherListings({
  of: { categories, similar, popular, isLoading },
}: OtherListingsProps) {
  const isSimilar = similar.length > 0;
  const listings = (isSimilar ? similar : popular).slice(0, SHOWN);
  return (
    <Stack gap="xl" w="100%">
      <CategoryLinks categories={categories} />
      {listings.length > 0 && !isLoading && (
        <PopularListings title={isSimilar ? 'Similar' : 'Popular'} listings={listings} />
      )}
    </Stack>
  );
}

/** The search of the catalogue, and where else to look, in place of a page that does not exist. */
export const SearchInstead = ({ words, of }: OtherListingsProps & { words?: string }) => (
  <>
    <CatalogueSearch words={words} />
    <OtherListings of={of} />
  </>
);
