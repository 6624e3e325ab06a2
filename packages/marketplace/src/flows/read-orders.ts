import type { OrderListQuery, SalesListQuery } from '@mkt/protocol';
import type { Caller } from '../domain/caller.ts';
import type { Order } from '../domain/order.ts';
import { PAGE_BYTES, type PageRequest, type PageItems } from '../domain/page.ts';
import type { Reader } from '../domain/reader.ts';
import { notFound } from '../domain/refusal.ts';
import type { OrderFilter } from '../domain/order-filter.ts';
import type { OrderPageRequest, OrderStore } from '../domain/order-store.ts';
import type { ListingStore } from '../domain/store.ts';
import { ownListing } from './own-listing.ts';
import { readInstant } from './read-instant.ts';

/** One of the caller's own orders. */
export async function findOwnOrder(
  { orders }: { orders: Pick<OrderStore, 'find'> },
  caller: Caller,
  id: string,
): Promise<Order> {
  const order = await orders.find(id);
  if (!order || order.buyerId !== caller.accountId) throw notFound('Order');
  return order;
}

const optionalInstant = (text: string | undefined, name: string) =>
  text === undefined ? undefined : readInstant(text, name);

function filterOf(query: SalesListQuery): OrderFilter {
  return {
    listingRef: query.listingId,
    state: query.orderState,
    createdAfterMs: optionalInstant(query.createdAfter, 'createdAfter'),
    createdBeforeMs: optionalInstant(query.createdBefore, 'createdBefore'),
  };
}

const pageOf = ({ view }: SalesListQuery, page: PageRequest): OrderPageRequest => ({
  ...page,
  maxBytes: PAGE_BYTES,
  isSummary: view === 'summary',
});

export async function listOwnOrders(
  { orders }: { orders: Pick<OrderStore, 'list'> },
  caller: Caller,
  query: OrderListQuery,
  page: PageRequest,
  reader: Reader,
): Promise<PageItems<Order>> {
  const { metadata } = query;
  const filter = { ...filterOf(query), metadata, buyerId: caller.accountId };
  return orders.list(filter, pageOf(query, page), reader);
}

/** Orders of one of the caller's providers. */
export async function listProviderOrders(
  { orders, listings }: { orders: Pick<OrderStore, 'list'>; listings: Pick<ListingStore, 'find'> },
  caller: Caller,
  ref: string,
  query: SalesListQuery,
  page: PageRequest,
  reader: Reader,
): Promise<PageItems<Order>> {
  const listing = await ownListing({ listings }, caller, ref);
  const filter = { ...filterOf(query), sellerListingId: listing.id };
  return orders.list(filter, pageOf(query, page), reader);
}

/** An order of one of the caller's listings. */
export async function findSale(
  { orders }: { orders: Pick<OrderStore, 'find'> },
  caller: Caller,
  id: string,
): Promise<Order> {
  const order = await orders.find(id);
  if (!order || order.sellerId !== caller.accountId) throw notFound('Order');
  return order;
}

/** Orders of all listings of the caller. */
export async function listSales(
  { orders }: { orders: Pick<OrderStore, 'list'> },
  caller: Caller,
  query: SalesListQuery,
  page: PageRequest,
  reader: Reader,
): Promise<PageItems<Order>> {
  const filter = { ...filterOf(query), sellerId: caller.accountId };
  return orders.list(filter, pageOf(query, page), reader);
}
