import type {
  OrderListQuery,
  OrderState,
  OrderSummary,
  Page,
  SellerOrderSummary,
} from '@mkt/client';
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { unlessLive } from './refresh.ts';

/**
 * The loaded pages with the newest orders put before them, each once and as it was last read;
 * `gap` if more orders were placed in between than a page has.
 */
export function withNewest<Row extends { id: string }>(
  newest: Page<Row> | undefined,
  pages: readonly Page<Row>[],
): Row[] | 'gap' {
  const loaded = pages.flatMap(({ data }) => data);
  const first = loaded[0];
  if (!newest) return loaded;
  const ids = new Set(newest.data.map(({ id }) => id));
  const overlaps =
    !first || newest.nextCursor === null || newest.data.some(({ id }) => id <= first.id);
  if (!overlaps) return 'gap';
  return [...newest.data, ...loaded.filter(({ id }) => !ids.has(id))];
}

/**
 * The shown rows in their places, with their current values; which of them are no longer `open`, and how
 * many open ones are not shown. `known`: orders in any state.
 */
export function withSettled<Row extends { id: string }>(
  shown: readonly Row[],
  open: readonly Row[],
  known: readonly Row[] = [],
) {
  const rows = new Map([...known, ...open].map((row) => [row.id, row]));
  const openIds = new Set(open.map(({ id }) => id));
  const shownIds = new Set(shown.map(({ id }) => id));
  return {
    orders: shown.map((row) => rows.get(row.id) ?? row),
    settled: new Set([...shownIds].filter((id) => !openIds.has(id))),
    newer: [...openIds].filter((id) => !shownIds.has(id)).length,
  };
}

interface HeldOrders<Row> {
  orders: readonly Row[] | undefined;
  /** How many are held back. */
  newer: number;
  /** Shows the orders up to this one. */
  show: (firstId: string | undefined) => void;
}

/**
 * The orders of a list without those that came in after it was first shown, until `show` is called:
 * rows that are put above the others would move what is being read. `list` is another value for
 * another list.
 */
function useHeldOrders<Row extends { id: string }>(
  loaded: readonly Row[] | undefined,
  list: unknown,
): HeldOrders<Row> {
  const [top, setTop] = useState<{ list: unknown; firstId: string | undefined }>();
  const firstId = top && top.list === list ? top.firstId : undefined;
  const newestId = loaded?.[0]?.id;
  if (firstId === undefined && newestId !== undefined) setTop({ list, firstId: newestId });
  const newer = useMemo(() => {
    if (!loaded || firstId === undefined) return 0;
    const index = loaded.findIndex(({ id }) => id <= firstId);
    return index === -1 ? 0 : index;
  }, [loaded, firstId]);
  const orders = useMemo(() => (newer === 0 ? loaded : loaded?.slice(newer)), [loaded, newer]);
  const show = useCallback((id: string | undefined) => setTop({ list, firstId: id }), [list]);
  return { orders, newer, show };
}

/** What a list of orders is limited to. */
export type OrderFilter = Omit<OrderListQuery, 'limit' | 'cursor' | 'view'>;

/** Lists show neither inputs nor results, which may be large. */
type Listed = OrderSummary | SellerOrderSummary;

const PAGE_SIZE = 100;
const REFRESH_MS = 5_000;
const REFRESH_OPEN_MS = 2_000;

type OpenState = Exclude<OrderState, 'completed' | 'failed'>;
const nothing = () => undefined;
const NONE: ReadonlySet<string> = new Set();

/** Where a list comes from: what was bought, or what was sold. */
export interface OrderSource<Row extends Listed> {
  /** First in the keys of its queries. */
  noun: string;
  pagesNoun: string;
  list: (query: OrderListQuery, options: { signal: AbortSignal }) => PromiseLike<Page<Row>>;
}

const fetchPage = async <Row extends Listed>(
  { list }: OrderSource<Row>,
  filter: OrderFilter,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Page<Row>> =>
  await list({ ...filter, limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) }, { signal });

