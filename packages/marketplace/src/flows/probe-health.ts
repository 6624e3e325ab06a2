import type { Clock } from '../domain/clock.ts';
import { createCounter } from '../concurrency/counter.ts';
import type { HealthProber } from '../domain/health-prober.ts';
import { isHealthyStatus } from '../domain/health.ts';
import type { DueProbe, HealthStore } from '../domain/store.ts';

/** Probes of a process at once. */
const AT_ONCE = 256;
/** Of one account: 1,000 listings that hang for 5 s each are through in half of the 5 minutes. */
const PER_ACCOUNT = 32;

export interface ProbeDeps {
  health: Pick<HealthStore, 'takeDue' | 'record'>;
  prober: HealthProber;
  clock: Pick<Clock, 'now'>;
  /** Fires when the process gives up its probes. */
  signal: AbortSignal;
  onError(error: unknown): void;
}

/**
 * Probes published listings that are due (docs/listings.md#health: every 5 minutes), each with one
 * GET. It is called every second, also while earlier probes run: a probe that hangs holds up no
 * other, and takes a place from its account's share alone.
 */
export function createHealthProbes(deps: ProbeDeps): () => Promise<void> {
  const running = createCounter();
  let inAll = 0;
  let taking = false;

  function count(accountId: string, step: 1 | -1): void {
    inAll += step;
    running.add(accountId, step);
  }

  async function probe({ listingId, accountId, healthEndpoint }: DueProbe): Promise<void> {
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
    } finally {
      count(accountId, -1);
    }
  }

  async function takeDue(): Promise<DueProbe[]> {
    if (taking || inAll >= AT_ONCE) return [];
    taking = true;
    try {
      const due = await deps.health.takeDue({
        limit: AT_ONCE - inAll,
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
