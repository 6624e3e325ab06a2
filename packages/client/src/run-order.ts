import { awaitOrder, type WaitOptions } from './await-order.ts';
import { InvalidResponseError, OrderFailedError } from './errors.ts';
import { placeOrder, type ActivateOptions } from './place-order.ts';
import { readOrder } from './read-order.ts';
import { randomKey } from './random-key.ts';
import type { Transport } from './transport.ts';

export interface RunOptions extends Omit<ActivateOptions, 'wait'>, WaitOptions {}

/** Activates a listing and waits for its result: exactly what the seller sent, or an error. */
export async function runOrder(
  transport: Transport,
  listing: string,
  input: unknown,
  { idempotencyKey = randomKey(), maxPrice, currency, unit, revision, ...waiting }: RunOptions,
): Promise<unknown> {
  const guards = { idempotencyKey, maxPrice, currency, unit, revision };
  const {
    data: order,
    status,
    requestId,
  } = await awaitOrder(
    {
      idempotencyKey,
      fetchOrder: (latest, { waitMs, signal }) =>
        latest
          ? readOrder(transport, latest.id, { wait: waitMs, signal, retries: 0 })
          : placeOrder(transport, listing, input, { ...guards, wait: waitMs, signal }),
    },
    waiting,
  );
  if (order.orderState === 'failed') throw new OrderFailedError(order, requestId);
  if (!('result' in order)) {
    throw new InvalidResponseError(`Order ${order.id} is completed and has no result.`, {
      status,
      requestId,
    });
  }
  return order.result;
}
