import { performance } from 'node:perf_hooks';

const WINDOW_MS = 20;
const BUSY_BELOW_IDLE_SHARE = 0.15;

interface LoopTimes {
  /** Milliseconds so far in which the event loop waited for something to do. */
  idle: number;
  active: number;
}

/**
 * Returns whether the event loop was idle for less than 15 % of the last window of 20 ms or more.
 */
export function createLoopBusyCheck(
  read: () => LoopTimes = () => performance.eventLoopUtilization(),
): () => boolean {
  let { idle, active } = read();
  let isBusy = false;
  return () => {
    const now = read();
    const elapsedMs = now.idle - idle + now.active - active;
    if (elapsedMs >= WINDOW_MS) {
      isBusy = (now.idle - idle) / elapsedMs < BUSY_BELOW_IDLE_SHARE;
      ({ idle, active } = now);
    }
    return isBusy;
  };
}
