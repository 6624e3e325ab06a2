import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { boughtListingsQuery, ownListingsQuery } from './listings.ts';
import { ORDERS } from './orders.ts';

const STALE_MS = 5 * 60_000;

/**
 * The pseudonym that the account has as a buyer of its own listings, the same for all of them; `null` if
 * it has bought none of them. An order of its own is also a sale, which has it.
 */
export const ownBuyerQuery = queryOptions({
  queryKey: ['own-buyer'],
  async queryFn({ client, signal }): Promise<string | null> {
    const [own, bought] = await Promise.all([
      client.ensureQueryData(ownListingsQuery),
      client.ensureQueryData(boughtListingsQuery),
    ]);
    const listing = own.find(({ id }) => bought.has(id));
    if (!listing) return null;
    const { data } = await ORDERS.list({ listingId: listing.id, limit: 1 }, { signal });
    const [order] = data;
    return order ? (await api.sales.get(order.id, { signal })).buyerId : null;
  },
  staleTime: STALE_MS,
});
