import type { Order, OrderListQuery, OrderState, Page } from '@mkt/client';
import { isSettled } from '@mkt/protocol';
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { api } from './api.ts';
import { withNewest } from './newest-orders.ts';

/** What a list of orders is limited to. */
export type OrderFilter = Omit<OrderListQuery, 'limit' | 'cursor'>;

const PAGE_SIZE = 100;
const REFRESH_MS = 5_000;
const REFRESH_OPEN_MS = 2_000;
/** The server answers as soon as the order settles. */
const WAIT = '20s';
const RETRY_MS = 3_000;

type OpenState = Exclude<OrderState, 'completed' | 'failed'>;
const noMore = () => undefined;

const fetchPage = (filter: OrderFilter, cursor: string | null, signal: AbortSignal) =>
  api.orders.list(
    { ...filter, limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
    { signal },
  );

/**
 * The pages below the first, as they were when they were loaded. They are a key of their own, and
 * never fetched again: settled orders never change, and 10,000 orders are 100 requests.
 */
const olderOrdersQuery = (filter: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: ['order-pages', filter],
    queryFn: async ({ pageParam, signal }): Promise<Page<Order>> =>
      await fetchPage(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
    structuralSharing: false,
  });

/**
 * The newest orders, over and over. Without structural sharing orders keep the texts of their
 * numbers, which a copy would not have.
 */
const newestOrdersQuery = (filter: OrderFilter) =>
  queryOptions({
    queryKey: ['orders', 'newest', filter],
    queryFn: ({ signal }): Promise<Page<Order>> => Promise.resolve(fetchPage(filter, null, signal)),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
    structuralSharing: false,
  });

/** What a list of orders shows; `orders` is undefined until the first page is there. */
export interface LoadedOrders {
  orders: readonly Order[] | undefined;
  error: Error | null;
  refetch: () => void;
  /** Loads the next page, if there is one. */
  loadMore: () => void;
}

interface Use {
  enabled: boolean;
}

/** The orders of a filter, newest first; further pages are loaded on demand. */
export function useOrders(filter: OrderFilter, { enabled }: Use): LoadedOrders {
  const client = useQueryClient();
  const older = useInfiniteQuery({ ...olderOrdersQuery(filter), enabled });
  const newest = useQuery({ ...newestOrdersQuery(filter), enabled: enabled && older.isSuccess });
  const pages = older.data?.pages;
  const merged = useMemo(() => pages && withNewest(newest.data, pages), [newest.data, pages]);
  const hasGap = merged === 'gap';
  useEffect(() => {
    if (hasGap) void client.resetQueries(olderOrdersQuery(filter));
  }, [client, filter, hasGap]);
  const { hasNextPage, isFetching, fetchNextPage } = older;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return {
    orders: hasGap ? newest.data?.data : merged,
    error: older.error ?? newest.error,
    refetch: () => void (older.isError ? older.refetch() : newest.refetch()),
    loadMore,
  };
}

/** The orders that wait or run, newest first: at most a page of each. */
export function useOpenOrders(filter: OrderFilter, { enabled }: Use): LoadedOrders {
  const options = { enabled, refetchInterval: REFRESH_OPEN_MS };
  const query = (orderState: OpenState) => newestOrdersQuery({ ...filter, orderState });
  const waiting = useQuery({ ...query('pending'), ...options });
  const running = useQuery({ ...query('running'), ...options });
  const orders = useMemo(
    () =>
      waiting.data &&
      running.data &&
      [...waiting.data.data, ...running.data.data].toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    [waiting.data, running.data],
  );
  return {
    orders,
    error: waiting.error ?? running.error,
    refetch: () => void Promise.all([waiting.refetch(), running.refetch()]),
    loadMore: noMore,
  };
}

/** An order, followed until it has settled. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    async queryFn({ client, signal, queryKey }): Promise<Order> {
      const known = client.getQueryData<Order>(queryKey);
      const wait = known && !isSettled(known.orderState) ? WAIT : undefined;
      return await api.orders.get(id, { wait, signal });
    },
    refetchInterval({ state: { data, status } }) {
      if (!data || isSettled(data.orderState)) return false;
      return status === 'error' ? RETRY_MS : 1;
    },
    structuralSharing: false,
  });
