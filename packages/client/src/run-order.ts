import { awaitOrder, WAIT_OPTIONS, type WaitOptions } from './await-order.ts';
import { apiPromise, type ApiPromise } from './api-promise.ts';
import { describeInvalidResult, InvalidResultError, OrderFailedError } from './errors.ts';
import { checkOptionNames, type OptionNames } from './option-names.ts';
import type { CompletedOrder } from './order.ts';
import { placeOrder, type ActivateOptions } from './place-order.ts';
import { GUARDS } from './price-guards.ts';
import { randomKey } from './random-key.ts';
import { readOrder } from './read-order.ts';
import type { Transport } from './transport.ts';

/** `timeout` is for the whole call; each attempt has the client's own. */
export interface RunOptions
  extends Omit<ActivateOptions, 'wait' | 'timeout' | 'retries'>, WaitOptions {
  /**
   * How often placing the order is retried, 0 to 10. Default: until `timeout`, always with the same
   * idempotency key.
   */
  retries?: number | undefined;
  /** Throw an `InvalidResultError` when the result does not match the listing's `outputSchema`. */
  strict?: boolean | undefined;
  /**
   * Called before a result that does not match `outputSchema` is returned. Default: `console.warn`,
   * once per listing.
   */
  onInvalidResult?: ((order: CompletedOrder) => void) | undefined;
}

const RUN_OPTIONS: OptionNames<RunOptions> = {
  ...WAIT_OPTIONS,
  ...GUARDS,
  idempotencyKey: true,
  metadata: true,
  retries: true,
  strict: true,
  onInvalidResult: true,
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
    const { timeout, onUpdate, signal, strict, onInvalidResult = warn, ...placing } = options;
    const { idempotencyKey = randomKey(), headers, retries } = placing;
    const { data: order, response } = await awaitOrder(
      {
        placing: {
          idempotencyKey,
          isRepeated: retries === undefined,
          isImmediate: onUpdate !== undefined,
        },
        fetchOrder: (latest, { wait, signal: polling }) =>
          latest
            ? readOrder(transport, latest.id, { wait, signal: polling, headers, retries: 0 })
            : placeOrder(transport, listing, input, {
                ...placing,
                idempotencyKey,
                signal: polling,
                // A server that waits would not tell the order's id before the order has settled.
                wait: onUpdate ? undefined : wait,
              }),
      },
      { timeout, onUpdate, signal },
    );
    if (order.orderState === 'failed') throw new OrderFailedError(order, response.requestId);
    if (order.outputValid === false) {
      if (strict) throw new InvalidResultError(order, response.requestId);
      onInvalidResult(order);
    }
    return { data: order.result, response };
  });
}

const WARNED = new Set<string>();
const MAX_WARNED = 1_000;

/** Of each listing once, so that a service that always breaks its schema does not flood a log. */
function warn(order: CompletedOrder): void {
  if (WARNED.has(order.listingId) || WARNED.size === MAX_WARNED) return;
  WARNED.add(order.listingId);
  // oxlint-disable-next-line no-console -- the documented default, replaced by onInvalidResult
  console.warn(describeInvalidResult(order));
}
