import type { Clock } from '../market/outside.ts';

/** A clock that follows that of the machine and can be moved forward, never backwards. */
export interface MovableClock extends Clock {
  /** Moves the time forward and runs the timers that become due, in order. */
  move(ms: number): void;
  /** Milliseconds until the next timer is due; infinite without one. */
  untilNextTimer(): number;
}

interface Timer {
  dueMs: number;
  callback: () => void;
  real: NodeJS.Timeout | undefined;
}

export function createMovableClock(): MovableClock {
  let aheadMs = 0;
  const timers = new Set<Timer>();
  const monotonic = () => performance.now() + aheadMs;

  function fire(timer: Timer): void {
    if (!timers.delete(timer)) return;
    clearTimeout(timer.real);
    timer.callback();
  }

  /** Starts a real timer for the time that remains. */
  function arm(timer: Timer): void {
    clearTimeout(timer.real);
    timer.real = setTimeout(() => fire(timer), Math.max(0, timer.dueMs - monotonic()));
  }

  return {
    now: () => Date.now() + aheadMs,
    monotonic,
    after(ms, callback) {
      const timer: Timer = { dueMs: monotonic() + ms, callback, real: undefined };
      arm(timer);
      timers.add(timer);
      return () => {
        timers.delete(timer);
        clearTimeout(timer.real);
      };
    },
    move(ms) {
      aheadMs += ms;
      const due = [...timers].filter((timer) => timer.dueMs <= monotonic());
      for (const timer of due.toSorted((a, b) => a.dueMs - b.dueMs)) fire(timer);
      for (const timer of timers) arm(timer);
    },
    untilNextTimer() {
      const dueMs = Math.min(...[...timers].map((timer) => timer.dueMs));
      return Math.max(0, dueMs - monotonic());
    },
  };
}
