import { DEFAULT_CURRENCY, HEADERS, toMicros } from '@mkt/protocol';
import { apiPromise, type ApiPromise } from './api-promise.ts';
import {
  awaitOrder,
  isShort,
  preferWait,
  readOrder,
  WAIT_OPTIONS,
  type WaitOptions,
} from './await-order.ts';
import {
  AbortError,
  describeInvalidResult,
  InvalidOptionError,
  InvalidResultError,
  OrderFailedError,
} from './errors.ts';
import { JsonText, randomKey, writeJson } from './json-text.ts';
import {
  checkOptionNames,
  type Duration,
  type OptionNames,
  REQUEST_OPTIONS,
  type RequestHeaders,
  type RequestOptions,
} from './options.ts';
import type { CompletedOrder, Order } from './order.ts';
import type { Transport } from './transport.ts';

/** The most that a call may cost: a number of US dollars, or an amount in any currency. */
export type MaxPrice = number | { readonly amount: number; readonly currency: string };

/**
 * Conditions that the listing must meet. If it does not, the activation throws a
 * `ListingChangedError`, and no order is placed.
 */
export interface Guards {
  /**
   * The most that the call may cost. A number is US dollars, `{ amount, currency }` any other
   * currency.
   */
  maxPrice?: MaxPrice | undefined;
  /** The currency of the price (ISO 4217). */
  currency?: string | undefined;
  /** The unit of the price, such as `call` or `page`. */
  unit?: string | undefined;
  /** The revision of the listing. */
  revision?: number | undefined;
}

const GUARDS: OptionNames<Guards> = {
  maxPrice: true,
  currency: true,
  unit: true,
  revision: true,
};

const CURRENCY = /^[A-Za-z]{3}$/;

/**
 * The guards as `POST /v1/orders` takes them (docs/buy/orders.md#guarding-price-and-revision): an
 * amount is in US dollars or comes with its currency, and is never compared with a price in another
 * currency.
 */
function wireGuards({ maxPrice, currency, unit, revision }: Guards) {
  if (currency !== undefined) checkCurrency(currency, 'currency');
  if (maxPrice === undefined) return { currency: currency?.toUpperCase(), unit, revision };
  const limit = limitOf(maxPrice);
  if (currency !== undefined && currency.toUpperCase() !== limit.currency) {
    throw new InvalidOptionError(
      `maxPrice is in ${limit.currency}, but currency is ${currency.toUpperCase()}. Pass maxPrice as { amount, currency: '${currency.toUpperCase()}' }.`,
    );
  }
  // The marketplace reads a number as US dollars too. Naming the currency would refuse a listing
  // that is free in another currency.
  const named = typeof maxPrice === 'number' ? currency?.toUpperCase() : limit.currency;
  return { maxPrice: limit.amount, currency: named, unit, revision };
}

function limitOf(maxPrice: MaxPrice): { amount: number; currency: string } {
  const { amount, currency } =
    typeof maxPrice === 'object' && maxPrice !== null
      ? maxPrice
      : { amount: maxPrice, currency: DEFAULT_CURRENCY };
  if (typeof amount !== 'number' || toMicros(amount) === undefined) {
    throw new InvalidOptionError(
      'maxPrice must be an amount from 0 to 1,000,000 with at most 6 decimals.',
    );
  }
  checkCurrency(currency, 'maxPrice.currency');
  return { amount, currency: currency.toUpperCase() };
}

function checkCurrency(currency: unknown, name: string): void {
  if (typeof currency === 'string' && CURRENCY.test(currency)) return;
  throw new InvalidOptionError(`${name} must be a three-letter currency code, such as EUR.`);
}

export interface ActivateOptions extends RequestOptions, Guards {
  /**
   * The same key and input return the same order (docs/buy/orders.md#idempotency). Default: a new
   * random one.
   */
  idempotencyKey?: string | undefined;
  /** Texts for your own records, by name; the seller never sees them (docs/buy/orders.md#metadata). */
  metadata?: Readonly<Record<string, string>> | undefined;
  /** How long the server may wait for the order to settle, 30 s at most, in whole seconds. */
  wait?: Duration | undefined;
}

const ACTIVATE_OPTIONS: OptionNames<ActivateOptions> = {
  ...REQUEST_OPTIONS,
  ...GUARDS,
  idempotencyKey: true,
  metadata: true,
  wait: true,
};

/** `more` are the guards and the metadata. */
function bodyOf(listingId: string, input: unknown, more: object): JsonText {
  const members = Object.entries({ listingId, requestBody: input, ...more });
  const texts = members.map(([name, value]) => {
    const text = writeJson(value, name === 'requestBody' ? 'input' : name);
    return text === undefined ? [] : `"${name}":${text}`;
  });
  return new JsonText(`{${texts.flat().join(',')}}`);
}

/** Activates a listing (docs/buy/orders.md); the order may not have settled yet. */
export function placeOrder(
  { call }: Transport,
  listingId: string,
  input: unknown,
  options: ActivateOptions,
): ApiPromise<Order> {
  return apiPromise(async () => {
    checkOptionNames(options, ACTIVATE_OPTIONS);
    const { idempotencyKey, metadata, wait, timeout, retries, headers, signal, ...guards } =
      options;
    const placed = call(
      'createOrder',
      { timeout, retries, headers, signal },
      {
        body: bodyOf(listingId, input, { ...wireGuards(guards), ...(metadata && { metadata }) }),
        subject: listingId,
        optionHeaders: { [HEADERS.idempotencyKey]: idempotencyKey, prefer: preferWait(wait) },
      },
    );
    return await placed.withResponse();
  });
}

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

/** Warns once per listing, so that a service that always breaks its schema does not flood a log. */
function warn(order: CompletedOrder): void {
  if (WARNED.has(order.listingId) || WARNED.size === MAX_WARNED) return;
  WARNED.add(order.listingId);
  // oxlint-disable-next-line no-console -- the documented default, replaced by onInvalidResult
  console.warn(describeInvalidResult(order));
}
