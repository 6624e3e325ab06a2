import type { Order } from './order.ts';
import { durationMs, isCharged } from './order.ts';
import { presentPrice } from '../listings/present-listing.ts';
import { iso, isoOrNull } from '../http/response.ts';

/** Who reads an order. */
export type OrderReader = 'buyer' | 'seller';

/** The beginning of the JSON text of an order: everything but its input, its result and the brace. */
function openText(order: Order, view: OrderReader): string {
  const known = JSON.stringify({
    id: order.id,
    listingId: order.listingId,
    listing: order.listing,
    orderState: order.state,
    // JSON.stringify leaves out undefined members.
    buyerId: view === 'seller' ? order.buyerPseudonym : undefined,
    keyId: view === 'buyer' ? order.keyId : undefined,
    errorMessage: order.state === 'failed' ? order.errorMessage : undefined,
    failure: order.failure,
    outputValid: order.outputValid,
    outputErrors: order.outputErrors,
    price: presentPrice(order.price),
    charged: isCharged(order),
    revision: order.revision,
    createdAt: iso(order.createdAtMs),
    startedAt: isoOrNull(order.startedAtMs),
    completedAt: isoOrNull(order.completedAtMs),
    durationMs: durationMs(order),
  });
  const metadata = view === 'buyer' ? `,"metadata":${order.metadataJson ?? '{}'}` : '';
  return `${known.slice(0, -1)}${metadata}`;
}

/** An order as JSON text, without its input and its result. */
export const orderSummaryText = (order: Order, view: OrderReader): string =>
  `${openText(order, view)}}`;

/**
 * An order as JSON text. The input, the result and the metadata are stored as JSON text and inserted
 * as they are: none is parsed and serialized again.
 */
export function orderText(order: Order, view: OrderReader): string {
  const result = order.state === 'completed' ? `,"result":${order.resultJson ?? 'null'}` : '';
  const request = `,"requestBody":${order.requestJson ?? 'null'}`;
  return `${openText(order, view)}${request}${result}}`;
}
