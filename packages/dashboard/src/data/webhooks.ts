import type { CreateWebhookRequest, UpdateWebhookRequest, Webhook } from '@mkt/client';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from './api.ts';

/** No event announces what is sent. */
const EVERY_MS = 5_000;
const PAGE_SIZE = 50;

/** The account's webhooks, newest first; a quota limits their number. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'all'],
  queryFn: async ({ signal }): Promise<readonly Webhook[]> =>
    (await api.webhooks.list({ limit: 100 }, { signal })).data,
  refetchInterval: EVERY_MS,
});

/** The address of each webhook, by its id; undefined until they are loaded. */
export const useWebhookUrls = (): ReadonlyMap<string, string> | undefined =>
  useQuery({
    ...webhooksQuery,
    refetchInterval: false,
    select: (webhooks) => new Map(webhooks.map(({ id, url }) => [id, url])),
  }).data;

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: async ({ signal }) => await api.webhooks.get(id, { signal }),
    refetchInterval: EVERY_MS,
  });

/** What was sent to a webhook, newest first. It is not read again by itself: rows would move. */
export const attemptsQuery = (id: string, onlyFailed: boolean) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'attempts', id, onlyFailed],
    queryFn: async ({ pageParam, signal }) =>
      await api.webhooks.attempts(
        id,
        {
          limit: PAGE_SIZE,
          ...(onlyFailed ? { outcome: 'failed' } : {}),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });

/** What was sent, and how it went. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: async ({ signal }) => await api.webhooks.delivery(id, { signal }),
  });

/** A mutation after which everything about webhooks is read again, whether or not it succeeded. */
function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  });
}

export const useCreateWebhook = () =>
  useChange(async (body: CreateWebhookRequest) => await api.webhooks.create(body));

export const useUpdateWebhook = (id: string) =>
  useChange(async (body: UpdateWebhookRequest) => await api.webhooks.update(id, body));

export const useDeleteWebhook = () =>
  useChange(async (id: string) => await api.webhooks.delete(id));

export const useTestWebhook = (id: string) =>
  useChange(async (_: void) => await api.webhooks.test(id));

/** Replaces the secret; `gracePeriod` as in `24h`. */
export const useRotateWebhookSecret = (id: string) =>
  useChange(
    async (gracePeriod: '0s' | '1h' | '24h' | '168h') =>
      await api.webhooks.rotateSecret(id, { gracePeriod }),
  );

export const useSendAgain = (id: string) =>
  useChange(async (_: void) => await api.webhooks.sendAgain(id));
