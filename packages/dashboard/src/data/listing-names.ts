import { NotFoundError } from '@mkt/client';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from './api.ts';

/** What pages show of a listing that an order names by its id. */
export interface ListingName {
  slug: string;
  title: string;
}

/** A listing as the catalogue has it now. */
export interface OfferedListing extends ListingName {
  revision: number;
}

const STALE_MS = 5 * 60_000;
const MAX_DAYS = 729;
const DAY_MS = 24 * 3_600_000;
/** Of a listing without a known name. */
const SHOWN_ID_LENGTH = 8;

/** Every listing of which an order has settled, also those that are no longer offered: one request. */
const boughtListingsQuery = queryOptions({
  queryKey: ['listing-names', 'bought'],
  async queryFn({ signal }): Promise<ReadonlyMap<string, ListingName>> {
    const from = new Date(Date.now() - MAX_DAYS * DAY_MS).toISOString();
    const { data } = await api.stats.usage({ by: 'listing', from }, { signal });
    return new Map(
      data.flatMap(({ listingId, slug, title }) =>
        listingId && slug && title ? [[listingId, { slug, title }] as const] : [],
      ),
    );
  },
  staleTime: STALE_MS,
  structuralSharing: false,
});

/** A listing of the catalogue; `null` if it can no longer be bought. */
export const offeredListingQuery = (id: string) =>
  queryOptions({
    queryKey: ['listing-names', 'offered', id],
    async queryFn({ signal }): Promise<OfferedListing | null> {
      try {
        const { slug, title, revision } = await api.listing(id, { signal });
        return { slug, title, revision };
      } catch (error) {
        if (error instanceof NotFoundError) return null;
        throw error;
      }
    },
    staleTime: STALE_MS,
  });

/** The names of listings by id. Those whose first order is still open are looked up one by one. */
export function useListingNames(ids: readonly string[]): ReadonlyMap<string, ListingName> {
  const bought = useQuery(boughtListingsQuery);
  const known = bought.data;
  const others = bought.isPending ? [] : ids.filter((id) => !known?.has(id));
  const offered = useQueries({ queries: others.map(offeredListingQuery) });
  const found = JSON.stringify(
    offered.flatMap(({ data }, index) => (data ? [[others[index], data]] : [])),
  );
  return useMemo(
    () => new Map([...(known ?? []), ...(JSON.parse(found) as [string, ListingName][])]),
    [known, found],
  );
}

/** The slug of a listing; of one whose name is not known, the beginning of its id. */
export function shownListing(id: string, names: ReadonlyMap<string, ListingName>): string {
  return names.get(id)?.slug ?? `${id.slice(0, SHOWN_ID_LENGTH)}…`;
}
