import { schedule } from 'node-cron';
import type { Clock } from '../market/outside.ts';

const EVERY_SECOND = '* * * * * *';

/**
 * Calls `tick` once a second, even while a chore of an earlier tick still runs: a slow chore delays
 * no other, and the ticker does not start it again.
 */
export function startSchedule(
  clock: Pick<Clock, 'now'>,
  tick: (nowMs: number) => Promise<void>,
): { stop(): Promise<void>; idle(): Promise<void> } {
  const running = new Set<Promise<void>>();
  const run = () => {
    const ended = tick(clock.now()).finally(() => running.delete(ended));
    running.add(ended);
  };
  const task = schedule(EVERY_SECOND, run, { timezone: 'UTC' });
  return {
    async stop() {
      await task.destroy();
    },
    /** Resolves when no chore runs. */
    async idle() {
      await Promise.all(running);
    },
  };
}
