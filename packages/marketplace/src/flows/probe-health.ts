import type { Clock } from '../domain/clock.ts';
import type { HealthProber } from '../domain/health-prober.ts';
import { isHealthyStatus } from '../domain/health.ts';
import type { HealthStore } from '../domain/store.ts';

export interface ProbeHealthDeps {
  health: Pick<HealthStore, 'takeDue' | 'record'>;
  prober: HealthProber;
  clock: Pick<Clock, 'now'>;
  /** Probes that may run at once. */
  atOnce: number;
  /** Fires when the process gives up its probes. */
  signal: AbortSignal;
  onError(error: unknown): void;
}

/**
 * Probes every published listing that is due, each with one GET (specification, "Limits": every 5
 * minutes). One failed probe is `unhealthy`. Answers how many were probed.
 */
export async function probeHealth(deps: ProbeHealthDeps): Promise<number> {
  const due = await deps.health.takeDue(deps.atOnce);
  await Promise.all(
    due.map(async ({ listingId, healthEndpoint }) => {
      try {
        const { statusCode, latencyMs } = await deps.prober.probe(healthEndpoint, deps.signal);
        // A probe that we cut off ourselves says nothing of the seller.
        if (deps.signal.aborted) return;
        const healthy = statusCode !== null && isHealthyStatus(statusCode);
        const checkedAtMs = Math.floor(deps.clock.now());
        await deps.health.record({ listingId, checkedAtMs, healthy, statusCode, latencyMs });
      } catch (error) {
        // The next probe is due in five minutes, whatever became of this one.
        deps.onError(error);
      }
    }),
  );
  return due.length;
}
