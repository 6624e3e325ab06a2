import { isTerminal, LIMITS } from '@mkt/protocol';
import type { Answer } from './answer.ts';
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

export interface Look {
  /** How long the server may hold its answer. */
  waitMs: number;
  signal: AbortSignal;
}

export interface Awaited {
  /** Asks for the order, or makes it; `seen` is what came of asking before. */
  ask: (seen: Order | undefined, look: Look) => Promise<Answer<Order>>;
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
  { ask, idempotencyKey }: Awaited,
  { timeout = DEFAULT_TIMEOUT, onUpdate, signal }: WaitOptions,
): Promise<Answer<Order>> {
  const timeoutMs = durationMs(timeout, 'timeout');
  const endsAt = performance.now() + timeoutMs;
  let seen: Answer<Order> | undefined;
  let survived: unknown;

  const untilOver = async (inner: AbortSignal): Promise<Answer<Order>> => {
    for (let pollMs = MIN_POLL_MS; ;) {
      const askedAt = performance.now();
      let pauseMs = pollMs;
      try {
        const answer = await ask(seen?.data, { waitMs: holdMs(endsAt - askedAt), signal: inner });
        const isNews = answer.data.orderState !== seen?.data.orderState;
        seen = answer;
        if (isNews) onUpdate?.(answer.data);
        if (isTerminal(answer.data.orderState)) return answer;
        if (wasHeld(answer, performance.now() - askedAt)) pauseMs = 0;
      } catch (error) {
        const isPlacing = idempotencyKey !== undefined && !seen;
        if (isPlacing || !isPassing(error)) throw error;
        survived = error;
        pauseMs = Math.max(pauseMs, error.retryAfterMs ?? 0);
      }
      if (pauseMs === 0) continue;
      await sleep(pauseMs, inner);
      pollMs = Math.min(pollMs + POLL_STEP_MS, MAX_POLL_MS);
    }
  };

  const outcome = await withDeadline(untilOver, { timeoutMs, signal });
  if (outcome.kind === 'done') return outcome.value;
  throw new WaitTimeoutError(timeoutMessage(seen?.data, describeMs(timeoutMs), idempotencyKey), {
    order: seen?.data,
    requestId: seen?.requestId,
    idempotencyKey,
    cause: survived,
  });
}

/** At least a second: what is left over is cut off when the time is up. */
function holdMs(remainingMs: number): number {
  const wholeSeconds = Math.floor((remainingMs - MARGIN_MS) / 1_000);
  return Math.min(Math.max(wholeSeconds, 1), LIMITS.maxWaitSeconds) * 1_000;
}

/** Whether the server held its answer; one that only says so and does not is still not hammered. */
const wasHeld = ({ headers }: Answer, tookMs: number) =>
  tookMs >= MIN_POLL_MS && /\bwait\b/.test(headers.get('preference-applied') ?? '');

type Passing = Error & { retryAfterMs?: number | undefined };

function isPassing(error: unknown): error is Passing {
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
