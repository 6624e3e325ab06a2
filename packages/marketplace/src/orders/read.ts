import type { OrderListQuery, SalesListQuery } from '@mkt/protocol';
import { optionalInstant } from '../http/request-head.ts';
import { ownListing } from '../listings/listing.ts';
import { type Caller, keyFilterOf, ordersOnlyOf, type Reader } from '../market/caller.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import { notFound } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import type { Order, OrderFilter, OrderPageRequest } from './order.ts';

/** Whether an order was placed with a key, or with one below it. */
async function isOfKey({ store: { apiKeys } }: App, order: Order, keyId: string): Promise<boolean> {
  if (order.keyId === null || order.keyId === keyId) return order.keyId === keyId;
  return (await apiKeys.above(order.keyId)).includes(keyId);
}

/** One of the caller's own orders, as far as the caller's scopes reach. */
export async function findOwnOrder(app: App, caller: Caller, id: string): Promise<Order> {
  const order = await app.store.orders.find(id);
  if (!order || order.buyerId !== caller.accountId) throw notFound('Order');
  const keyId = ordersOnlyOf(caller);
  if (keyId !== null && !(await isOfKey(app, order, keyId))) throw notFound('Order');
  return order;
}

function filterOf(query: SalesListQuery): OrderFilter {
  return {
    listingRef: query.listingId,
    state: query.orderState,
    createdAfterMs: optionalInstant(query.createdAfter, 'createdAfter'),
    createdBeforeMs: optionalInstant(query.createdBefore, 'createdBefore'),
  };
}

const pageOf = ({ view }: SalesListQuery, page: BoundedPageRequest): OrderPageRequest => ({
  ...page,
  isSummary: view === 'summary',
});

export async function listOwnOrders(
  { store: { orders, apiKeys } }: App,
  caller: Caller,
  query: OrderListQuery,
  page: BoundedPageRequest,
  reader: Reader,
): Promise<PageItems<Order>> {
  const { metadata } = query;
  const onlyKeyId = ordersOnlyOf(caller);
  const keyIds = onlyKeyId === null ? undefined : await apiKeys.below(onlyKeyId);
  const keyId = keyFilterOf(query);
  const filter = { ...filterOf(query), metadata, buyerId: caller.accountId, keyIds, keyId };
  return orders.list(filter, pageOf(query, page), reader);
}

/** Orders of one of the caller's listings. */
export async function listProviderOrders(
  app: App,
  caller: Caller,
  ref: string,
  query: SalesListQuery,
  page: BoundedPageRequest,
  reader: Reader,
): Promise<PageItems<Order>> {
  const listing = await ownListing(app, caller, ref);
  const filter = { ...filterOf(query), sellerListingId: listing.id };
  return app.store.orders.list(filter, pageOf(query, page), reader);
}

/** An order of one of the caller's listings. */
export async function findSale(
  { store: { orders } }: App,
  caller: Caller,
  id: string,
): Promise<Order> {
  const order = await orders.find(id);
  if (!order || order.sellerId !== caller.accountId) throw notFound('Order');
  return order;
}

/** Orders of all listings of the caller. */
export async function listSales(
  { store: { orders } }: App,
  caller: Caller,
  query: SalesListQuery,
  page: BoundedPageRequest,
  reader: Reader,
): Promise<PageItems<Order>> {
  const filter = { ...filterOf(query), sellerId: caller.accountId };
  return orders.list(filter, pageOf(query, page), reader);
}
