import { JsonText, NotFoundError, type PriceInput, type OwnListing } from '@mkt/client';
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from './api.ts';
import { unlessLive } from './refresh.ts';

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

/** Every listing that has a settled order, including those that are no longer offered, in one request. */
export const boughtListingsQuery = queryOptions({
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

const REFRESH_MS = 60_000;
/** A review takes seconds. */
const REVIEW_REFRESH_MS = 2_000;

const whileInReview = unlessLive(REVIEW_REFRESH_MS);

const isInReview = ({ status }: OwnListing) => status === 'pending_review';

/** Every listing of the account in any state, newest first, with its review and health. */
export const ownListingsQuery = queryOptions({
  queryKey: ['own-listings', 'all'],
  async queryFn({ signal }): Promise<OwnListing[]> {
    const listings: OwnListing[] = [];
    for await (const listing of api.listings.list({ limit: 100 }, { signal })) {
      listings.push(listing);
    }
    return listings;
  },
  refetchInterval: ({ state: { data } }) =>
    (data?.some(isInReview) && whileInReview()) || REFRESH_MS,
});

/** The names of the account's own listings by id. */
export function useOwnNames(): ReadonlyMap<string, ListingName> {
  const { data } = useQuery(ownListingsQuery);
  return useMemo(() => new Map(data?.map(({ id, slug, title }) => [id, { slug, title }])), [data]);
}

/** Whether the account has a listing; not asked unless `asks`. */
export const useIsSelling = (asks: boolean): boolean =>
  (useQuery({ ...ownListingsQuery, enabled: asks }).data ?? []).length > 0;

/** One of them, by id or slug. */
export const ownListingQuery = (id: string) =>
  queryOptions({
    queryKey: ['own-listings', 'one', id],
    queryFn: async ({ signal }) => await api.listings.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => data && isInReview(data) && whileInReview(),
  });

const SHOWN_CHANGES = 5;

/** Its last changes, with who made them and what each meant for buyers. */
export const ownHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['own-listings', 'history', id],
    queryFn: async ({ signal }) =>
      await api.listings.history(id, { limit: SHOWN_CHANGES }, { signal }),
  });

/** After a change, on every page that shows it, also as buyers see it. */
const invalidateListings = (client: QueryClient) =>
  Promise.all(
    ['own-listings', 'published-listings', 'catalogue'].map((noun) =>
      client.invalidateQueries({ queryKey: [noun] }),
    ),
  );

/** A service to import. */
interface ServiceToImport {
  serviceUrl: string;
  /** The slug of the listing; by default it is made from the title. */
  slug: string | undefined;
}

/** What an import would create; nothing is saved. */
export const usePreviewService = () =>
  useMutation({
    mutationFn: async ({ serviceUrl, slug }: ServiceToImport) =>
      await api.listings.preview(serviceUrl, { slug }),
  });

/** Creates the listing of a service, which is reviewed immediately. */
export function useImportService() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ serviceUrl, slug, price }: ServiceToImport & { price?: PriceInput }) =>
      await api.listings.importFromService(serviceUrl, { slug, price }),
    onSuccess: () => invalidateListings(client),
  });
}

/** Creates a listing from the text of a request, in which numbers keep their digits. */
export function useCreateListing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: string) => await api.listings.create(new JsonText(body)),
    onSuccess: () => invalidateListings(client),
  });
}

/** Changes a listing by the text of a request, in which numbers keep their digits. */
export function useUpdateListing(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: string) => await api.listings.update(id, new JsonText(body)),
    onSuccess: () => invalidateListings(client),
  });
}

/** Deletes a listing that was never published. */
export function useDeleteListing(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api.listings.delete(id);
    },
    onSuccess() {
      client.removeQueries({ queryKey: ownListingQuery(id).queryKey });
      // Only the list: its own page is still open.
      return client.invalidateQueries({ queryKey: ownListingsQuery.queryKey });
    },
  });
}

const CHANGES = {
  submit: (id: string) => api.listings.submit(id),
  pause: (id: string) => api.listings.pause(id),
  resume: (id: string) => api.listings.resume(id),
  archive: (id: string) => api.listings.archive(id),
};

/** What leads to another state (docs/sell/listings.md#states). */
export type StateChange = keyof typeof CHANGES;

export function useChangeState(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: StateChange): Promise<unknown> => await CHANGES[change](id),
    onSuccess: () => invalidateListings(client),
  });
}

/** The signing secret, on request: it is in no query, so it is gone when the page is left. */
export const useSigningSecret = (id: string) =>
  useMutation({
    mutationFn: async (how: 'show' | 'rotate') =>
      await (how === 'rotate'
        ? api.listings.rotateSigningSecret(id)
        : api.listings.signingSecret(id)),
    gcTime: 0,
  });
