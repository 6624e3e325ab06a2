import { LIMITS } from '@mkt/protocol';
import { ApiError } from './api-errors.ts';
import { apiPromise, type ApiPromise, type ApiResponse, type WithResponse } from './api-promise.ts';
import {
  AbortError,
  ConnectionError,
  InvalidResponseError,
  markAsPossiblyPlaced,
  MAYBE_PLACED,
  MktError,
  WaitTimeoutError,
} from './errors.ts';
import {
  checkOptionNames,
  describeMs,
  type Duration,
  durationMs,
  type OptionNames,
  REQUEST_OPTIONS,
  type RequestOptions,
} from './options.ts';
import { isSettled, type OpenOrder, type Order, type SettledOrder } from './order.ts';
import { isRetryable, UNREACHABLE_MS } from './retry.ts';
import type { Transport } from './transport.ts';
import { sleep, withDeadline } from './wire.ts';

/** `Prefer: wait=N` (RFC 7240, §4.3): whole seconds, at most as many as the server grants. */
export function preferWait(wait: Duration | undefined): string | undefined {
  if (wait === undefined) return undefined;
  const seconds = Math.ceil(durationMs(wait, 'wait') / 1_000);
  return `wait=${Math.min(seconds, LIMITS.maxWaitSeconds)}`;
}

export interface ReadOrderOptions extends RequestOptions {
  /** How long the server may wait for the order to settle, 30 s at most, in whole seconds. */
  wait?: Duration | undefined;
}

const READ_ORDER_OPTIONS: OptionNames<ReadOrderOptions> = { ...REQUEST_OPTIONS, wait: true };

/** One of the caller's orders, as it is now or, with `wait`, as soon as it has settled. */
export function readOrder(
  { call }: Transport,
  id: string,
  options: ReadOrderOptions,
): ApiPromise<Order> {
  return apiPromise(async () => {
    checkOptionNames(options, READ_ORDER_OPTIONS);
    const { wait, ...rest } = options;
    const optionHeaders = { prefer: preferWait(wait) };
    return await call('getOrder', rest, { id, optionHeaders }).withResponse();
  });
}

export interface WaitOptions extends Pick<RequestOptions, 'headers' | 'signal'> {
  /** How long to wait in all. Default `'60s'`. Each attempt has the client's own `timeout`. */
  timeout?: Duration | undefined;
  /** Called with the order when it is first seen, and whenever its state has changed. */
  onUpdate?: ((order: Order) => void) | undefined;
}

export const WAIT_OPTIONS: OptionNames<WaitOptions> = {
  headers: true,
  signal: true,
  timeout: true,
  onUpdate: true,
};

interface Poll {
  /** Milliseconds that the server may wait for the order to settle. */
  wait: number;
  signal: AbortSignal;
}

export interface OrderWait {
  /** Whether the marketplace was ever reached. */
  hasConnected: () => boolean;
  /** Reads the order or, when there is no `latest` one yet, places it. */
  fetchOrder: (latest: Order | undefined, poll: Poll) => ApiPromise<Order>;
  /** Given when the first fetch places the order. */
  placing?: {
    idempotencyKey: string;
    /** Whether to place it again, with the same key, until the timeout. */
    isRepeated: boolean;
    /** Whether placing it does not wait, so that the first poll follows immediately. */
    isImmediate: boolean;
  };
}

const DEFAULT_TIMEOUT = '60s';
/** The poll interval that docs/buy/orders.md#waiting recommends: 1 to 2 seconds. */
const MIN_POLL_MS = 1_000;
const MAX_POLL_MS = 2_000;
const POLL_STEP_MS = 250;
/** A long poll ends this long before the timeout, so that its response still counts. */
const MARGIN_MS = 500;

/**
 * Waits until the order is `completed` or `failed`, by long polls where the server grants them,
 * else by polls 1 to 2 s apart. Transient errors are retried until the timeout; one that asks for a
 * longer delay than is left ends the wait.
 */
