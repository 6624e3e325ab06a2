import { describe, expect, it } from 'vitest';
import { createConnectionState } from '../../src/data/connection.ts';

/** A connection whose timers the test runs; `answers` is whether the marketplace responds. */
function open() {
  const timers: { ms: number; work: () => void }[] = [];
  const world = { answers: true, asked: 0 };
  const state = createConnectionState({
    async reach() {
      world.asked += 1;
      return world.answers;
    },
    after(ms, work) {
      const timer = { ms, work };
      timers.push(timer);
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
  });
  const seen: boolean[] = [];
  state.subscribe(() => seen.push(state.isLost()));
  /** Runs the timer that is due next, and what it starts. */
  const elapse = async () => {
    const timer = timers.shift();
    timer?.work();
    await Promise.resolve();
    await Promise.resolve();
    return timer?.ms;
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { state, world, timers, seen, elapse, turn };
}

describe('the connection', () => {
  it('is not lost because one request failed', async () => {
    const { state, world, timers, seen, turn } = open();
    state.suspect();
    await turn();
    expect({ asked: world.asked, seen, timers }).toEqual({ asked: 1, seen: [], timers: [] });
  });

  it('is lost when another request fails too, and is tried after growing delays', async () => {
    const { state, world, seen, elapse, turn } = open();
    world.answers = false;
    state.suspect();
    await turn();
    expect(state.isLost()).toBe(true);
    const lostAtMs = state.lostAtMs();
    expect(lostAtMs).toBeLessThanOrEqual(Date.now());
    const delays: number[] = [];
    for (let i = 0; i < 6; i++) {
      delays.push((await elapse()) ?? 0);
      await turn();
    }
    expect(state.lostAtMs()).toBe(lostAtMs);
    const longest = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000];
    for (const [i, ms] of delays.entries()) {
      expect(ms).toBeLessThanOrEqual(longest[i] ?? 0);
      expect(ms).toBeGreaterThanOrEqual((longest[i] ?? 0) / 2);
    }
    world.answers = true;
    await elapse();
    await turn();
    expect(seen).toEqual([true, false]);
    expect(state.lostAtMs()).toBeUndefined();
  });

  it('is lost at once when the browser says so, and tried at once when it says it is back', async () => {
    const { state, world, seen, timers, turn } = open();
    world.answers = false;
    state.goOffline();
    expect(seen).toEqual([true]);
    world.answers = true;
    state.tryNow();
    await turn();
    expect({ seen, timers }).toEqual({ seen: [true, false], timers: [] });
  });

  it('is tried again when it came back during an attempt that failed', async () => {
    const { state, world, turn } = open();
    world.answers = false;
    state.tryNow();
    world.answers = true;
    state.tryNow();
    await turn();
    expect({ lost: state.isLost(), asked: world.asked }).toEqual({ lost: false, asked: 2 });
  });
});
