import type { Transport, TransportRequest } from '@mkt/conformance';
import type { Clock } from '../market/outside.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

/**
 * The share of the remaining time that a request may take: the first time, and when it is repeated.
 */
const FIRST_SHARE = 2 / 3;
const REPEAT_SHARE = 1 / 3;

/**
 * The transport of checks and imports: a new connection for each request, and one deadline for all
 * of them. A request may take only a share of the remaining time, so that a service that does not
 * respond is still tried as often as the checks require.
 */
export function createBoundedTransport(
  { fetch }: Pick<GuardedFetch, 'fetch'>,
  { clock, withinMs }: { clock: Pick<Clock, 'monotonic'>; withinMs: number },
): Transport {
  const endsAtMs = clock.monotonic() + withinMs;
  const sent = new Set<string>();
  return {
    request(request: TransportRequest) {
      const name = `${request.method} ${request.url}`;
      const share = sent.has(name) ? REPEAT_SHARE : FIRST_SHARE;
      sent.add(name);
      const leftMs = Math.max(1, endsAtMs - clock.monotonic());
      return fetch({ ...request, timeoutMs: Math.min(request.timeoutMs, leftMs * share) });
    },
  };
}
