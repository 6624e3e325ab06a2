import type { CheckEnvironment, ProbeSignature } from '@mkt/conformance';
import {
  type Check,
  type FailureKind,
  type HealthStatus,
  isHealthyStatus,
  LIMITS,
  type ProviderStatus,
  type RunContract,
} from '@mkt/protocol';
import { findPublishedListing } from '../catalogue/search.ts';
import type { Caller, Reader } from '../market/caller.ts';
import { PROBE_LIMITS } from '../market/limits.ts';
import { probeOutcome } from '../market/outcomes.ts';
import type { Clock } from '../market/outside.ts';
import type { App } from '../server/context.ts';
import { createCounter } from '../structures/counters.ts';
import { type Listing, ownListing } from './listing.ts';
import type { SecretStore } from './store.ts';

export interface HealthSummary {
  status: HealthStatus;
  checkedAtMs: number | null;
  latencyMs: number | null;
  /** Fraction of successful probes in the last 24 hours, 0 to 1; null before the first one. */
  uptime24h: number | null;
}

/** A listing whose orders fail or wait, or whose probes fail, as the operator sees it. */
export interface FailingListing {
  id: string;
  slug: string;
  /** The account of its owner. */
  sellerId: string;
  status: ProviderStatus;
  /** Orders that were placed in the given time, and those of them that completed or failed. */
  orders: number;
  completed: number;
  /** Failed orders, except those that their buyers cancelled. */
  failed: number;
  /** The most frequent first. */
  failures: { kind: FailureKind; sellerStatus: number | null; count: number }[];
  lastFailure: { orderId: string; atMs: number; message: string } | null;
  /** Orders that are open now, whenever they were placed. */
  waiting: number;
  running: number;
  probe: HealthStatus;
  probedAtMs: number | null;
}

/** The result of one probe. */
export interface ProbeResult {
  checkedAtMs: number;
  healthy: boolean;
  /** null when there was no response. */
  statusCode: number | null;
  latencyMs: number;
}

export interface Probe extends ProbeResult {
  listingId: string;
}

/**
 * Delays before a failed probe is repeated. A healthy listing becomes unhealthy only if the
 * repeated probes fail too, because sellers restart their services (docs/buy/catalogue.md#health).
 */
const RETRY_AFTER_MS: readonly number[] = [5_000, 15_000];

/**
 * The delay before a failed probe is repeated, or `undefined` if it counts now. `retries` is the
 * number of repetitions so far.
 */
export function retryAfterMs(before: HealthStatus, retries: number): number | undefined {
  return before === 'healthy' ? RETRY_AFTER_MS[retries] : undefined;
}

/**
 * When a listing is probed next: every five minutes, at an offset derived from its id. So the
 * probes of a large catalogue are spread over the interval, and a restart does not move them.
 */
export function nextProbeMs(listingId: string, nowMs: number): number {
  const interval = LIMITS.healthProbeIntervalMs;
  const phase = phaseOf(listingId) % interval;
  return Math.floor((nowMs - phase) / interval) * interval + interval + phase;
}

/** The random last 32 bits of a UUID v7. */
export function phaseOf(listingId: string): number {
  return Number.parseInt(listingId.replaceAll('-', '').slice(-8), 16) || 0;
}

export interface DueProbe {
  listingId: string;
  accountId: string;
  healthEndpoint: string;
}

/** How many probes may start: in total and per account, given those that are running. */
export interface ProbeCapacity {
  limit: number;
  perAccount: number;
  /** The number of running probes by account id. */
  running: ReadonlyMap<string, number>;
}

/**
 * Records the requests of a review, so that its health check can count as the first probe
 * (docs/buy/catalogue.md#health).
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

/** A probe every five minutes for seven days, plus a few when the listing is published again. */
const MAX_PROBES = 2_100;

export interface FoundHealth {
  summary: HealthSummary;
  history: Probe[];
}

async function healthOf({ store: { health }, clock }: App, listing: Listing): Promise<FoundHealth> {
  const since = clock.now() - LIMITS.healthHistoryMs;
  return { summary: listing.health, history: await health.history(listing.id, since, MAX_PROBES) };
}

export const healthReport = async (app: App, caller: Caller, ref: string): Promise<FoundHealth> =>
  healthOf(app, await ownListing(app, caller, ref));

/** The same for buyers. */
export const publishedHealthReport = async (
  app: App,
  ref: string,
  reader: Reader,
): Promise<FoundHealth> => healthOf(app, await findPublishedListing(app, ref, reader));

/**
 * Signs a review's requests to the endpoint of a listing, once that has a secret
 * (docs/reference/seller-interface.md#signing).
 */
export async function probeSignature(
  { store: { secrets }, clock }: App,
  of: Parameters<SecretStore['signing']>[0],
): Promise<ProbeSignature | undefined> {
  const signing = await secrets.signing(of);
  return signing && { ...signing, now: clock.now };
}

/**
 * Probes the published listings that are due (docs/buy/catalogue.md#health: every 5 minutes) with one
 * GET each. Called every second, even while earlier probes run: a probe that hangs delays no other,
 * and only occupies a probe slot of its account.
 */
export function createHealthProbes(app: App): () => Promise<void> {
  const running = createCounter();
  let total = 0;
  let taking = false;

  function count(accountId: string, step: 1 | -1): void {
    total += step;
    running.add(accountId, step);
  }

  async function probe({ listingId, accountId, healthEndpoint }: DueProbe): Promise<void> {
    try {
      const startedAtMs = app.clock.monotonic();
      const { statusCode, latencyMs } = await app.prober.probe(
        healthEndpoint,
        accountId,
        app.ending,
      );
      // A probe that this process aborted, or that its own network prevented, says nothing about the
      // seller.
      if (app.ending.aborted) return;
      if (statusCode === null && app.network.wasDownSince(startedAtMs)) return;
      app.outcomes.probes.add(probeOutcome(statusCode));
      const healthy = statusCode !== null && isHealthyStatus(statusCode);
      const checkedAtMs = Math.floor(app.clock.now());
      await app.store.health.record({ listingId, checkedAtMs, healthy, statusCode, latencyMs });
    } catch (error) {
      // The next probe is due in five minutes anyway.
      app.reportError(error, 'probe failed; it is repeated when it is next due');
    } finally {
      count(accountId, -1);
    }
  }

  async function takeDue(): Promise<DueProbe[]> {
    if (taking || total >= PROBE_LIMITS.atOnce) return [];
    taking = true;
    try {
      const due = await app.store.health.takeDue({
        limit: PROBE_LIMITS.atOnce - total,
        perAccount: PROBE_LIMITS.perAccount,
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
