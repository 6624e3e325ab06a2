import type { SellerProfile } from '@mkt/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const PAGE_SIZE = 24;
const STALE_MS = 30_000;

/** A seller as buyers see it: each page has the profile, and more of the listings. */
export const sellerQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['sellers', id],
    async queryFn({ pageParam, signal }): Promise<SellerProfile> {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      return await api.seller(id, { limit: PAGE_SIZE, ...cursor }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ listings }) => listings.nextCursor,
    staleTime: STALE_MS,
  });
