import type { HealthProbe } from '@mkt/client';
import { type Outage, outagesOf, timeDown } from '../../data/outages.ts';
import {
  exactTime,
  formatDuration,
  formatUptime,
  lastingTime,
  relativeTime,
  timeRange,
} from '../../ui/text.ts';
import type { Figure } from './words.ts';

const DAYS = 7;
const BARS = 84;
const HOUR_MS = 3_600_000;
const BAR_MS = (DAYS * 24 * HOUR_MS) / BARS;

/** The checks of two hours. */
export interface HealthBar {
  fromMs: number;
  /** What its checks were, apart from the outages that are drawn over it. */
  state: 'healthy' | 'unhealthy' | 'none';
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

/** The checks of the last 7 days, oldest first, two hours in each. */
export function healthBars(history: readonly HealthProbe[], nowMs: number): HealthBar[] {
  // Whole hours of UTC, so that each day begins with a bar.
  const startMs = (Math.floor(nowMs / BAR_MS) + 1 - BARS) * BAR_MS;
  const within = Array.from({ length: BARS }, (): HealthProbe[] => []);
  for (const probe of history) {
    const index = Math.floor((Date.parse(probe.checkedAt) - startMs) / BAR_MS);
    // The clocks of browsers and servers differ by a few seconds.
    within[Math.min(Math.max(index, 0), BARS - 1)]?.push(probe);
  }
  return within.map((probes, index) => {
    const fromMs = startMs + index * BAR_MS;
    const healthy = healthyOf(probes);
    const said =
      probes.length === 0 ? 'no check' : `${healthy} of ${checks(probes.length)} succeeded`;
    return {
      fromMs,
      state: stateOf(healthy, probes.length),
      latencyMs: middle(probes.map(({ latencyMs }) => latencyMs)),
      title: `2 hours from ${exactTime(fromMs)}: ${said}`,
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
  const shareOf = (atMs: number) =>
    Math.min(Math.max((atMs - startMs) / (bars.length * BAR_MS), 0), 1);
  const from = shareOf(fromMs);
  return { from, width: (toMs === undefined ? 1 : shareOf(toMs)) - from };
}

/** For how long it was down, or that it never was. */
function downFigure(history: readonly HealthProbe[]): Figure {
  const outages = outagesOf(history);
  const healthy = healthyOf(history);
  if (outages.length === 0) {
    const note = `${healthy === 1 ? '' : 'all '}${checks(healthy)} succeeded`;
    return { name: `Uptime, ${DAYS} days`, value: formatUptime(1), note };
  }
  return {
    name: `Down, last ${DAYS} days`,
    value: outages[0]?.toMs === undefined ? 'Now' : timeDown(outages),
    note: `${COUNT.format(healthy)} of ${checks(history.length)} succeeded`,
  };
}

/** What the checks say in numbers; `history` is not empty, the newest first. */
export function figuresOf(history: readonly HealthProbe[], nowMs: number): Figure[] {
  const slowest = slowestOf(history);
  return [
    downFigure(history),
    {
      name: 'Median check time',
      value: formatDuration(middle(history.map(({ latencyMs }) => latencyMs)) ?? 0),
      note: 'half of checks are faster',
    },
    {
      name: 'Slowest check',
      value: formatDuration(slowest?.latencyMs ?? 0),
      note: slowest && relativeTime(Date.parse(slowest.checkedAt), nowMs),
    },
  ];
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
