import type { Client, RequestOptions } from '@mkt/client';

/** How far the time in an order's id may be from its `createdAt`, first for the usual case. */
const WINDOWS_MS = [1_000, 120_000];
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/i;

/**
 * A call to one of the caller's listings, with its input and result; `undefined` if it is none. Sales
 * have no endpoint by id, but an id begins with the time at which its order was placed.
 */
export async function findSale(client: Client, id: string, options: RequestOptions) {
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
