import { LIMITS } from '@mkt/protocol';
import type { Clock } from '../market/outside.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

/** One GET of a seller's health endpoint. */
export interface HealthProber {
  /**
   * Never rejects. `statusCode` is null if no response arrived in time or the signal was aborted.
   */
  probe(
    url: string,
    sellerId: string,
    signal: AbortSignal,
  ): Promise<{ statusCode: number | null; latencyMs: number }>;
}

/** Sends one GET per probe, on a new connection that is closed afterwards. */
export function createHealthProber(
  { fetch }: Pick<GuardedFetch, 'fetch'>,
  clock: Pick<Clock, 'monotonic'>,
): HealthProber {
  return {
    async probe(url, sellerId, signal) {
      const startedAtMs = clock.monotonic();
      const outcome = await fetch({
        method: 'GET',
        url,
        sellerId,
        headers: { accept: 'application/json' },
        timeoutMs: LIMITS.healthProbeTimeoutMs,
        maxBytes: LIMITS.healthBodyBytes,
        allowsLongBody: true,
        signal,
      });
      const latencyMs = Math.round((clock.monotonic() - startedAtMs) * 10) / 10;
      return { statusCode: outcome.kind === 'response' ? outcome.status : null, latencyMs };
    },
  };
}
