import { performance } from 'node:perf_hooks';

const WINDOW_MS = 20;
const LITTLE_IDLE = 0.15;

interface LoopTimes {
  /** Milliseconds so far in which the event loop waited for something to do. */
  idle: number;
  active: number;
}

/** Tells whether this process's event loop has had next to no time to itself of late. */
export function createLoopLoad(
  read: () => LoopTimes = () => performance.eventLoopUtilization(),
): () => boolean {
  let { idle, active } = read();
  let isBusy = false;
  return () => {
    const now = read();
    const passedMs = now.idle - idle + now.active - active;
    if (passedMs >= WINDOW_MS) {
      isBusy = (now.idle - idle) / passedMs < LITTLE_IDLE;
      ({ idle, active } = now);
    }
    return isBusy;
  };
}
