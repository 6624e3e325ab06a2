import { LIMITS, type HealthStatus } from '@mkt/protocol';

export interface HealthSummary {
  status: HealthStatus;
  checkedAtMs: number | null;
  latencyMs: number | null;
  /** Fraction of good probes in the last 24 h, 0 to 1; null before the first. */
  uptime24h: number | null;
}

/** What a probe saw. */
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
 * When a probe that failed after a successful one is repeated: only when these fail as well is the
 * listing unhealthy, for sellers restart (docs/listings.md#health).
 */
const RETRY_AFTER_MS: readonly number[] = [5_000, 15_000];

/**
 * How soon a failed probe is repeated before it counts; `undefined` when it counts now. `retries` is
 * how often it was repeated already.
 */
export function retryAfterMs(before: HealthStatus, retries: number): number | undefined {
  return before === 'healthy' ? RETRY_AFTER_MS[retries] : undefined;
}

/** A 2xx status alone decides (docs/seller-interface.md). */
export function isHealthyStatus(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/**
 * The next probe of a listing: every five minutes at a phase fixed by its id, so that the probes
 * of a whole catalogue spread over the interval and stay where they are.
 */
export function nextProbeMs(listingId: string, nowMs: number): number {
  const interval = LIMITS.healthProbeIntervalMs;
  const phase = phaseOf(listingId) % interval;
  return Math.floor((nowMs - phase) / interval) * interval + interval + phase;
}

/** The random tail of a UUID v7 as a number. */
function phaseOf(listingId: string): number {
  return Number.parseInt(listingId.replaceAll('-', '').slice(-8), 16) || 0;
}
