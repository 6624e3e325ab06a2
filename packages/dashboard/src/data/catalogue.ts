import type {
  HealthProbe,
  CatalogueListing,
  CatalogueQuery,
  CatalogueSummary,
  HiddenListings,
} from '@mkt/client';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useNow } from '../ui/RelativeTime.tsx';
import { api } from './api.ts';
import { downInWords, type Outage, recentOutages } from './outages.ts';
import { exampleCallOf, popularOf } from './popular.ts';

/** What the catalogue is limited to, and how it is sorted. */
export type CatalogueFilter = Omit<CatalogueQuery, 'limit' | 'cursor' | 'include'>;

const PAGE_SIZE = 24;
const STALE_MS = 30_000;

/** The hits of a search, page by page. */
export const catalogueQuery = (filter: CatalogueFilter) =>
  infiniteQueryOptions({
    queryKey: ['catalogue', filter],
    async queryFn({ pageParam, signal }): Promise<{
      data: readonly CatalogueSummary[];
      nextCursor: string | null;
      hidden?: HiddenListings;
    }> {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      return await api.search({ ...filter, limit: PAGE_SIZE, ...cursor }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });

/** As many as one request reads. */
const MANY = 100;

/** The listings that are called most. */
export const mostCalledQuery = queryOptions({
  queryKey: ['catalogue', 'most-called'],
  queryFn: async ({ signal }): Promise<readonly CatalogueSummary[]> =>
    (await api.search({ limit: MANY, sort: 'calls' }, { signal })).data,
  staleTime: STALE_MS,
});

/** The most popular listings. */
export const popularListingsQuery = queryOptions({ ...mostCalledQuery, select: popularOf });

/** Of these, one is shown as an example; their contracts are longer than the summaries of many. */
const FEW = 12;

/** A call that a seller gives as an example: of the listings that are called most, of one that works well. */
export const exampleCallQuery = queryOptions({
  queryKey: ['catalogue', 'example-call'],
  queryFn: async ({ signal }): Promise<readonly CatalogueListing[]> =>
    (await api.search({ limit: FEW, sort: 'calls', include: 'contract' }, { signal })).data,
  select: exampleCallOf,
  staleTime: STALE_MS,
});

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => Promise.resolve(api.categories({ signal })),
  staleTime: STALE_MS,
});

/** The categories in use; none before they are read. */
export const useCategories = () => useQuery(categoriesQuery).data ?? [];

/** As many listings lead on. */
const OTHERS = 3;

/** What leads on from a page that shows nothing: listings that are like the words, if there are any. */
export function useOtherListings(words = '') {
  const categories = useQuery(categoriesQuery);
  const popular = useQuery(popularListingsQuery);
  const found = useInfiniteQuery({ ...catalogueQuery({ query: words }), enabled: words !== '' });
  const similar = found.data?.pages[0]?.data ?? [];
  const isSimilar = similar.length > 0;
  const listings = found.isLoading ? [] : ((isSimilar ? similar : popular.data) ?? []);
  const shown = listings.slice(0, OTHERS);
  return { categories: categories.data ?? [], isSimilar, listings: shown, down: useDown(shown) };
}

/** The first hits of a search; without words, the first listings. */
export const useHits = (query: string): readonly CatalogueSummary[] | undefined =>
  useInfiniteQuery(catalogueQuery(query === '' ? {} : { query })).data?.pages[0]?.data;

/** A listing as buyers see it. */
export const publishedListingQuery = (slug: string) =>
  queryOptions({
    queryKey: ['published-listings', slug],
    queryFn: ({ signal }) => Promise.resolve(api.listing(slug, { signal })),
    staleTime: STALE_MS,
  });

/** A listing of the catalogue, if one is named and it has been read. */
export const usePublishedListing = (slug: string | undefined) =>
  useQuery({ ...publishedListingQuery(slug ?? ''), enabled: slug !== undefined }).data;

export const publishedHealthQuery = (slug: string) =>
  queryOptions({
    queryKey: ['published-listings', slug, 'health'],
    queryFn: ({ signal }) => Promise.resolve(api.listingHealth(slug, { signal })),
    staleTime: STALE_MS,
  });

/** The checks of a listing, where some of the last day failed; undefined until they are loaded. */
export function useFailedChecks(
  slug: string,
  { uptime24h }: { uptime24h: number | null },
): HealthProbe[] | undefined {
  const wasDown = uptime24h !== null && uptime24h < 1;
  const { data } = useQuery({ ...publishedHealthQuery(slug), enabled: wasDown });
  return wasDown ? data?.history : undefined;
}

/** The day of `today` changes with an hour. */
export const HOUR_MS = 3_600_000;

/** Of the first so many, the checks are read: a request each. */
const MANY_DOWN = 12;

type Checked = readonly { slug: string; health: { uptime24h: number | null } }[];

/**
 * The outages of the last day, by the slugs of the listings that had one, as far as they are read: the catalogue has
 * only the share of checks that succeeded.
 */
export function useOutages(
  listings: Checked = [],
  most = MANY_DOWN,
): ReadonlyMap<string, readonly Outage[]> {
  const slugs = listings
    .flatMap(({ slug, health }) => ((health.uptime24h ?? 1) < 1 ? [slug] : []))
    .slice(0, most);
  const { data } = useQuery({
    queryKey: ['published-listings', 'outages', slugs],
    async queryFn({ client }) {
      const read = slugs.map((slug) => client.fetchQuery(publishedHealthQuery(slug)));
      const reports = await Promise.allSettled(read);
      return reports.map((report) =>
        report.status === 'fulfilled' ? recentOutages(report.value.history) : [],
      );
    },
    enabled: slugs.length > 0,
    staleTime: STALE_MS,
  });
  return new Map(slugs.map((slug, index) => [slug, data?.[index] ?? []]));
}

/** What is said of each of these outages. */
export function useDown(listings?: Checked): ReadonlyMap<string, string> {
  const nowMs = useNow(HOUR_MS);
  const outages = useOutages(listings);
  return new Map([...outages].map(([slug, of]) => [slug, downInWords(of, nowMs)]));
}

/** The newest changes to a listing. */
export const publishedHistoryQuery = (slug: string) =>
  queryOptions({
    queryKey: ['published-listings', slug, 'history'],
    queryFn: async ({ signal }) => await api.listingHistory(slug, { limit: 50 }, { signal }),
    staleTime: STALE_MS,
  });