/** Every order of a filter, newest first, page by page. Open ones have two states, and so two lists. */
export async function* orderPages<Row extends Listed>(
  source: OrderSource<Row>,
  filter: OrderFilter,
  { isOpenOnly, signal }: { isOpenOnly: boolean; signal: AbortSignal },
): AsyncGenerator<readonly Row[], void, undefined> {
  const states = isOpenOnly ? (['pending', 'running'] as const) : [filter.orderState];
  for (const orderState of states) {
    let cursor: string | null = null;
    do {
      const page: Page<Row> = await fetchPage(source, { ...filter, orderState }, cursor, signal);
      yield page.data;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
}

/**
 * The pages below the first, as they were when they were loaded. They are a key of their own, and
 * never fetched again: settled orders never change, and 10,000 orders are 100 requests.
 */
const olderOrdersQuery = <Row extends Listed>(source: OrderSource<Row>, filter: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: [source.pagesNoun, filter],
    queryFn: ({ pageParam, signal }) => fetchPage(source, filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
    structuralSharing: false,
  });

/**
 * The newest orders, as events announce them. Without structural sharing orders keep the texts of their
 * numbers, which a copy would not have.
 */
const newestOrdersQuery = <Row extends Listed>(source: OrderSource<Row>, filter: OrderFilter) =>
  queryOptions({
    queryKey: [source.noun, 'newest', filter],
    queryFn: ({ signal }) => fetchPage(source, filter, null, signal),
    refetchInterval: unlessLive(REFRESH_MS),
    staleTime: REFRESH_MS,
    structuralSharing: false,
  });

/** What a list of orders shows; `orders` is undefined until the first page is there. */
interface LoadedOrders<Row> {
  orders: readonly Row[] | undefined;
  /** How many orders have come in since, which `showNewest` shows; `many` if they are not counted. */
  newer: number | 'many';
  /** The ids of orders that no longer match but stay in the list until `showNewest`. */
  settled: ReadonlySet<string>;
  /** Requests their new state. */
  readSettled: () => void;
  showNewest: () => void;
  error: Error | null;
  refetch: () => void;
  /** Loads the next page, if there is one. */
  loadMore: () => void;
}

interface Use {
  enabled: boolean;
}

/** The orders of a filter, newest first; further pages are loaded on demand. */
function usePagedOrders<Row extends Listed>(
  source: OrderSource<Row>,
  filter: OrderFilter,
  { enabled }: Use,
): LoadedOrders<Row> {
  const client = useQueryClient();
  const older = useInfiniteQuery({ ...olderOrdersQuery(source, filter), enabled });
  const newest = useQuery({
    ...newestOrdersQuery(source, filter),
    enabled: enabled && older.isSuccess,
  });
  const pages = older.data?.pages;
  const merged = useMemo(() => pages && withNewest(newest.data, pages), [newest.data, pages]);
  const loaded = useMemo(
    () => (merged === 'gap' ? pages?.flatMap(({ data }) => data) : merged),
    [merged, pages],
  );
  const held = useHeldOrders(loaded, filter);
  const hasGap = merged === 'gap';
  const first = newest.data;
  const { show } = held;
  const showNewest = useCallback(() => {
    if (hasGap && first) {
      // The newest page takes the place of all others, which do not follow it.
      const { queryKey } = olderOrdersQuery(source, filter);
      client.setQueryData(queryKey, { pages: [first], pageParams: [null] });
      show(first.data[0]?.id);
    } else show(loaded?.[0]?.id);
  }, [client, source, filter, hasGap, first, loaded, show]);
  const { hasNextPage, isFetching, fetchNextPage } = older;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return {
    orders: held.orders,
    newer: hasGap ? 'many' : held.newer,
    settled: NONE,
    readSettled: nothing,
    showNewest,
    error: older.error ?? newest.error,
    refetch: () => void (older.isError ? older.refetch() : newest.refetch()),
    loadMore,
  };
}

/**
 * The orders that wait or run, newest first: at most a page of each. Orders that settle stay, and new
 * ones are held back, until `showNewest`: rows that leave or arrive would move the others.
 */
function useOpenOrders<Row extends Listed>(
  source: OrderSource<Row>,
  filter: OrderFilter,
  { enabled }: Use,
): LoadedOrders<Row> {
  const options = { enabled, refetchInterval: unlessLive(REFRESH_OPEN_MS) };
  const query = (orderState: OpenState) => newestOrdersQuery(source, { ...filter, orderState });
  const waiting = useQuery({ ...query('pending'), ...options });
  const running = useQuery({ ...query('running'), ...options });
  const open = useMemo(
    () =>
      waiting.data &&
      running.data &&
      [...waiting.data.data, ...running.data.data].toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    [waiting.data, running.data],
  );
  const [held, setHeld] = useState<{ list: OrderFilter; rows: readonly Row[] }>();
  const shown = held?.list === filter ? held.rows : undefined;
  if (open && !shown) setHeld({ list: filter, rows: open });
  // Of those that have settled; requested only when rows are kept.
  const any = useQuery({ ...newestOrdersQuery(source, filter), enabled: false });
  const list = useMemo(
    () => (open ? withSettled(shown ?? open, open, any.data?.data) : undefined),
    [shown, open, any.data],
  );
  const showNewest = useCallback(() => {
    if (open) setHeld({ list: filter, rows: open });
  }, [open, filter]);
  const { refetch } = any;
  const readSettled = useCallback(() => void refetch(), [refetch]);
  return {
    orders: list?.orders,
    newer: list?.newer ?? 0,
    settled: list?.settled ?? NONE,
    readSettled,
    showNewest,
    error: waiting.error ?? running.error,
    refetch: () => void Promise.all([waiting.refetch(), running.refetch()]),
    loadMore: nothing,
  };
}

/** The orders that the URL selects. `open` ones have two states, and so two requests. */
export function useShownOrders<Row extends Listed>(
  source: OrderSource<Row>,
  filter: OrderFilter,
  isOpenOnly: boolean,
): LoadedOrders<Row> {
  const pagedOrders = usePagedOrders(source, filter, { enabled: !isOpenOnly });
  const openOrders = useOpenOrders(source, filter, { enabled: isOpenOnly });
  return isOpenOnly ? openOrders : pagedOrders;
}
