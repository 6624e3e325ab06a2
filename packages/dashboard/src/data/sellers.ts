import type { SellerProfile, UpdateProfileRequest } from '@mkt/client';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from './api.ts';

/** So many listings of a seller are read at once. */
export const SELLER_PAGE = 24;
const STALE_MS = 30_000;

/** A seller as buyers see it: each page has the profile, and more of the listings. */
export const sellerQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['sellers', id],
    async queryFn({ pageParam, signal }): Promise<SellerProfile> {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      return await api.seller(id, { limit: SELLER_PAGE, ...cursor }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ listings }) => listings.nextCursor,
    staleTime: STALE_MS,
  });

/** What buyers see of the account as a seller. */
export const profileQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: ({ signal }) => Promise.resolve(api.profile.get({ signal })),
});

export const useProfile = () => useQuery(profileQuery);

/** Replaces the profile; listings show its name. */
export function useReplaceProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (profile: UpdateProfileRequest) => await api.profile.replace(profile),
    onSuccess(profile) {
      client.setQueryData(profileQuery.queryKey, profile);
      return Promise.all(
        ['sellers', 'catalogue', 'published-listings', 'own-listings'].map((noun) =>
          client.invalidateQueries({ queryKey: [noun] }),
        ),
      );
    },
  });
}
