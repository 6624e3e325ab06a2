import type { Clock } from '../domain/clock.ts';

/** A clock that goes with the machine's and can be moved ahead; it never goes back. */
export interface MovableClock extends Clock {
  /** Moves the time ahead and runs the timers that this makes due, in their order. */
  move(ms: number): void;
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

  /** Sets the machine's timer to what is left of the time, as it was moved. */
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
  };
}
