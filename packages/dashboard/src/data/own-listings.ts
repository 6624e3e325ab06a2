import type { OwnListing } from '@mkt/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import type { ListingName } from './listing-names.ts';

const REFRESH_MS = 60_000;

/** Every listing of the account in any state, with its review and health. */
export const ownListingsQuery = queryOptions({
  queryKey: ['providers', 'own'],
  async queryFn({ signal }): Promise<OwnListing[]> {
    const listings: OwnListing[] = [];
    for await (const listing of api.listings.list({ limit: 100 }, { signal })) {
      listings.push(listing);
    }
    return listings;
  },
  refetchInterval: REFRESH_MS,
});

/** The names of the account's listings by id. */
export const namesOf = (listings: readonly OwnListing[]): ReadonlyMap<string, ListingName> =>
  new Map(listings.map(({ id, slug, title }) => [id, { slug, title }]));
