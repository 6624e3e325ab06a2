import { describe, expect, it } from 'vitest';
import { createPace } from '../../src/structures/counters.ts';

describe('a pace', () => {
  it('allows a burst, then one after each interval, for each name apart', () => {
    let nowMs = 0;
    const pace = createPace({ burst: 3, everyMs: 500, now: () => nowMs });
    pace.take('a', 3);
    expect([pace.left('a'), pace.waitMs('a'), pace.left('b'), pace.waitMs('b')]).toEqual([
      0, 500, 3, 0,
    ]);
    nowMs = 499;
    expect([pace.left('a'), pace.waitMs('a')]).toEqual([0, 1]);
    nowMs = 1_000;
    expect(pace.left('a')).toBe(2);
    nowMs = 60_000;
    expect(pace.left('a')).toBe(3);
  });

  it('counts nothing that is given back', () => {
    const pace = createPace({ burst: 1, everyMs: 1_000, now: () => 0 });
    pace.take('a');
    pace.giveBack('a');
    expect(pace.left('a')).toBe(1);
    pace.giveBack('a');
    expect(pace.left('a')).toBe(1);
  });
});
