import { awaitOrder, WAIT_OPTIONS, type WaitOptions } from './await-order.ts';
import { apiPromise, type ApiPromise } from './api-promise.ts';
import { OrderFailedError } from './errors.ts';
import { checkOptionNames, type OptionNames } from './option-names.ts';
import { placeOrder, type ActivateOptions } from './place-order.ts';
import { GUARDS } from './price-guards.ts';
import { randomKey } from './random-key.ts';
import { readOrder } from './read-order.ts';
import type { Transport } from './transport.ts';

/** `timeout` is for the whole call; each attempt has the client's own. */
export interface RunOptions extends Omit<ActivateOptions, 'wait' | 'timeout'>, WaitOptions {}

const RUN_OPTIONS: OptionNames<RunOptions> = {
  ...WAIT_OPTIONS,
  ...GUARDS,
  idempotencyKey: true,
  metadata: true,
  retries: true,
};

/** Activates a listing and waits for its result: exactly what the seller sent, or an error. */
export function runOrder(
  transport: Transport,
  listing: string,
  input: unknown,
  options: RunOptions,
): ApiPromise<unknown> {
  return apiPromise(async () => {
    checkOptionNames(options, RUN_OPTIONS);
    const { timeout, onUpdate, signal, ...placing } = options;
    const { idempotencyKey = randomKey(), headers } = placing;
    const { data: order, response } = await awaitOrder(
      {
        idempotencyKey,
        fetchOrder: (latest, poll) =>
          latest
            ? readOrder(transport, latest.id, { ...poll, headers, retries: 0 })
            : placeOrder(transport, listing, input, { ...placing, ...poll, idempotencyKey }),
      },
      { timeout, onUpdate, signal },
    );
    if (order.orderState === 'failed') throw new OrderFailedError(order, response.requestId);
    return { data: order.result, response };
  });
}
