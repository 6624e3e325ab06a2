import { JsonText, type PriceInput, type OwnListing } from '@mkt/client';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from './api.ts';
import { unlessLive } from './live-state.ts';

const PAGE_SIZE = 100;
/** A review takes seconds. */
const REVIEW_REFRESH_MS = 2_000;

const whileInReview = unlessLive(REVIEW_REFRESH_MS);

const isInReview = ({ status }: OwnListing) => status === 'pending_review';

/** What the account sells, newest first, page by page; followed while a review runs. */
export const providersQuery = infiniteQueryOptions({
  queryKey: ['providers', 'list'],
  async queryFn({ pageParam, signal }) {
    const cursor = pageParam === null ? {} : { cursor: pageParam };
    return await api.listings.list({ limit: PAGE_SIZE, ...cursor }, { signal });
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some((page) => page.data.some(isInReview)) && whileInReview(),
});

/** One of them, by id or slug. */
export const providerQuery = (id: string) =>
  queryOptions({
    queryKey: ['providers', 'one', id],
    queryFn: async ({ signal }) => await api.listings.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => data && isInReview(data) && whileInReview(),
  });

/** After a change, on every page that shows it, also as buyers see it. */
const invalidateListings = (client: QueryClient) =>
  Promise.all(
    ['providers', 'published-listings', 'catalogue'].map((noun) =>
      client.invalidateQueries({ queryKey: [noun] }),
    ),
  );

/** A service to import. */
interface ServiceToImport {
  serviceUrl: string;
  /** Of the listing; made from its title by default. */
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
export function useCreateProvider() {
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
export function useDeleteProvider(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api.listings.delete(id);
    },
    onSuccess() {
      client.removeQueries({ queryKey: providerQuery(id).queryKey });
      // Only the lists: its own page is still open.
      return Promise.all(
        ['list', 'own'].map((list) => client.invalidateQueries({ queryKey: ['providers', list] })),
      );
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
