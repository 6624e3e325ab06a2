import type { ApiResponse } from './response.ts';
import type { Duration } from './duration.ts';
import { preferWait } from './place-order.ts';
import type { Order } from './records.ts';
import type { RequestOptions, Transport } from './transport.ts';

export interface ReadOrderOptions extends RequestOptions {
  /** Hold the answer until the order is over, or this long: 30 s at most, in whole seconds. */
  wait?: Duration | undefined;
}

/** One of the caller's orders, as it is now or, with `wait`, as soon as it is over. */
export async function readOrder(
  transport: Transport,
  id: string,
  { wait, ...options }: ReadOrderOptions & { retries?: number },
): Promise<ApiResponse<Order>> {
  return await transport.call('getOrder', {
    ...options,
    id,
    headers: { prefer: preferWait(wait) },
  });
}
