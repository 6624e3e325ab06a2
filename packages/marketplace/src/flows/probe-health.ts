import type { Clock } from '../domain/clock.ts';
import type { HealthProber } from '../domain/health-prober.ts';
import { isHealthyStatus } from '../domain/health.ts';
import type { Jobs } from '../domain/jobs.ts';
import type { DueProbe, HealthStore } from '../domain/store.ts';

/** Probes that are taken, and run, together. */
const PROBES_AT_ONCE = 256;

export interface ProbeDeps {
  health: Pick<HealthStore, 'record'>;
  prober: HealthProber;
  clock: Pick<Clock, 'now'>;
  /** Fires when the process gives up its probes. */
  signal: AbortSignal;
  onError(error: unknown): void;
}

/** Probes listings that were taken as due, each with one GET. One failed probe is `unhealthy`. */
export async function probeDue(deps: ProbeDeps, due: readonly DueProbe[]): Promise<void> {
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
}

/**
 * Probes published listings that are due (specification, "Limits": every 5 minutes) in this
 * process. Answers how many were probed.
 */
export async function probeHealth(
  deps: ProbeDeps & { health: Pick<HealthStore, 'takeDue'> },
): Promise<number> {
  const due = await deps.health.takeDue(PROBES_AT_ONCE);
  await probeDue(deps, due);
  return due.length;
}

/** Leaves what is due to the workers of the cluster, in portions, each written as it is taken. */
export async function spreadProbes({
  health,
  jobs,
  signal,
}: {
  health: Pick<HealthStore, 'takeDue'>;
  jobs: Jobs;
  signal: AbortSignal;
}): Promise<void> {
  for (let full = true; full && !signal.aborted;) {
    const due = await health.takeDue(PROBES_AT_ONCE, (transaction, taken) =>
      taken.length === 0
        ? undefined
        : jobs.enqueue({ kind: 'probe-health', due: taken }, transaction),
    );
    full = due.length === PROBES_AT_ONCE;
  }
}
