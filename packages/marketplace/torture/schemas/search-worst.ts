import { createRandom } from '../../../../e2e/torture/random.ts';
import { describeGenes, grow, mutate, randomGenes, type Genes } from './genes.ts';
import { measureCalls, type Candidate } from './measure-calls.ts';

export interface Found {
  name: string;
  candidate: Candidate;
  ms: number;
}

const KEPT = 60;
const REPEATS = 3;

/** The slowest call; the minimum of several runs, to exclude noise of the machine. */
function costOf(candidate: Candidate): number | undefined {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REPEATS; i++) {
    const calls = measureCalls(candidate);
    if (!calls) return undefined;
    least = Math.min(least, Math.max(...calls));
  }
  return least;
}

/** Hill climbing with random restarts: 60 % of the candidates mutate one of the worst so far. */
export function searchWorst(seed: number, forMs: number): { worst: Found[]; tried: number } {
  const random = createRandom(seed);
  const untilMs = performance.now() + forMs;
  const kept = new Map<string, Found & { genes: Genes }>();
  let tried = 0;
  while (performance.now() < untilMs) {
    const parent = [...kept.values()][random.int(0, kept.size - 1)];
    const genes = parent && random.chance(0.6) ? mutate(parent.genes, random) : randomGenes(random);
    const candidate = grow(genes);
    const ms = costOf(candidate);
    if (ms === undefined) continue;
    tried += 1;
    const name = describeGenes(genes);
    // Keep only the worst of each kind, for variety.
    const kind = name.replace(/\d+/g, '');
    if (ms <= (kept.get(kind)?.ms ?? 0)) continue;
    kept.set(kind, { name, genes, candidate, ms });
    if (kept.size <= KEPT) continue;
    const [best] = [...kept].toSorted(([, a], [, b]) => a.ms - b.ms);
    if (best) kept.delete(best[0]);
  }
  const worst = [...kept.values()].toSorted((a, b) => b.ms - a.ms);
  return { worst: worst.map(({ name, candidate, ms }) => ({ name, candidate, ms })), tried };
}
