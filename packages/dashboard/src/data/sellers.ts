import type { UpdateProfileRequest } from '@mkt/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './api.ts';

/** What buyers see of the account as a seller. */
export const profileQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: ({ signal }) => Promise.resolve(api.profile.get({ signal })),
});

/** Replaces the profile; listings show its name. */
export function useReplaceProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (profile: UpdateProfileRequest) => await api.profile.replace(profile),
    onSuccess(profile) {
      client.setQueryData(profileQuery.queryKey, profile);
      return Promise.all(
        ['sellers', 'catalogue', 'published-listings', 'providers'].map((noun) =>
          client.invalidateQueries({ queryKey: [noun] }),
        ),
      );
    },
  });
}
