import { isHealthyStatus } from '@mkt/protocol';
import type { Clock } from '../market/outside.ts';
import { createCounter } from '../structures/counters.ts';
import type { HealthProber } from '../sellers/health-prober.ts';
import { probeOutcome, type Outcomes } from '../market/outcomes.ts';
import type { HealthStore } from '../server/store-domain-store.ts';
import type { DueProbe } from './health-domain-health.ts';

/** Simultaneous probes of this process. */
const AT_ONCE = 256;
/**
 * Simultaneous probes of one account. With these, 1,000 listings that all time out after 5 s are
 * probed within half of the 5 minutes.
 */
const PER_ACCOUNT = 32;

export interface ProbeDeps {
  health: Pick<HealthStore, 'takeDue' | 'record'>;
  prober: HealthProber;
  clock: Pick<Clock, 'now'>;
  outcomes: Pick<Outcomes, 'probes'>;
  /** Aborted when the process gives up its probes. */
  signal: AbortSignal;
  onError(error: unknown): void;
}

/**
 * Probes the published listings that are due (docs/listings.md#health: every 5 minutes) with one
 * GET each. Called every second, even while earlier probes run: a probe that hangs delays no other,
 * and only occupies a probe slot of its account.
 */
export function createHealthProbes(deps: ProbeDeps): () => Promise<void> {
  const running = createCounter();
  let total = 0;
  let taking = false;

  function count(accountId: string, step: 1 | -1): void {
    total += step;
    running.add(accountId, step);
  }

  async function probe({ listingId, accountId, healthEndpoint }: DueProbe): Promise<void> {
    try {
      const { statusCode, latencyMs } = await deps.prober.probe(healthEndpoint, deps.signal);
      // A probe that this process aborted says nothing about the seller.
      if (deps.signal.aborted) return;
      deps.outcomes.probes.add(probeOutcome(statusCode));
      const healthy = statusCode !== null && isHealthyStatus(statusCode);
      const checkedAtMs = Math.floor(deps.clock.now());
      await deps.health.record({ listingId, checkedAtMs, healthy, statusCode, latencyMs });
    } catch (error) {
      // The next probe is due in five minutes anyway.
      deps.onError(error);
    } finally {
      count(accountId, -1);
    }
  }

  async function takeDue(): Promise<DueProbe[]> {
    if (taking || total >= AT_ONCE) return [];
    taking = true;
    try {
      const due = await deps.health.takeDue({
        limit: AT_ONCE - total,
        perAccount: PER_ACCOUNT,
        running: running.counts,
      });
      for (const { accountId } of due) count(accountId, 1);
      return due;
    } finally {
      taking = false;
    }
  }

  return async function probeDue() {
    await Promise.all((await takeDue()).map(probe));
  };
}