export async function awaitOrder(
  { hasConnected, fetchOrder, placing }: OrderWait,
  { timeout = DEFAULT_TIMEOUT, onUpdate, signal }: WaitOptions,
): Promise<WithResponse<SettledOrder>> {
  const timeoutMs = durationMs(timeout, 'timeout');
  const beganAt = performance.now();
  const endsAt = beganAt + timeoutMs;
  let latest: WithResponse<OpenOrder> | undefined;
  let lastError: unknown;
  /** Whether an activation that did not return an order may have placed one. */
  let mayExist = false;

  const pollUntilSettled = async (inner: AbortSignal): Promise<WithResponse<SettledOrder>> => {
    for (let pollMs = MIN_POLL_MS; ;) {
      const startedAt = performance.now();
      let pauseMs = pollMs;
      try {
        const poll = { wait: longPollMs(endsAt - startedAt), signal: inner };
        const { data, response } = await fetchOrder(latest?.data, poll).withResponse();
        if (data.orderState !== latest?.data.orderState) onUpdate?.(data);
        if (isSettled(data)) return { data, response };
        const wasPlaced = placing?.isImmediate && latest === undefined;
        latest = { data, response };
        if (wasPlaced || wasLongPoll(response, performance.now() - startedAt)) pauseMs = 0;
      } catch (error) {
        const wasPlacing = placing !== undefined && latest === undefined;
        mayExist ||= wasPlacing && mayHavePlaced(error);
        if (mayExist && wasPlacing) markAsPossiblyPlaced(error, placing.idempotencyKey);
        const isRetried = wasPlacing
          ? placing.isRepeated && isPlaceable(error)
          : isTransient(error);
        if (!isRetried) throw error;
        const { retryAfterMs = 0 } = error as TransientError;
        pauseMs = Math.max(pauseMs, retryAfterMs);
        const nextAt = performance.now() + pauseMs;
        const wasNeverReached = isUnreachable(error) && !mayExist && !hasConnected();
        if (wasNeverReached && nextAt - beganAt > UNREACHABLE_MS) throw error;
        if (retryAfterMs > endsAt - performance.now()) throw error;
        lastError = error;
      }
      if (pauseMs === 0) continue;
      await sleep(pauseMs, inner);
      pollMs = Math.min(pollMs + POLL_STEP_MS, MAX_POLL_MS);
    }
  };

  let polling: Promise<unknown> | undefined;
  const begin = (inner: AbortSignal) => {
    const begun = pollUntilSettled(inner);
    polling = begun;
    return begun;
  };
  /** The outcome known once the last request has been given up, which happens at once. */
  const facts = async () => {
    await polling?.catch(() => undefined);
    const idempotencyKey = latest || mayExist ? placing?.idempotencyKey : undefined;
    return { order: latest?.data, idempotencyKey };
  };
  const outcome = await withDeadline(begin, { timeoutMs, signal }).catch(async (error: unknown) => {
    if (!signal?.aborted || error !== signal.reason) throw error;
    throw new AbortError(error, { ...(await facts()), isPlacing: placing !== undefined });
  });
  if (outcome.kind === 'done') return outcome.value;
  const known = await facts();
  // No order was placed, and the error of the last attempt says why.
  if (placing && lastError && !known.idempotencyKey) throw lastError;
  throw new WaitTimeoutError(
    timeoutMessage(latest?.data, describeMs(timeoutMs), placing !== undefined),
    { ...known, requestId: latest?.response.requestId, cause: lastError },
  );
}

/**
 * Whether a long-polling response would come too late: then the order is placed without waiting, so that
 * its id is known when the time is up.
 */
export const isShort = (timeout: Duration = DEFAULT_TIMEOUT): boolean =>
  durationMs(timeout, 'timeout') < MIN_POLL_MS + MARGIN_MS;

/** At least a second; the caller's timeout cuts off what exceeds it. */
function longPollMs(remainingMs: number): number {
  const wholeSeconds = Math.floor((remainingMs - MARGIN_MS) / 1_000);
  return Math.min(Math.max(wholeSeconds, 1), LIMITS.maxWaitSeconds) * 1_000;
}

/**
 * Whether the server actually waited. One that only claims to must not be polled without a pause.
 */
const wasLongPoll = ({ headers }: ApiResponse, tookMs: number) =>
  tookMs >= MIN_POLL_MS && /\bwait\b/.test(headers.get('preference-applied') ?? '');

type TransientError = Error & { retryAfterMs?: number | undefined };

function isTransient(error: unknown): error is TransientError {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError || error instanceof InvalidResponseError)) return false;
  return error.status >= 500 || isRetryable(error.status);
}

const isUnreachable = (error: unknown) => error instanceof ConnectionError && !error.mayHaveArrived;

/** A defect (500) is not placed again, because it would be the same each time. */
const isPlaceable = (error: unknown) =>
  error instanceof ConnectionError ||
  ((error instanceof ApiError || error instanceof InvalidResponseError) &&
    isRetryable(error.status));

const mayHavePlaced = (error: unknown) =>
  error instanceof MktError && error.idempotencyKey !== undefined;

function timeoutMessage(order: OpenOrder | undefined, time: string, isPlacing: boolean): string {
  if (order) {
    const { id, orderState } = order;
    return `Order ${id} is still ${orderState} after ${time}. To wait for it again, call orders.wait('${id}').`;
  }
  return isPlacing
    ? `No response within ${time}. ${MAYBE_PLACED}`
    : `The order could not be read within ${time}.`;
}
