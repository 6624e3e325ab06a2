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

/** How far the time in an order's id may be from its `createdAt`, first for the usual case. */
const WINDOWS_MS = [1_000, 120_000];
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/i;

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
  const sale = await findSale(client, id, options);
  if (sale) {
    const { runContract, revision } = await client.providers.get(sale.listingId, options);
    return { call: storedCall(sale, sale.buyerId), contract: runContract, revision };
  }
  const order = await client.orders.get(id, options);
  const { runContract, revision } = await client.marketplace.listing(order.listingId, options);
  return { call: storedCall(order, undefined), contract: runContract, revision };
}

const storedCall = (order: Stored, buyerId: string | undefined): StoredCall => ({
  orderId: order.id,
  listingId: order.listingId,
  buyerId,
  inputJson: order.requestBodyText ?? 'null',
  orderState: order.orderState,
  revision: order.revision,
});

/** Sales have no endpoint by id, but an id begins with the time at which its order was placed. */
async function findSale(client: Client, id: string, options: RequestOptions) {
  const [, high = '', low = ''] = UUID_V7.exec(id) ?? [];
  const placedAtMs = Number.parseInt(high + low, 16);
  if (Number.isNaN(placedAtMs)) return undefined;
  const { PermissionError } = await import('@mkt/client');
  const wanted = id.toLowerCase();
  try {
    for (const window of WINDOWS_MS) {
      const query = {
        limit: 100,
        createdAfter: new Date(placedAtMs - window).toISOString(),
        createdBefore: new Date(placedAtMs + window).toISOString(),
      };
      for await (const order of client.providers.sales(query, options)) {
        if (order.id === wanted) return order;
      }
    }
  } catch (error) {
    // A buyer's key need not have the scope of sellers.
    if (!(error instanceof PermissionError)) throw error;
  }
  return undefined;
}
