import type { Detail, OrderFailure } from '@mkt/protocol';
import { sql } from 'kysely';
import type { Order } from './order.ts';
import type { OrderTable } from '../database/order.ts';

/** Listed by name: a new column does not change statements that a server has already parsed. */
export const ORDER_COLUMNS = [
  'id',
  'listing_id',
  'buyer_id',
  'seller_id',
  'buyer_pseudonym',
  'key_id',
  'metadata_json',
  'state',
  'request_json',
  'result_json',
  'error_message',
  'failure_json',
  'output_valid',
  'output_errors_json',
  'price_micros',
  'price_currency',
  'price_unit',
  'revision',
  'created_at',
  'started_at',
  'completed_at',
] as const;

/** Without input and result. */
export const SUMMARY_COLUMNS = ORDER_COLUMNS.filter(
  (name) => name !== 'request_json' && name !== 'result_json',
);

const ofListing = (column: 'slug' | 'title') =>
  sql<string>`(SELECT ${sql.ref(column)} FROM listing WHERE listing.id = orders.listing_id)`.as(
    `listing_${column}` as const,
  );

/**
 * The name of an order’s listing, for showing the order. Not stored with the order: a title is
 * as long as an input, and every activation would write it.
 */
export const LISTING_NAME = [ofListing('slug'), ofListing('title')] as const;

export type OrderRow = Pick<OrderTable, (typeof ORDER_COLUMNS)[number]>;

/** A row of `ORDER_COLUMNS` and `LISTING_NAME`. */
export type NamedOrderRow = OrderRow & { listing_slug: string; listing_title: string };

/** The same for a row of `SUMMARY_COLUMNS` and `LISTING_NAME`. */
export const toOrderSummary = (row: Omit<NamedOrderRow, 'request_json' | 'result_json'>): Order =>
  toOrder({ ...row, request_json: null, result_json: null });

export const toOrder = (row: NamedOrderRow): Order => ({
  ...toNamelessOrder(row),
  listing: { slug: row.listing_slug, title: row.listing_title },
});

export function toNamelessOrder(row: OrderRow): Omit<Order, 'listing'> {
  return {
    id: row.id,
    listingId: row.listing_id,
    buyerId: row.buyer_id,
    sellerId: row.seller_id,
    buyerPseudonym: row.buyer_pseudonym,
    keyId: row.key_id,
    metadataJson: row.metadata_json,
    state: row.state,
    requestJson: row.request_json,
    resultJson: row.result_json,
    errorMessage: row.error_message,
    failure: row.failure_json === null ? null : (JSON.parse(row.failure_json) as OrderFailure),
    outputValid: row.output_valid === null ? null : row.output_valid === 1,
    outputErrors:
      row.output_errors_json === null ? null : (JSON.parse(row.output_errors_json) as Detail[]),
    price: { amountMicros: row.price_micros, currency: row.price_currency, unit: row.price_unit },
    revision: row.revision,
    createdAtMs: row.created_at,
    startedAtMs: row.started_at,
    completedAtMs: row.completed_at,
  };
}
