import { NotFoundError } from '@mkt/client';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { api } from './api.ts';

/** What pages show of a listing that an order names by its id. */
export interface ListingName {
  slug: string;
  title: string;
  revision: number;
}

const listingNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['listing-names', id],
    /** `null` if it can no longer be bought. */
    async queryFn({ signal }): Promise<ListingName | null> {
      try {
        const { slug, title, revision } = await api.marketplace.listing(id, { signal });
        return { slug, title, revision };
      } catch (error) {
        if (error instanceof NotFoundError) return null;
        throw error;
      }
    },
    staleTime: 5 * 60_000,
  });

/** The names of listings by id; each is requested once, however many orders it has. */
export function useListingNames(ids: readonly string[]): ReadonlyMap<string, ListingName | null> {
  return useQueries({
    queries: ids.map(listingNameQuery),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) => {
          const id = ids[index];
          return id === undefined || data === undefined ? [] : [[id, data] as const];
        }),
      ),
  });
}
