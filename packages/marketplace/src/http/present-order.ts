import type { Order } from '../domain/order.ts';
import { durationMs, isCharged } from '../domain/order.ts';
import { iso, isoOrNull, presentPrice } from './present-listing.ts';

/**
 * An order as JSON text. The input, the result and the metadata are stored as JSON text and inserted
 * as they are: none is parsed and serialized again.
 */
export function orderText(order: Order, view: 'buyer' | 'seller'): string {
  const known = JSON.stringify({
    id: order.id,
    listingId: order.listingId,
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
  const result = order.state === 'completed' ? `,"result":${order.resultJson ?? 'null'}` : '';
  const metadata = view === 'buyer' ? `,"metadata":${order.metadataJson ?? '{}'}` : '';
  const request = `,"requestBody":${order.requestJson ?? 'null'}`;
  return `${known.slice(0, -1)}${metadata}${request}${result}}`;
}
