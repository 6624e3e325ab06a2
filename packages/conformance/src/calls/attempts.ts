import { setTimeout as delay } from 'node:timers/promises';
import type { CheckEnvironment } from '../checks/check-environment.ts';
import type { Failure } from '../checks/outcomes.ts';

const ATTEMPTS = 3;
const PAUSES_MS = [500, 2000];

const CUT_OFF: Failure = {
  message: 'was not finished in time',
  fix: 'Try again; if it happens again, make the service answer faster.',
};

export interface AttemptFailure extends Failure {
  /** Another attempt cannot change it. */
  final?: boolean;
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}

/**
 * Repeats what a network check does until it succeeds: a service is flagged for what it is, not for
 * one bad moment.
 */
export async function withAttempts(
  { attempts = ATTEMPTS, wait = pause, signal }: CheckEnvironment,
  attempt: () => Promise<AttemptFailure | undefined>,
): Promise<Failure | undefined> {
  for (let tried = 1; ; tried++) {
    if (signal?.aborted) return CUT_OFF;
    const failure = await attempt();
    if (signal?.aborted && failure) return CUT_OFF;
    if (!failure) return undefined;
    const { final = false, ...told } = failure;
    if (final || tried >= attempts) return told;
    await wait(PAUSES_MS[tried - 1] ?? PAUSES_MS.at(-1) ?? 0, signal);
  }
}
