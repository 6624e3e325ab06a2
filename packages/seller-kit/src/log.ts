import { SIGNATURE_PROBLEMS, type SignatureProblem } from '@mkt/protocol/signing';

/** Where the kit logs what callers must not see. `console` is a valid logger. */
export interface Logger {
  /**
   * Receives what is not a problem, such as an unsigned call that was refused; without it, such lines are
   * not logged.
   */
  info?(message: string): void;
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}

/** Reads `console` on each call, so that a replacement is used. */
export const consoleLogger: Logger = {
  // oxlint-disable-next-line no-console -- the default logger is the console
  info: (message) => console.info(message),
  // oxlint-disable-next-line no-console -- the default logger is the console
  warn: (message) => console.warn(message),
  error(message, error) {
    // oxlint-disable-next-line no-console -- the default logger is the console
    console.error(message, ...(error === undefined ? [] : [error]));
  },
};

/** Anyone can send a call that is refused, so each reason is logged once in this time. */
const QUIET_MS = 60_000;

const HINTS: Partial<Record<SignatureProblem, string>> = {
  bad_signature:
    'Is the secret of the listing in MKT_SIGNING_SECRET? `mkt secrets pull` fetches it.',
  too_old: 'Is the clock of this machine right?',
  too_new: 'Is the clock of this machine right?',
};

export type LogRefusal = (reason: SignatureProblem) => void;

/**
 * Warns of calls that were refused for their signature, at most once a minute for each reason. A call
 * without one is no fault: `mkt publish` sends it to see that it is refused.
 */
export function createRefusalLog(name: string, logger: Logger, now: () => number): LogRefusal {
  const latest = new Map<SignatureProblem, { atMs: number; unlogged: number }>();
  return (reason) => {
    const before = latest.get(reason);
    const atMs = now();
    if (before && atMs - before.atMs < QUIET_MS) {
      before.unlogged++;
      return;
    }
    latest.set(reason, { atMs, unlogged: 0 });
    const hint = HINTS[reason] ? ` ${HINTS[reason]}` : '';
    const more = before?.unlogged ? ` ${before.unlogged} more since the last time.` : '';
    if (reason === 'missing_headers') {
      logger.info?.(`[mkt] ${name} refused an unsigned call with 401, as it should.${more}`);
      return;
    }
    logger.warn(
      `[mkt] ${name} refused a call with 401: ${SIGNATURE_PROBLEMS[reason]}.${hint}${more}`,
    );
  };
}
