import { LIMITS } from '@mkt/protocol';
import { durationMs, type Duration } from './duration.ts';

/** `Prefer: wait=N` (RFC 7240, §4.3): whole seconds, at most as many as the server grants. */
export function preferWait(wait: Duration | undefined): string | undefined {
  if (wait === undefined) return undefined;
  const seconds = Math.ceil(durationMs(wait, 'wait') / 1_000);
  return `wait=${Math.min(seconds, LIMITS.maxWaitSeconds)}`;
}
