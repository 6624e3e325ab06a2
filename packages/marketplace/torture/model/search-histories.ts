import * as fc from 'fast-check';
import { playHistory, type HistoryParts } from './play-history.ts';
import { STAGED } from './staged-histories.ts';
import { histories, type History } from './steps.ts';
import { loadSchemas } from './world.ts';

export interface Search {
  seed: number;
  histories: number;
  steps: number;
  /** Histories that are played before the random ones. */
  staged?: readonly History[];
  /** The path of a history that was found before: only that one is played. */
  path?: string;
  onHistory?(count: number): void;
}

/** Events that must have been checked: without one, its rules were not tested. */
const REQUIRED_COVERAGE = [
  'expected response: accepted',
  'expected response: idempotency_key_reused',
  'expected response: invalid_input',
  'expected response: listing_changed',
  'expected response: listing_not_active',
  'expected response: replayed',
  'response to a buyer',
  'waiting buyer',
  'call',
  'order settled as completed',
  'order settled as expired',
  'order settled as interrupted',
  'order settled as listing_unavailable',
  'order settled as timeout',
  'pruned order',
  'order with a key',
  'sweep',
];

export interface Found {
  broken: boolean;
  /** The verdict in one line; on failure also the history and how to replay it. */
  report: string;
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}

function printed({ steps, ...about }: History): string {
  const lines = steps.filter((step) => step.do !== 'nothing').map((step) => JSON.stringify(step));
  return [`  ${JSON.stringify(about)}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Plays many random histories; the first that violates an invariant is shrunk. */
export async function searchHistories(parts: HistoryParts, search: Search): Promise<Found> {
  const startedMs = performance.now();
  await loadSchemas(parts.schemas);
  let count = 0;
  const coverage = new Map<string, number>();
  const property = fc.asyncProperty(histories(search.steps), async (history) => {
    for (const [what, times] of await playHistory(parts, history)) {
      coverage.set(what, (coverage.get(what) ?? 0) + times);
    }
    search.onHistory?.((count += 1));
  });
  const { seed, path, staged = STAGED } = search;
  const details = await fc.check(property, {
    seed,
    numRuns: path === undefined ? staged.length + search.histories : 1,
    examples: staged.map((each): [History] => [each]),
    ...(path === undefined ? {} : { path, endOnFailure: true }),
  });
  const played = details.failed ? details.numRuns : count;
  const figures = `${staged.length} staged histories and ${Math.max(0, played - staged.length)} seeds x ${search.steps} steps, seed ${seed}`;
  const took = duration(performance.now() - startedMs);
  if (!details.failed) {
    const never = REQUIRED_COVERAGE.filter((what) => !coverage.get(what));
    const lines = [...coverage].map(([what, times]) => `  ${times} x ${what}`);
    if (path === undefined && never.length > 0) {
      const line = `model: FAIL ${figures}: nothing was checked of: ${never.join('; ')} (${took})`;
      return { broken: true, report: [line, ...lines].join('\n') };
    }
    const line = `model: PASS ${figures}: 0 invariant breaks (${took})`;
    return { broken: false, report: [line, ...lines].join('\n') };
  }
  const { counterexample, counterexamplePath, errorInstance } = details;
  const why = errorInstance instanceof Error ? (errorInstance.stack ?? '') : String(errorInstance);
  return {
    broken: true,
    report: [
      `model: FAIL ${figures}: 1 invariant break (${took})`,
      why,
      ...(counterexample ? [printed(counterexample[0])] : []),
      `Again: --seed ${seed} --steps ${search.steps} --path ${counterexamplePath}`,
    ].join('\n'),
  };
}
