import type { Clock } from '../src/market/outside.ts';

/** A clock that stops until a test moves it. */
export interface StillClock extends Clock {
  /** Moves the time ahead and runs the timers that this makes due, in their order. */
  move(ms: number): void;
  /** Sets the wall clock ahead, or back if negative: no time passes, and no timer becomes due. */
  set(ms: number): void;
}

interface Timer {
  dueMs: number;
  callback: () => void;
}

export function createStillClock(startMs: number = Date.UTC(2026, 10, 21, 12)): StillClock {
  let nowMs = startMs;
  let setByMs = 0;
  const timers = new Set<Timer>();
  return {
    now: () => nowMs + setByMs,
    monotonic: () => nowMs - startMs,
    after(ms, callback) {
      const timer = { dueMs: nowMs + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    move(ms) {
      nowMs += ms;
      const due = [...timers].filter(({ dueMs }) => dueMs <= nowMs);
      for (const timer of due.toSorted((a, b) => a.dueMs - b.dueMs)) {
        if (timers.delete(timer)) timer.callback();
      }
    },
    set(ms) {
      setByMs += ms;
    },
  };
}
