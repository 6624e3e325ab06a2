import { setTimeout as delay } from 'node:timers/promises';
import type { CheckEnvironment } from '../checks/check-environment.ts';
import type { Failure } from '../checks/outcomes.ts';

const ATTEMPTS = 3;
const PAUSES_MS = [500, 2000];

const TIMED_OUT: Failure = {
  message: 'did not finish in time',
  fix: 'Try again; if it happens again, make the service respond faster.',
};

export interface AttemptFailure extends Failure {
  /** Another attempt would fail in the same way. */
  final?: boolean;
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}

/**
 * Repeats a network check until it succeeds, so that a service is not flagged for a momentary
 * failure.
 */
export async function withAttempts(
  { attempts = ATTEMPTS, wait = pause, signal }: CheckEnvironment,
  attempt: () => Promise<AttemptFailure | undefined>,
): Promise<Failure | undefined> {
  for (let tried = 1; ; tried++) {
    if (signal?.aborted) return TIMED_OUT;
    const failure = await attempt();
    if (signal?.aborted && failure) return TIMED_OUT;
    if (!failure) return undefined;
    const { final = false, ...reported } = failure;
    if (final || tried >= attempts) return reported;
    await wait(PAUSES_MS[tried - 1] ?? PAUSES_MS.at(-1) ?? 0, signal);
  }
}
