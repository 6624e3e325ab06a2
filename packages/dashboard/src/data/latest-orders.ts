import type { OrderSummary, SellerOrderSummary } from '@mkt/client';
import { queryOptions } from '@tanstack/react-query';
import type { OrderSource } from './paged-orders.ts';
import { unlessLive } from './refresh.ts';

/** The most that a page shows of them. */
const SHOWN = 8;
const REFRESH_MS = 30_000;

/** The newest orders or sales, of one listing or of all. */
export const latestQuery = <Row extends OrderSummary | SellerOrderSummary>(
  { noun, list }: OrderSource<Row>,
  listingId?: string,
  limit = SHOWN,
) =>
  queryOptions({
    queryKey: [noun, 'latest', listingId ?? null, limit],
    async queryFn({ signal }): Promise<readonly Row[]> {
      const of = listingId === undefined ? {} : { listingId };
      return (await list({ limit, ...of }, { signal })).data;
    },
    refetchInterval: unlessLive(REFRESH_MS),
  });
