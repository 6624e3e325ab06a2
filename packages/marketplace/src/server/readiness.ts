import { DatabaseFailure, NOT_RECOVERED } from '../database/failure.ts';
import { type Clock, type Log, pause } from '../market/outside.ts';
import { StorageUnavailable } from '../market/refusal.ts';
import type { Storage } from './storage.ts';

/** Why a process should receive no requests (docs/operate/monitor.md#readiness). */
export type NotReady =
  | 'stopping'
  | 'disk_full'
  | 'disk_error'
  | 'read_only'
  | 'not_recovered'
  | 'damaged'
  | 'no_response'
  | 'unavailable';

/** Kubernetes waits a second for a response, unless told otherwise. */
const ANSWER_MS = 800;
/** However often it is asked for, the database is checked once in this time. */
const FRESH_MS = 500;
/** Where an order found no room, a small write may still find some. */
const FULL_MS = 5_000;

const REASONS: readonly [RegExp, NotReady][] = [
  [/^(SQLITE_FULL|53100)$/, 'disk_full'],
  [/^SQLITE_IOERR/, 'disk_error'],
  [/^(SQLITE_READONLY.*|25006)$/, 'read_only'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [new RegExp(`^${NOT_RECOVERED}$`), 'not_recovered'],
  // The driver's time limits have no code; the last one is the server's.
  [/^(|ETIMEDOUT|57014)$/, 'no_response'],
];

function reasonOf(error: unknown): NotReady {
  const cause = error instanceof StorageUnavailable ? error.cause : error;
  if (!(cause instanceof DatabaseFailure)) return 'unavailable';
  return REASONS.find(([pattern]) => pattern.test(cause.code))?.[1] ?? 'unavailable';
}

type Checked = Pick<Storage, 'checkWrite' | 'integrity'>;

/**
 * Whether orders can be stored now: a small write is committed. Simultaneous requests share one check,
 * and none waits for a check that hangs.
 */
export type Readiness = ReturnType<typeof createReadiness>;

export function createReadiness({ clock, log }: { clock: Clock; log: Log }) {
  let isStopping = false;
  let fullAtMs = -Infinity;
  let running: { sinceMs: number; ended: Promise<void> } | undefined;
  let endedAtMs = -Infinity;
  let reason: NotReady | undefined;

  function note(next: NotReady | undefined, err?: unknown): void {
    if (next !== reason && !isStopping) {
      if (next === undefined) log.info({}, 'ready again: orders can be stored');
      else log.error({ reason: next, err }, 'not ready: orders cannot be stored');
    }
    reason = next;
  }

  async function check({ checkWrite }: Checked): Promise<void> {
    try {
      await checkWrite();
      note(undefined);
    } catch (error) {
      note(reasonOf(error), error);
    } finally {
      running = undefined;
      endedAtMs = clock.monotonic();
    }
  }

  return {
    /** Why the process should receive no requests; undefined if it should. Resolves within a second. */
    async notReady(storage: Checked): Promise<NotReady | undefined> {
      const nowMs = clock.monotonic();
      if (isStopping) return 'stopping';
      if (storage.integrity?.state() === 'damaged') return 'damaged';
      if (nowMs - fullAtMs < FULL_MS) return 'disk_full';
      if (!running && nowMs - endedAtMs < FRESH_MS) return reason;
      running ??= { sinceMs: nowMs, ended: check(storage) };
      const { sinceMs, ended } = running;
      const late = new AbortController();
      await Promise.race([ended, pause(clock, sinceMs + ANSWER_MS - nowMs, late.signal)]);
      late.abort();
      if (running?.ended === ended) note('no_response');
      return reason;
    },
    /** The process is stopping: it should receive no more requests. */
    stop(): void {
      isStopping = true;
    },
    /** An order could not be stored because the disk is full. */
    noteDiskFull(): void {
      fullAtMs = clock.monotonic();
    },
  };
}
