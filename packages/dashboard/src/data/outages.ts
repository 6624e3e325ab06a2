import type { HealthProbe } from '@mkt/client';
import { lastingTime, timeOf, timeRange } from '../ui/text.ts';

/** Health checks that failed one after the other. */
export interface Outage {
  /** When the first of them failed. */
  fromMs: number;
  /** When a check succeeded again; undefined while none has. */
  toMs: number | undefined;
  checks: number;
  /** What the service returned to the last of them, if anything. */
  statusCode: number | null;
}

const DAY_MS = 24 * 3_600_000;

/** The outages in the checks of a listing, the newest first, as the checks are. */
export function outagesOf(history: readonly HealthProbe[]): Outage[] {
  const outages: Outage[] = [];
  history.forEach(({ healthy, checkedAt, statusCode }, at) => {
    if (healthy) return;
    const fromMs = Date.parse(checkedAt);
    const newer = history[at - 1];
    const open = outages.at(-1);
    if (newer && !newer.healthy && open) {
      outages[outages.length - 1] = { ...open, fromMs, checks: open.checks + 1 };
    } else {
      const toMs = newer && Date.parse(newer.checkedAt);
      outages.push({ fromMs, toMs, checks: 1, statusCode });
    }
  });
  return outages;
}

/** `27 Nov, 08:32–08:54 UTC`, or since when; without the day if it is today. */
export const outageTimes = ({ fromMs, toMs }: Outage, nowMs: number): string =>
  toMs === undefined ? `since ${timeOf(fromMs, nowMs)}` : timeRange(fromMs, toMs, nowMs);

/** `27 min`: how long they lasted together, up to the checks that succeeded again. */
export const timeDown = (outages: readonly Outage[]): string =>
  lastingTime(
    0,
    outages.reduce((sum, { fromMs, toMs = fromMs }) => sum + toMs - fromMs, 0),
  );

/** When the day began that ends with the newest check. */
function dayBefore([newest]: readonly HealthProbe[]): number {
  return (newest ? Date.parse(newest.checkedAt) : 0) - DAY_MS;
}

/** The checks of the last day, up to the newest: what the uptime of a listing is of. */
export function lastDayOf(history: readonly HealthProbe[]): HealthProbe[] {
  const fromMs = dayBefore(history);
  return history.filter(({ checkedAt }) => Date.parse(checkedAt) > fromMs);
}

/** The outages of the last day, the newest first; one that began earlier is whole. */
export function recentOutages(history: readonly HealthProbe[]): Outage[] {
  const fromMs = dayBefore(history);
  return outagesOf(history).filter(({ toMs = Infinity }) => toMs > fromMs);
}
