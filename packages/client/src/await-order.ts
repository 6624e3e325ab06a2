import { isTerminal, LIMITS } from '@mkt/protocol';
import type { ApiResponse } from './response.ts';
import { ApiError } from './api-errors.ts';
import { sleep, withDeadline } from './deadline.ts';
import { describeMs, durationMs, type Duration } from './duration.ts';
import { ConnectionError, InvalidResponseError, WaitTimeoutError } from './errors.ts';
import type { Order } from './records.ts';
import type { RequestOptions } from './transport.ts';

export interface WaitOptions extends RequestOptions {
  /** How long to wait in all. Default 60 s. */
  timeout?: Duration | undefined;
  /** Called with the order as it is first seen, and each time its state has changed. */
  onUpdate?: ((order: Order) => void) | undefined;
}

export interface Poll {
  /** How long the server may hold its answer. */
  waitMs: number;
  signal: AbortSignal;
}

export interface OrderWait {
  /** Asks for the order, or makes it; `latest` is what came of asking before. */
  fetchOrder: (latest: Order | undefined, poll: Poll) => Promise<ApiResponse<Order>>;
  /** The order is made by the first question, whose errors are then not survived. */
  idempotencyKey?: string;
}

const DEFAULT_TIMEOUT = '60s';
/** The poll interval that docs/orders.md#waiting recommends: 1 to 2 seconds. */
const MIN_POLL_MS = 1_000;
const MAX_POLL_MS = 2_000;
const POLL_STEP_MS = 250;
/** A long poll ends this long before the time is up, so that its answer still counts. */
const MARGIN_MS = 500;

/**
 * Waits until the order is `completed` or `failed`, by long polls where the server grants them,
 * else by polls 1 to 2 s apart. Errors that pass are survived until the time is up.
 */
export async function awaitOrder(
  { fetchOrder, idempotencyKey }: OrderWait,
  { timeout = DEFAULT_TIMEOUT, onUpdate, signal }: WaitOptions,
): Promise<ApiResponse<Order>> {
  const timeoutMs = durationMs(timeout, 'timeout');
  const endsAt = performance.now() + timeoutMs;
  let latest: ApiResponse<Order> | undefined;
  let lastError: unknown;

  const pollUntilSettled = async (inner: AbortSignal): Promise<ApiResponse<Order>> => {
    for (let pollMs = MIN_POLL_MS; ;) {
      const startedAt = performance.now();
      let pauseMs = pollMs;
      try {
        const response = await fetchOrder(latest?.data, {
          waitMs: longPollMs(endsAt - startedAt),
          signal: inner,
        });
        const hasChanged = response.data.orderState !== latest?.data.orderState;
        latest = response;
        if (hasChanged) onUpdate?.(response.data);
        if (isTerminal(response.data.orderState)) return response;
        if (wasLongPoll(response, performance.now() - startedAt)) pauseMs = 0;
      } catch (error) {
        const isPlacing = idempotencyKey !== undefined && !latest;
        if (isPlacing || !isTransient(error)) throw error;
        lastError = error;
        pauseMs = Math.max(pauseMs, error.retryAfterMs ?? 0);
      }
      if (pauseMs === 0) continue;
      await sleep(pauseMs, inner);
      pollMs = Math.min(pollMs + POLL_STEP_MS, MAX_POLL_MS);
    }
  };

  const outcome = await withDeadline(pollUntilSettled, { timeoutMs, signal });
  if (outcome.kind === 'done') return outcome.value;
  throw new WaitTimeoutError(timeoutMessage(latest?.data, describeMs(timeoutMs), idempotencyKey), {
    order: latest?.data,
    requestId: latest?.requestId,
    idempotencyKey,
    cause: lastError,
  });
}

/** At least a second: what is left over is cut off when the time is up. */
function longPollMs(remainingMs: number): number {
  const wholeSeconds = Math.floor((remainingMs - MARGIN_MS) / 1_000);
  return Math.min(Math.max(wholeSeconds, 1), LIMITS.maxWaitSeconds) * 1_000;
}

/** Whether the server held its answer; one that only says so and does not is still not hammered. */
const wasLongPoll = ({ headers }: ApiResponse, tookMs: number) =>
  tookMs >= MIN_POLL_MS && /\bwait\b/.test(headers.get('preference-applied') ?? '');

type TransientError = Error & { retryAfterMs?: number | undefined };

function isTransient(error: unknown): error is TransientError {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError || error instanceof InvalidResponseError)) return false;
  return error.status >= 500 || error.status === 429 || error.status === 408;
}

function timeoutMessage(order: Order | undefined, time: string, idempotencyKey?: string): string {
  if (order) {
    const { id, orderState } = order;
    return `Order ${id} is still ${orderState} after ${time}. It goes on: wait for it with orders.wait('${id}').`;
  }
  return idempotencyKey === undefined
    ? `The order could not be read within ${time}.`
    : `No answer within ${time}. The order may have been placed: the same idempotencyKey again asks for it.`;
}
