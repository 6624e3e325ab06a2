import type { Client, RequestOptions } from '@mkt/client';
import type { RunContract } from '@mkt/protocol';

/** An order with what is needed to send its call again. */
export interface StoredCall {
  orderId: string;
  listingId: string;
  /** The pseudonym of the buyer, which only the seller sees. */
  buyerId: string | undefined;
  /** JSON text, as the buyer sent it. */
  inputJson: string;
  /** What the call led to: its state, and a `failure` if it failed. */
  orderState: string;
  /** The revision of the listing when the order was placed. */
  revision: number;
}

export interface FoundCall {
  call: StoredCall;
  /** The contract as it is now; only its seller knows the endpoint. */
  contract: Omit<RunContract, 'endpointPath'> & { endpointPath?: string };
  revision: number;
}

interface Stored {
  id: string;
  listingId: string;
  orderState: string;
  revision: number;
  requestBodyText?: string;
}

/**
 * The order with this id: a call to one of your listings, otherwise one that you placed. Throws the
 * client's NotFoundError if it is neither.
 */
export async function findCall(
  client: Client,
  id: string,
  signal: AbortSignal,
): Promise<FoundCall> {
  const options = { signal };
  const sale = await saleOf(client, id, options);
  if (sale) {
    const { runContract, revision } = await client.providers.get(sale.listingId, options);
    return { call: storedCall(sale, sale.buyerId), contract: runContract, revision };
  }
  const order = await client.orders.get(id, options);
  const { runContract, revision } = await client.marketplace.listing(order.listingId, options);
  return { call: storedCall(order, undefined), contract: runContract, revision };
}

/** `undefined` if there is no such call, or for a buyer's key, which may lack the scope of sellers. */
async function saleOf(client: Client, id: string, options: RequestOptions) {
  const { NotFoundError, PermissionError } = await import('@mkt/client');
  try {
    return await client.providers.sale(id, options);
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof PermissionError) return undefined;
    throw error;
  }
}

const storedCall = (order: Stored, buyerId: string | undefined): StoredCall => ({
  orderId: order.id,
  listingId: order.listingId,
  buyerId,
  inputJson: order.requestBodyText ?? 'null',
  orderState: order.orderState,
  revision: order.revision,
});
