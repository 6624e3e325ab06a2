import type { Outcome } from './wire.ts';
import { hasNotConnected } from './cause.ts';
import { checkOptionNames, type Duration, durationMs, type OptionNames } from './options.ts';
import { InvalidOptionError } from './errors.ts';

/** Delays between attempts. */
export interface BackoffOptions {
  /** The delay before the first retry; it doubles each time. Default `'500ms'`. */
  minDelay?: Duration | undefined;
  /** The longest delay between attempts. Default `'8s'`. */
  maxDelay?: Duration | undefined;
  /** A longer `Retry-After` ends the call; its error has `retryAfterMs`. Default `'60s'`. */
  maxRetryAfter?: Duration | undefined;
}

/** `BackoffOptions` in milliseconds. */
export interface Backoff {
  minDelayMs: number;
  maxDelayMs: number;
  maxRetryAfterMs: number;
}

const BACKOFF_OPTIONS: OptionNames<BackoffOptions> = {
  minDelay: true,
  maxDelay: true,
  maxRetryAfter: true,
};

const DEFAULT_RETRIES = 2;
const MAX_RETRIES = 10;

export function checkedRetries(retries: number | undefined, byDefault = DEFAULT_RETRIES): number {
  if (retries === undefined) return byDefault;
  if (Number.isInteger(retries) && retries >= 0 && retries <= MAX_RETRIES) return retries;
  throw new InvalidOptionError(`retries must be an integer from 0 to ${MAX_RETRIES}.`);
}

export function readBackoff(options: BackoffOptions = {}): Backoff {
  checkOptionNames(options, BACKOFF_OPTIONS);
  const { minDelay = 500, maxDelay = 8_000, maxRetryAfter = 60_000 } = options;
  return {
    minDelayMs: durationMs(minDelay, 'backoff.minDelay'),
    maxDelayMs: durationMs(maxDelay, 'backoff.maxDelay'),
    maxRetryAfterMs: durationMs(maxRetryAfter, 'backoff.maxRetryAfter'),
  };
}

/**
 * As long as the client has never made a connection, no attempt begins later than this, so that a wrong
 * address is reported within 5 s.
 */
export const UNREACHABLE_MS = 2_500;

/** Whether no connection was made, so that nothing can have been sent. */
export const isUnsent = (outcome: Outcome): boolean =>
  outcome.kind === 'unreachable' && hasNotConnected(outcome.thrown);

const RETRYABLE_STATUSES = new Set([408, 429, 502, 503, 504]);

export const isRetryable = (status: number): boolean => RETRYABLE_STATUSES.has(status);

/** Milliseconds until the next attempt; undefined when another would not help. */
export function retryDelayMs(
  outcome: Outcome,
  attempt: number,
  { minDelayMs, maxDelayMs, maxRetryAfterMs }: Backoff,
): number | undefined {
  if (outcome.kind === 'too_large') return undefined;
  const hasResponse = outcome.kind === 'response';
  if (hasResponse && !isRetryable(outcome.status)) return undefined;
  const requestedMs = hasResponse ? (retryAfterMs(outcome.headers) ?? 0) : 0;
  if (requestedMs > maxRetryAfterMs) return undefined;
  const backoff = Math.min(minDelayMs * 2 ** attempt, maxDelayMs);
  // Between half and all of it, so that many clients do not retry in step.
  return Math.max(requestedMs, backoff * (0.5 + Math.random() / 2));
}

/** `Retry-After` (RFC 9110, §10.2.3): seconds or an HTTP date. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
