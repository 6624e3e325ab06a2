// Memory of compiled patterns is bounded, whatever still refers to them.
import { describe, expect, it } from 'vitest';
import { keepWithin, type Automaton } from '../src/patterns/pattern.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** As re2js has them: what is left of a budget, and a cache that can be emptied. */
function automatonWith(stateBytes: number) {
  const automaton = {
    maxMem: 8 * MIB,
    memBudget: 8 * MIB - stateBytes,
    cleared: 0,
    clearCache() {
      automaton.cleared += 1;
      automaton.memBudget = automaton.maxMem;
    },
    makeState: () => null,
  };
  return automaton satisfies Automaton;
}

describe('the states of patterns', () => {
  it('are dropped when one pattern has more than 256 KiB of them', () => {
    const [small, large] = [automatonWith(256 * KIB), automatonWith(256 * KIB + 1)];
    keepWithin(small, 0);
    keepWithin(large, 0);
    expect([small.cleared, large.cleared]).toEqual([0, 1]);
  });

  it('are dropped, oldest first, when all patterns and their programs exceed 32 MiB', () => {
    const automata = Array.from({ length: 100 }, () => automatonWith(KIB));
    for (const automaton of automata) keepWithin(automaton, MIB);
    const kept = automata.filter(({ cleared }) => cleared === 0);
    expect(kept.length).toBeGreaterThan(25);
    expect(kept.length).toBeLessThan(32);
    expect(kept).toEqual(automata.slice(-kept.length));
  });
});
