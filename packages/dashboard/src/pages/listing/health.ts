import type { HealthProbe } from '@mkt/client';
import { capitalised, exactTime, formatDuration } from '../../ui/text.ts';

const DAYS = 7;
const BARS = 84;
const HOUR_MS = 3_600_000;
const BAR_MS = (DAYS * 24 * HOUR_MS) / BARS;

/** The checks of two hours. */
export interface HealthBar {
  fromMs: number;
  state: 'healthy' | 'mixed' | 'unhealthy' | 'none';
  /** The typical duration; `undefined` without a check. */
  latencyMs: number | undefined;
  title: string;
}

const COUNT = new Intl.NumberFormat('en-US');
const checks = (count: number) => `${COUNT.format(count)} ${count === 1 ? 'check' : 'checks'}`;

function middle(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function stateOf(healthy: number, all: number): HealthBar['state'] {
  if (all === 0) return 'none';
  if (healthy === all) return 'healthy';
  return healthy === 0 ? 'unhealthy' : 'mixed';
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
    const healthy = probes.filter((probe) => probe.healthy).length;
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
  const healthy = history.filter((probe) => probe.healthy).length;
  if (history.length === 0) return 'No checks in the last 7 days.';
  if (healthy === history.length) {
    return `${history.length === 1 ? 'The only check' : `All ${checks(healthy)}`} of the last 7 days succeeded.`;
  }
  return `${COUNT.format(healthy)} of ${checks(history.length)} of the last 7 days succeeded.`;
}

const COLOURS: readonly (readonly [state: HealthBar['state'], means: string])[] = [
  ['healthy', 'Green: every check succeeded'],
  ['mixed', 'orange: some failed'],
  ['unhealthy', 'red: all failed'],
  ['none', 'grey: no check'],
];

/** What the colours of the bars mean; nothing if all are green. */
export function legendOf(bars: readonly HealthBar[]): string {
  const shown = COLOURS.filter(([each]) => bars.some(({ state }) => state === each));
  if (shown.every(([state]) => state === 'healthy')) return '';
  return capitalised(shown.map(([, means]) => means).join(' · '));
}

/** What the durations of the checks are, in a sentence. */
export function durationText(history: readonly HealthProbe[]): string {
  const latencies = history.map(({ latencyMs }) => latencyMs);
  const most = latencies.reduce((so, each) => Math.max(so, each), 0);
  return `Typical ${formatDuration(middle(latencies) ?? 0)}, slowest ${formatDuration(most)}.`;
}
