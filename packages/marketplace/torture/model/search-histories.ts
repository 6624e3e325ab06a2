import * as fc from 'fast-check';
import { playHistory, type HistoryParts } from './play-history.ts';
import { histories, type History } from './steps.ts';

export interface Search {
  seed: number;
  histories: number;
  steps: number;
  /** Of a history that was found before: only this one is played. */
  path?: string;
  onHistory?(count: number): void;
}

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
  let count = 0;
  const property = fc.asyncProperty(histories(search.steps), async (history) => {
    await playHistory(parts, history);
    search.onHistory?.((count += 1));
  });
  const { seed, path } = search;
  const details = await fc.check(property, {
    seed,
    numRuns: path === undefined ? search.histories : 1,
    ...(path === undefined ? {} : { path, endOnFailure: true }),
  });
  const played = details.failed ? details.numRuns : count;
  const figures = `${played} seeds x ${search.steps} steps, seed ${seed}`;
  const took = duration(performance.now() - startedMs);
  if (!details.failed) {
    return { broken: false, report: `model: PASS ${figures}: 0 invariant breaks (${took})` };
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
