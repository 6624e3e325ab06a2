/** The parts of re2js 2.10's automaton that are used; its states are made as texts need them. */
export interface Automaton {
  maxMem: number;
  memBudget: number;
  clearCache(): void;
  makeState(steps: readonly number[], flag: number, ids: readonly number[]): unknown;
}

/** Bytes of states that one pattern may keep, and all together; re2js would allow 8 MiB for each. */
const MAX_BYTES = 256 * 1024;
const MAX_BYTES_IN_ALL = 32 * 1024 * 1024;

const held = new Map<Automaton, number>();
let heldInAll = 0;

function drop(automaton: Automaton): void {
  heldInAll -= held.get(automaton) ?? 0;
  held.delete(automaton);
  automaton.clearCache();
}

/**
 * Counts what an automaton has come to hold. States are only there to save time, so the automata that
 * grew first are emptied when all of them hold too much.
 */
export function keepWithin(automaton: Automaton): void {
  const bytes = automaton.maxMem - automaton.memBudget;
  const known = held.get(automaton) ?? 0;
  if (bytes === known) return;
  held.set(automaton, bytes);
  heldInAll += bytes - known;
  if (bytes > MAX_BYTES) drop(automaton);
  for (const oldest of held.keys()) {
    if (heldInAll <= MAX_BYTES_IN_ALL) break;
    drop(oldest);
  }
}
