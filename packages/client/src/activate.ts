import { awaitOrder, isShort, WAIT_OPTIONS, type WaitOptions } from './await-order.ts';
import { apiPromise, type ApiPromise } from './api-promise.ts';
import {
  AbortError,
  describeInvalidResult,
  InvalidResultError,
  OrderFailedError,
} from './errors.ts';
import { checkOptionNames, type OptionNames } from './options.ts';
import type { CompletedOrder } from './order.ts';
import { placeOrder, type ActivateOptions } from './place-order.ts';
import { GUARDS } from './price-guards.ts';
import { randomKey } from './random-key.ts';
import { readOrder } from './read-order.ts';
import type { RequestHeaders } from './request-options.ts';
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
   * What an abort does with an order that is still `pending`: by default it is cancelled, for which the
   * call takes up to 2 s more; `false` leaves it alone. A running order always continues.
   */
  cancelOnAbort?: boolean | undefined;
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
  cancelOnAbort: true,
  onInvalidResult: true,
};

const CANCEL_TIMEOUT_MS = 2_000;

/** Activates a listing and waits for its result: exactly what the seller sent, or an error. */
export function runOrder(
  transport: Transport,
  listing: string,
  input: unknown,
  options: RunOptions,
): ApiPromise<unknown> {
  return apiPromise(async () => {
    checkOptionNames(options, RUN_OPTIONS);
    const { timeout, onUpdate, signal, strict, cancelOnAbort, ...rest } = options;
    const { onInvalidResult = warn, ...placing } = rest;
    const { idempotencyKey = randomKey(), headers, retries } = placing;
    // A long-polling response would reveal the order's id only after the order has settled.
    const isImmediate = onUpdate !== undefined || signal !== undefined || isShort(timeout);
    const { data: order, response } = await awaitOrder(
      {
        hasConnected: transport.hasConnected,
        placing: { idempotencyKey, isRepeated: retries === undefined, isImmediate },
        fetchOrder: (latest, { wait, signal: polling }) =>
          latest
            ? readOrder(transport, latest.id, { wait, signal: polling, headers, retries: 0 })
            : placeOrder(transport, listing, input, {
                ...placing,
                idempotencyKey,
                signal: polling,
                wait: isImmediate ? undefined : wait,
              }),
      },
      { timeout, onUpdate, signal },
    ).catch(async (error: unknown) => {
      const isCancelled = error instanceof AbortError && cancelOnAbort !== false;
      throw isCancelled ? await cancelPending(transport, error, headers) : error;
    });
    if (order.orderState === 'failed') throw new OrderFailedError(order, response.requestId);
    if (order.outputValid === false) {
      if (strict) throw new InvalidResultError(order, response.requestId);
      onInvalidResult(order);
    }
    return { data: order.result, response };
  });
}

/** The error of an abort, after its order has been cancelled if that was still possible. */
async function cancelPending(
  { call }: Transport,
  aborted: AbortError,
  headers: RequestHeaders | undefined,
): Promise<AbortError> {
  const { cause, idempotencyKey, order } = aborted;
  if (order?.orderState !== 'pending') return aborted;
  try {
    const options = { headers, timeout: CANCEL_TIMEOUT_MS, retries: 0 };
    const cancelled = await call('cancelOrder', options, { id: order.id });
    return new AbortError(cause, { isPlacing: true, idempotencyKey, order: cancelled });
  } catch {
    // It has started in the meantime, or the marketplace cannot be reached.
    return aborted;
  }
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
