import type { OrderListQuery } from '@mkt/protocol';
import type { Caller } from '../domain/caller.ts';
import type { Order } from '../domain/order.ts';
import { ORDER_PAGE_BYTES, type Page, type PageRequest } from '../domain/page.ts';
import { notFound } from '../domain/refusal.ts';
import { byId, type ListingStore, type OrderFilter, type OrderStore } from '../domain/store.ts';
import { ownListing } from './own-listing.ts';
import { readInstant } from './read-instant.ts';

/** One of the caller's own orders. */
export async function findOwnOrder(
  { orders }: { orders: Pick<OrderStore, 'find'> },
  caller: Caller,
  id: string,
): Promise<Order> {
  const order = await orders.find(id);
  if (!order || order.buyerId !== caller.accountId) throw notFound('order of yours');
  return order;
}

const moment = (text: string | undefined, name: string) =>
  text === undefined ? undefined : readInstant(text, name);

function filterOf(query: OrderListQuery): OrderFilter {
  return {
    listingRef: query.listingId,
    state: query.orderState,
    createdAfterMs: moment(query.createdAfter, 'createdAfter'),
    createdBeforeMs: moment(query.createdBefore, 'createdBefore'),
  };
}

async function pageOfOrders(
  { orders: store }: { orders: Pick<OrderStore, 'list'> },
  filter: OrderFilter,
  page: PageRequest,
): Promise<Page<Order>> {
  const { orders, more } = await store.list(filter, { ...page, maxBytes: ORDER_PAGE_BYTES });
  const last = orders.at(-1);
  return { items: orders, next: more && last ? byId(last) : null };
}

export function listOwnOrders(
  deps: { orders: Pick<OrderStore, 'list'> },
  caller: Caller,
  query: OrderListQuery,
  page: PageRequest,
): Promise<Page<Order>> {
  return pageOfOrders(deps, { ...filterOf(query), buyerId: caller.accountId }, page);
}

/** Calls of one of the caller's providers. */
export async function listProviderOrders(
  { orders, listings }: { orders: Pick<OrderStore, 'list'>; listings: Pick<ListingStore, 'find'> },
  caller: Caller,
  ref: string,
  query: OrderListQuery,
  page: PageRequest,
): Promise<Page<Order>> {
  const listing = await ownListing({ listings }, caller, ref);
  return pageOfOrders({ orders }, { ...filterOf(query), sellerListingId: listing.id }, page);
}
