import { schedule } from 'node-cron';
import type { Job, Jobs } from '../listings/review.ts';
import { REVIEW_LIMITS } from '../market/limits.ts';
import type { Clock } from '../market/outside.ts';
import { createFairQueue } from '../structures/async.ts';

interface LocalJobs extends Jobs {
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
  /** Starts nothing more; resolves when the running jobs have ended. */
  close(): Promise<void>;
}

/**
 * Jobs of a single process, in memory. The rows decide what there is to do, and `wake-reviews`
 * queues those without a job. A listing whose review is queued or running is not queued again.
 * Accounts take turns.
 */
export function createLocalJobs(options: {
  reviewProvider(listingId: string): Promise<unknown>;
  /** Simultaneous reviews of one account. */
  reviewsPerAccount: number;
  onError(error: unknown, kind: Job['kind']): void;
}): LocalJobs {
  const queued = new Set<string>();
  const reviews = createFairQueue<string>({
    atOnce: REVIEW_LIMITS.atOnce,
    perGroup: options.reviewsPerAccount,
    async run(listingId) {
      try {
        await options.reviewProvider(listingId);
      } catch (error) {
        // The row is still under review: `wake-reviews` queues it again.
        options.onError(error, 'review-provider');
      } finally {
        queued.delete(listingId);
      }
    },
  });

  function start({ listingId, accountId }: Job): void {
    if (queued.has(listingId)) return;
    queued.add(listingId);
    reviews.add(accountId, listingId);
  }

  return {
    enqueue(job, transaction) {
      if (transaction) transaction.afterCommit(() => start(job));
      else start(job);
    },
    idle: reviews.idle,
    close: reviews.close,
  };
}

/** Work at calendar times. */
export interface CalendarWork {
  /** A cron expression of five fields, in UTC. */
  cron: string;
  /** Must not reject. */
  run(): Promise<void>;
}

const BEAT_MS = 1_000;
/** A process that beats this much too late was suspended. */
const SUSPENDED_MS = 5_000;

const ignored = () => undefined;
/** node-cron writes nothing: what is missed while a process is suspended runs at its next time. */
const SILENT = { info: ignored, warn: ignored, error: ignored, debug: ignored };

const startCalendar = (works: readonly CalendarWork[]) =>
  works.map(({ cron, run }) => schedule(cron, run, { timezone: 'UTC', logger: SILENT }));

/**
 * Calls `tick` once a second, even while a chore of an earlier tick still runs: a slow chore delays
 * no other, and the ticker does not start it again. The seconds are those of the monotonic clock; the
 * wall clock, which may be set, only decides about calendar times.
 */
export function startSchedule(
  clock: Clock,
  {
    tick,
    calendar = [],
    onSuspended = ignored,
  }: {
    /** Gets the time of the monotonic clock. */
    tick(nowMs: number): Promise<void>;
    calendar?: readonly CalendarWork[];
    /** Called before the first tick after the process was suspended. */
    onSuspended?(): void;
  },
): { stop(): Promise<void>; idle(): Promise<void> } {
  const running = new Set<Promise<void>>();
  const track = (work: Promise<void>) => {
    const ended = work.finally(() => running.delete(ended));
    running.add(ended);
  };
  const works = calendar.map(({ cron, run }) => ({
    cron,
    run: () => Promise.resolve(track(run())),
  }));
  let tasks = startCalendar(works);
  async function stopCalendar(): Promise<void> {
    for (const task of tasks) await task.destroy();
  }
  const offset = () => clock.now() - clock.monotonic();
  let offsetMs = offset();
  let dueMs = clock.monotonic() + BEAT_MS;

  function beat(): void {
    const nowMs = clock.monotonic();
    const isLate = nowMs - dueMs > SUSPENDED_MS;
    if (isLate) onSuspended();
    // node-cron would wait until the time that was next before the wall clock was set, or go through
    // every time in between.
    if (isLate || Math.abs(offset() - offsetMs) > SUSPENDED_MS) {
      void stopCalendar();
      tasks = startCalendar(works);
    }
    offsetMs = offset();
    dueMs = nowMs + BEAT_MS;
    cancel = clock.after(BEAT_MS, beat);
    track(tick(nowMs));
  }
  let cancel = clock.after(BEAT_MS, beat);

  return {
    async stop() {
      cancel();
      await stopCalendar();
    },
    /** Resolves when no chore runs. */
    async idle() {
      await Promise.all(running);
    },
  };
}
