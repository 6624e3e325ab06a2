import { LIMITS } from '@mkt/protocol';
import { SIGNATURE_PROBLEMS } from '@mkt/protocol/signing';
import type { TransportOutcome } from '../transport.ts';
import { responseObject } from './response-json.ts';

const MINUTE_MS = 60_000;

/**
 * What is wrong with the clock of a service that refused a valid signature, as the rest of a sentence:
 * `12 minutes behind`; `undefined` if it is not the clock.
 */
export function clockError(outcome: TransportOutcome, nowMs: number): string | undefined {
  const error = responseObject(outcome)?.['error'];
  // The kit compares the signature first, so its clock played no part.
  if (error === SIGNATURE_PROBLEMS.bad_signature) return undefined;
  const offMs = clockOffset(outcome, nowMs);
  const isOff = offMs !== undefined && Math.abs(offMs) > LIMITS.signatureToleranceSeconds * 1_000;
  if (isOff) {
    const minutes = Math.round(Math.abs(offMs) / MINUTE_MS);
    return `${minutes} minutes ${offMs > 0 ? 'ahead' : 'behind'}`;
  }
  // The timestamp was that of our clock: too old for a clock that is ahead of it.
  if (error === SIGNATURE_PROBLEMS.too_old) return 'ahead of this machine’s';
  if (error === SIGNATURE_PROBLEMS.too_new) return 'behind this machine’s';
  return undefined;
}

/** How far the service's clock is ahead of ours, by its `Date` header, which has whole seconds. */
function clockOffset(outcome: TransportOutcome, nowMs: number): number | undefined {
  const date = outcome.kind === 'response' ? outcome.headers.get('date') : undefined;
  const at = date === undefined ? NaN : Date.parse(date);
  return Number.isNaN(at) ? undefined : at - nowMs;
}
