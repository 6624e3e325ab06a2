import { HOUR_MS } from '../market/limits.ts';
import type { Clock, Log } from '../market/outside.ts';
import type { Store } from './context.ts';
import { systemClock } from './outside.ts';

/** A clock that shows the time of another machine, and runs as steadily as that of this one. */
export interface DatabaseClock extends Clock {
  /** @param aheadMs how far its time is ahead of the monotonic clock of this process */
  follow(aheadMs: number): void;
}

export function createDatabaseClock(): DatabaseClock {
  let ahead = systemClock.now() - systemClock.monotonic();
  return {
    ...systemClock,
    now: () => systemClock.monotonic() + ahead,
    follow: (aheadMs) => (ahead = aheadMs),
  };
}

/** A correction of the clock by up to this much is ignored. */
const MAX_CORRECTION_MS = 5_000;

/**
 * Compares the database's clock, by which rows are measured, with the monotonic clock, which is never
 * set. After a step in either direction, or a suspension of this process, no order has waited too long
 * and no lease has expired because of it: every wait starts again. Code that measures ages calls `check`
 * first.
 */
export function createClockWatch({
  store,
  clock,
  log,
}: {
  store: Pick<Store, 'now' | 'restartWaits'>;
  clock: Pick<Clock, 'monotonic'> & Partial<Pick<DatabaseClock, 'follow'>>;
  log: Log;
}) {
  let known: { aheadMs: number; precisionMs: number } | undefined;
  let mustRestart = false;
  let setAtMs = -Infinity;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    const startedMs = clock.monotonic();
    const nowMs = await store.now();
    const precisionMs = (clock.monotonic() - startedMs) / 2;
    const aheadMs = nowMs - startedMs - precisionMs;
    const stepMs = known ? aheadMs - known.aheadMs : 0;
    // A process that was suspended while it read the clock learns little from it.
    const unknownMs = precisionMs + (known?.precisionMs ?? 0);
    if (!known || Math.abs(stepMs) > unknownMs || precisionMs < known.precisionMs) {
      known = { aheadMs, precisionMs };
      clock.follow?.(aheadMs);
    }
    if (Math.abs(stepMs) > unknownMs + MAX_CORRECTION_MS) {
      log.warn(
        { stepMs: Math.round(stepMs) },
        'the clock of the database was set; every wait that it measures starts again',
      );
      mustRestart = true;
      setAtMs = clock.monotonic();
    }
    if (!mustRestart) return;
    await store.restartWaits();
    mustRestart = false;
  }

  return {
    /** Rejects if the database cannot be read; then nothing may be judged by its age. */
    check: (): Promise<void> => (checking ??= check().finally(() => (checking = undefined))),
    /** This process was suspended, so nothing that waited for it is too late. */
    suspended(): void {
      log.warn(
        {},
        'this process was suspended; everything that waited for it starts its wait again',
      );
      mustRestart = true;
    },
    /** The latest time that the database's clock can show now, unless it was set since `check`. */
    latestMs: () =>
      known ? Math.floor(clock.monotonic() + known.aheadMs + MAX_CORRECTION_MS) : undefined,
    /** Whether the clock was set within the last hour: what seems old may not be. */
    isInDoubt: () => clock.monotonic() - setAtMs < HOUR_MS,
  };
}

export type ClockWatch = ReturnType<typeof createClockWatch>;
