import type { OrderListQuery, SalesListQuery } from '@mkt/protocol';
import { ordersOnlyOf, type Caller } from '../market/caller.ts';
import type { Order } from './order.ts';
import { PAGE_BYTES, type PageRequest, type PageItems } from '../market/page.ts';
import type { Reader } from '../market/reader.ts';
import { notFound } from '../market/refusal.ts';
import type { OrderFilter } from './order-filter.ts';
import type { OrderPageRequest, OrderStore } from './order-store.ts';
import type { ApiKeyStore, ListingStore } from '../server/store-domain-store.ts';
import { ownListing } from '../listings/own-listing.ts';
import { readInstant } from '../http/read-instant.ts';

export interface FindOwnOrderDeps {
  orders: Pick<OrderStore, 'find'>;
  apiKeys: Pick<ApiKeyStore, 'above'>;
}

/** Whether an order was placed with a key, or with one below it. */
async function isOfKey(
  { apiKeys }: Pick<FindOwnOrderDeps, 'apiKeys'>,
  order: Order,
  keyId: string,
): Promise<boolean> {
  if (order.keyId === null || order.keyId === keyId) return order.keyId === keyId;
  return (await apiKeys.above(order.keyId)).includes(keyId);
}

/** One of the caller's own orders, as far as the caller's scopes reach. */
export async function findOwnOrder(
  deps: FindOwnOrderDeps,
  caller: Caller,
  id: string,
): Promise<Order> {
  const order = await deps.orders.find(id);
  if (!order || order.buyerId !== caller.accountId) throw notFound('Order');
  const keyId = ordersOnlyOf(caller);
  if (keyId !== null && !(await isOfKey(deps, order, keyId))) throw notFound('Order');
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
  { orders, apiKeys }: { orders: Pick<OrderStore, 'list'>; apiKeys: Pick<ApiKeyStore, 'below'> },
  caller: Caller,
  query: OrderListQuery,
  page: PageRequest,
  reader: Reader,
): Promise<PageItems<Order>> {
  const { metadata } = query;
  const keyId = ordersOnlyOf(caller);
  const keyIds = keyId === null ? undefined : await apiKeys.below(keyId);
  const filter = { ...filterOf(query), metadata, buyerId: caller.accountId, keyIds };
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
