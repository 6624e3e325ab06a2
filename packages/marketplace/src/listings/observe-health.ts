import type { Check, RunContract } from '@mkt/protocol';
import type { CheckEnvironment } from '@mkt/conformance';
import type { Clock } from '../market/outside.ts';
import type { ProbeResult } from './health-domain-health.ts';

/**
 * Records the requests of a review, so that its health check can count as the first probe
 * (docs/listings.md#health).
 */
export function observeHealth(
  checks: CheckEnvironment,
  clock: Pick<Clock, 'now' | 'monotonic'>,
): {
  checks: CheckEnvironment;
  probeOf(contract: RunContract, results: readonly Check[]): ProbeResult | undefined;
} {
  const gets = new Map<string, Omit<ProbeResult, 'healthy'>>();
  const { transport } = checks;
  return {
    checks: {
      ...checks,
      transport: {
        async request(request) {
          const startedAtMs = clock.monotonic();
          const outcome = await transport.request(request);
          if (request.method === 'GET') {
            gets.set(request.url, {
              checkedAtMs: Math.floor(clock.now()),
              statusCode: outcome.kind === 'response' ? outcome.status : null,
              latencyMs: Math.round((clock.monotonic() - startedAtMs) * 10) / 10,
            });
          }
          return outcome;
        },
      },
    },
    probeOf({ healthEndpoint }, results) {
      const check = results.find(({ name }) => name === 'health');
      const last = healthEndpoint === undefined ? undefined : gets.get(healthEndpoint);
      if (!check || check.outcome === 'skipped' || !last) return undefined;
      return { ...last, healthy: check.outcome === 'passed' };
    },
  };
}
