import type { HealthProbe } from '@mkt/client';
import type { Outage } from './outages.ts';
import { exactTime, formatDuration, lastingTime, relativeTime, timeRange } from '../ui/text.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A listing is checked so often. */
const CHECK_MS = 300_000;

/** The checks of a few hours. */
export interface HealthBar {
  fromMs: number;
  toMs: number;
  /** What its checks were, apart from the outages that are drawn over it. */
  state: 'healthy' | 'unhealthy' | 'none';
  /** The share of it that was checked, from 0 to 1. */
  checked: number;
  /** The median duration; `undefined` without a check. */
  latencyMs: number | undefined;
  title: string;
}

const COUNT = new Intl.NumberFormat('en-US');
const checks = (count: number) => `${COUNT.format(count)} ${count === 1 ? 'check' : 'checks'}`;

const healthyOf = (history: readonly HealthProbe[]) =>
  history.filter(({ healthy }) => healthy).length;

function slowestOf(history: readonly HealthProbe[]): HealthProbe | undefined {
  const [first, ...others] = history;
  return first && others.reduce((a, b) => (b.latencyMs > a.latencyMs ? b : a), first);
}

function middle(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function stateOf(healthy: number, all: number): HealthBar['state'] {
  if (all === 0) return 'none';
  return healthy === 0 ? 'unhealthy' : 'healthy';
}

/** How many checks there would be in a time if none was left out. */
const dueIn = (ms: number) => Math.max(1, Math.round(ms / CHECK_MS));

/** The checks of the last days, oldest first, some hours in each. */
export function healthBars(
  history: readonly HealthProbe[],
  nowMs: number,
  hours: number,
  days: number,
): HealthBar[] {
  const barMs = hours * HOUR_MS;
  const count = (days * DAY_MS) / barMs;
  // Whole hours of UTC, so that each day begins with a bar.
  const startMs = (Math.floor(nowMs / barMs) + 1 - count) * barMs;
  const within = Array.from({ length: count }, (): HealthProbe[] => []);
  for (const probe of history) {
    const index = Math.floor((Date.parse(probe.checkedAt) - startMs) / barMs);
    // The clocks of browsers and servers differ by a few seconds.
    within[Math.min(Math.max(index, 0), count - 1)]?.push(probe);
  }
  return within.map((probes, index) => {
    const fromMs = startMs + index * barMs;
    const healthy = healthyOf(probes);
    // The last one is not over.
    const due = dueIn(Math.min(barMs, nowMs - fromMs));
    const said =
      probes.length === 0
        ? 'no check'
        : `${healthy} of ${checks(probes.length)} succeeded, ${due} were due`;
    return {
      fromMs,
      toMs: fromMs + barMs,
      state: stateOf(healthy, probes.length),
      checked: Math.min(1, probes.length / due),
      latencyMs: middle(probes.map(({ latencyMs }) => latencyMs)),
      title: `${hours === 1 ? 'An hour' : `${hours} hours`} from ${exactTime(fromMs)}: ${said}`,
    };
  });
}

/** What the bars say, in a sentence. */
export function checksText(history: readonly HealthProbe[]): string {
  const healthy = healthyOf(history);
  if (history.length === 0) return 'No checks in the last 7 days.';
  if (healthy === history.length) {
    return `${history.length === 1 ? 'The only check' : `All ${checks(healthy)}`} of the last 7 days succeeded.`;
  }
  return `${COUNT.format(healthy)} of ${checks(history.length)} of the last 7 days succeeded.`;
}

/** Where an outage is among the bars, as shares of their width. */
export function outagePlace({ fromMs, toMs }: Outage, bars: readonly HealthBar[]) {
  const startMs = bars[0]?.fromMs ?? 0;
  const lengthMs = (bars.at(-1)?.toMs ?? 1) - startMs;
  const shareOf = (atMs: number) => Math.min(Math.max((atMs - startMs) / lengthMs, 0), 1);
  const from = shareOf(fromMs);
  return { from, width: (toMs === undefined ? 1 : shareOf(toMs)) - from };
}

/** How long checks took: `Half of them took at most 10 ms, the slowest 336 ms (today, 15:18 UTC).` */
export function durationsText(history: readonly HealthProbe[], nowMs: number): string {
  const slowest = slowestOf(history);
  if (!slowest || history.length === 1) return '';
  const median = middle(history.map(({ latencyMs }) => latencyMs)) ?? 0;
  const when = relativeTime(Date.parse(slowest.checkedAt), nowMs);
  return `Half of them took at most ${formatDuration(median)}, the slowest ${formatDuration(slowest.latencyMs)} (${when}).`;
}

/** Two checks are no further apart than this while a listing is checked. */
const GAP_MS = HOUR_MS;

interface Gap {
  fromMs: number;
  toMs: number;
}

/** What it means that there were times without a check; nothing if there were none. */
export function gapText(history: readonly HealthProbe[], nowMs: number): string {
  const times = history.map(({ checkedAt }) => Date.parse(checkedAt));
  const lengthOf = ({ fromMs, toMs }: Gap) => toMs - fromMs;
  const gaps = times
    .slice(1)
    .map((fromMs, index): Gap => ({ fromMs, toMs: times[index] ?? fromMs }))
    .filter((gap) => lengthOf(gap) > GAP_MS)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const [longest] = gaps;
  if (!longest) return '';
  const lasted = lastingTime(0, lengthOf(longest));
  const when = timeRange(longest.fromMs, longest.toMs, nowMs);
  const together = lastingTime(
    0,
    gaps.reduce((sum, gap) => sum + lengthOf(gap), 0),
  );
  const all = gaps.length === 1 ? '' : `; in all, such times lasted ${together}`;
  return `A listing is not checked while it is paused or the marketplace is not running, and that counts neither as up nor as down. The longest such time was ${lasted}: ${when}${all}.`;
}
