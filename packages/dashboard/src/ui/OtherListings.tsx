import { Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { catalogueQuery, categoriesQuery, popularListingsQuery } from '../data/catalogue.ts';
import { CatalogueSearch } from './CatalogueSearch.tsx';
import { CategoryLinks, PopularListings } from './ListingCard.tsx';

const SHOWN = 3;

/** Where else to look: the categories and a few listings, those that are like the words if there are any. */
export function OtherListings({ words = '' }: { words?: string }) {
  const categories = useQuery(categoriesQuery);
  const popular = useQuery(popularListingsQuery);
  const found = useInfiniteQuery({ ...catalogueQuery({ query: words }), enabled: words !== '' });
  const similar = found.data?.pages[0]?.data ?? [];
  const isSimilar = similar.length > 0;
  const listings = (isSimilar ? similar : (popular.data ?? [])).slice(0, SHOWN);
  return (
    <Stack gap="xl" w="100%">
      <CategoryLinks categories={categories.data ?? []} />
      {listings.length > 0 && !found.isLoading && (
        <PopularListings title={isSimilar ? 'Similar' : 'Popular'} listings={listings} />
      )}
    </Stack>
  );
}

/** The search of the catalogue, and where else to look, in place of a page that does not exist. */
export const SearchInstead = ({ words }: { words?: string }) => (
  <>
    <CatalogueSearch words={words} />
    <OtherListings words={words} />
  </>
);
