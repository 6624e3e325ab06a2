import type { Transport, TransportRequest } from '@mkt/conformance';
import type { Clock } from '../domain/clock.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

/** Of the time that is left: what a request may take that is made for the first time, and again. */
const FIRST_SHARE = 2 / 3;
const AGAIN_SHARE = 1 / 3;

/**
 * What checks and imports call sellers with: a connection of its own for each request, and one
 * deadline over all of them. A request gets only a share of the time that is left, so that a service
 * which does not answer is still tried as often as the checks want before it is flagged.
 */
export function createBoundedTransport(
  { fetch }: Pick<GuardedFetch, 'fetch'>,
  { clock, withinMs }: { clock: Pick<Clock, 'monotonic'>; withinMs: number },
): Transport {
  const endsAtMs = clock.monotonic() + withinMs;
  const made = new Set<string>();
  return {
    request(request: TransportRequest) {
      const name = `${request.method} ${request.url}`;
      const share = made.has(name) ? AGAIN_SHARE : FIRST_SHARE;
      made.add(name);
      const leftMs = Math.max(1, endsAtMs - clock.monotonic());
      return fetch({ ...request, timeoutMs: Math.min(request.timeoutMs, leftMs * share) });
    },
  };
}
