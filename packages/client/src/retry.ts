import type { Outcome } from './attempt.ts';

/** How long to wait between attempts. */
export interface Backoff {
  /** Before the first repetition; doubles each time. */
  minDelayMs: number;
  maxDelayMs: number;
  /** A longer `Retry-After` is not waited for: the error says how long it is. */
  maxRetryAfterMs: number;
}

export const DEFAULT_RETRIES = 2;
export const DEFAULT_BACKOFF: Backoff = {
  minDelayMs: 500,
  maxDelayMs: 8_000,
  maxRetryAfterMs: 60_000,
};

const RETRYABLE_STATUSES = new Set([408, 429, 502, 503, 504]);

/** Milliseconds until the next attempt; undefined when another would not help. */
export function retryDelayMs(
  outcome: Outcome,
  attempt: number,
  { minDelayMs, maxDelayMs, maxRetryAfterMs }: Backoff,
): number | undefined {
  if (outcome.kind === 'too_large') return undefined;
  const answered = outcome.kind === 'response';
  if (answered && !RETRYABLE_STATUSES.has(outcome.status)) return undefined;
  const asked = answered ? (retryAfterMs(outcome.headers) ?? 0) : 0;
  if (asked > maxRetryAfterMs) return undefined;
  const backoff = Math.min(minDelayMs * 2 ** attempt, maxDelayMs);
  // Between half and whole, so that many clients do not come back in step.
  return Math.max(asked, backoff * (0.5 + Math.random() / 2));
}

/** `Retry-After` (RFC 9110, §10.2.3): seconds or an HTTP date. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
