import type { Client } from '@mkt/client';

/** Every failed order of the account, the newest first, with the kind of failure. */
export async function failedOrders(market: Client): Promise<string[]> {
  const lines: string[] = [];
  // #region list
  for await (const order of market.orders.list({ orderState: 'failed' })) {
    lines.push(`${order.id}: ${order.failure?.kind}`);
  }
  // #endregion
  return lines;
}
