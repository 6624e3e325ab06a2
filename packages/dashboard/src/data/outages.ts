import type { HealthProbe } from '@mkt/client';
import { timeOf, timeRange } from '../ui/text.ts';

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

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;
const DAY_MS = DAY_MIN * MINUTE_MS;

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

/** `today, 08:32–08:59 UTC`, or `since 27 Nov, 08:32 UTC`. */
export const outageTimes = ({ fromMs, toMs }: Outage, nowMs: number): string =>
  toMs === undefined ? `since ${timeOf(fromMs, nowMs)}` : timeRange(fromMs, toMs, nowMs);

/** `27 min`, `1 h 12 min`, `2 days 3 h`. */
function minutesInWords(minutes: number): string {
  if (minutes < 1) return 'under 1 min';
  if (minutes < HOUR_MIN) return `${minutes} min`;
  const isDays = minutes >= DAY_MIN;
  const [unit, part] = isDays ? [DAY_MIN, HOUR_MIN] : [HOUR_MIN, 1];
  const whole = Math.floor(minutes / unit);
  const rest = Math.floor((minutes % unit) / part);
  const name = isDays ? (whole === 1 ? 'day' : 'days') : 'h';
  return `${whole} ${name}${rest === 0 ? '' : ` ${rest} ${isDays ? 'h' : 'min'}`}`;
}

const minuteOf = (atMs: number) => Math.floor(atMs / MINUTE_MS);

/**
 * `27 min`: how long they lasted together, up to the checks that succeeded again. Counted in the minutes that
 * `outageTimes` shows, so that 08:32–08:59 is 27.
 */
export const timeDown = (outages: readonly Outage[]): string =>
  minutesInWords(
    outages.reduce((sum, { fromMs, toMs = fromMs }) => sum + minuteOf(toMs) - minuteOf(fromMs), 0),
  );

/** `today`, `in 24 hours`, `in 7 days`: the days of UTC, or the time, in which all of them began. */
function periodOf(outages: readonly Outage[], nowMs: number): string {
  const fromMs = Math.min(...outages.map((outage) => outage.fromMs));
  if (Math.floor(fromMs / DAY_MS) === Math.floor(nowMs / DAY_MS)) return 'today';
  return nowMs - fromMs <= DAY_MS
    ? 'in 24 hours'
    : `in ${Math.ceil((nowMs - fromMs) / DAY_MS)} days`;
}

/**
 * `27 min down today`, `1 h 12 min down in 24 hours`, or `down since today, 08:32 UTC`: what every page says of the
 * outages of a listing, the newest first. Nothing if there was none.
 */
export function downInWords(outages: readonly Outage[], nowMs: number): string {
  const [newest] = outages;
  if (!newest) return '';
  if (newest.toMs === undefined) return `down ${outageTimes(newest, nowMs)}`;
  return `${timeDown(outages)} down ${periodOf(outages, nowMs)}`;
}

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
