import * as fc from 'fast-check';
import { playHistory, type HistoryParts } from './play-history.ts';
import { STAGED } from './staged-histories.ts';
import { histories, type History } from './steps.ts';
import { meetSchemas } from './world.ts';

export interface Search {
  seed: number;
  histories: number;
  steps: number;
  /** Histories that are played before the random ones. */
  staged?: readonly History[];
  /** Of a history that was found before: only this one is played. */
  path?: string;
  onHistory?(count: number): void;
}

/** What has to have come up: histories without one of these have shown nothing of its rules. */
const MUST_COME_UP = [
  'answer that was due: accepted',
  'answer that was due: idempotency_key_reused',
  'answer that was due: invalid_input',
  'answer that was due: listing_changed',
  'answer that was due: listing_not_active',
  'answer that was due: replayed',
  'answer to a buyer',
  'buyer who waits',
  'call',
  'order that ended completed',
  'order that ended expired',
  'order that ended interrupted',
  'order that ended listing_unavailable',
  'order that ended timeout',
  'order that was pruned',
  'order with a key',
  'sweep',
];

export interface Found {
  broken: boolean;
  /** The verdict in one line; where a promise was broken, the history and how to play it again. */
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

/** Plays many random histories; the first that breaks a promise is shrunk to what it takes. */
export async function searchHistories(parts: HistoryParts, search: Search): Promise<Found> {
  const startedMs = performance.now();
  await meetSchemas(parts.schemas);
  let count = 0;
  const looked = new Map<string, number>();
  const property = fc.asyncProperty(histories(search.steps), async (history) => {
    for (const [what, times] of await playHistory(parts, history)) {
      looked.set(what, (looked.get(what) ?? 0) + times);
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
    const never = MUST_COME_UP.filter((what) => !looked.get(what));
    const seen = [...looked].map(([what, times]) => `  ${times} x ${what}`);
    if (path === undefined && never.length > 0) {
      const line = `model: FAIL ${figures}: nothing was checked of: ${never.join('; ')} (${took})`;
      return { broken: true, report: [line, ...seen].join('\n') };
    }
    const line = `model: PASS ${figures}: 0 invariant breaks (${took})`;
    return { broken: false, report: [line, ...seen].join('\n') };
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
