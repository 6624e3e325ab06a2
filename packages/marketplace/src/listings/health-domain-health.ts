import { LIMITS, type HealthStatus } from '@mkt/protocol';

export interface HealthSummary {
  status: HealthStatus;
  checkedAtMs: number | null;
  latencyMs: number | null;
  /** Fraction of successful probes in the last 24 hours, 0 to 1; null before the first one. */
  uptime24h: number | null;
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
 * repeated probes fail too, because sellers restart their services (docs/listings.md#health).
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
