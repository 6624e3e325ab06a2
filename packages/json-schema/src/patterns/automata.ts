/** The parts of re2js 2.10's automaton that are used; it builds states on demand. */
export interface Automaton {
  maxMem: number;
  memBudget: number;
  clearCache(): void;
  makeState(steps: readonly number[], flag: number, ids: readonly number[]): unknown;
}

/** Bytes of states that one pattern may retain; re2js would allow 8 MiB. */
const MAX_BYTES = 256 * 1024;
/**
 * Bytes of all patterns together, including their programs: this list keeps a pattern in memory even
 * after the last validator that uses it is gone.
 */
const MAX_TOTAL_BYTES = 32 * 1024 * 1024;

const bytesByAutomaton = new Map<Automaton, number>();
let totalBytes = 0;

function drop(automaton: Automaton): void {
  totalBytes -= bytesByAutomaton.get(automaton) ?? 0;
  bytesByAutomaton.delete(automaton);
  automaton.clearCache();
}

/**
 * Accounts for the states that an automaton has built. States only save time, so once all automata
 * together are too large, the oldest are emptied and no longer referenced here.
 *
 * @param programBytes memory of the compiled pattern itself
 */
export function keepWithin(automaton: Automaton, programBytes: number): void {
  const stateBytes = automaton.maxMem - automaton.memBudget;
  const bytes = programBytes + stateBytes;
  const known = bytesByAutomaton.get(automaton) ?? 0;
  if (bytes === known) return;
  bytesByAutomaton.set(automaton, bytes);
  totalBytes += bytes - known;
  if (stateBytes > MAX_BYTES) drop(automaton);
  for (const oldest of bytesByAutomaton.keys()) {
    if (totalBytes <= MAX_TOTAL_BYTES) break;
    drop(oldest);
  }
}
