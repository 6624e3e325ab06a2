import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@mkt/client';
import type { Provider } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';

export interface ReviewWait {
  /** Default two minutes, since a review tries each network check three times. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called after each poll while the review is running. */
  onPoll?: ((provider: Provider) => void) | undefined;
}

const TIMEOUT_MS = 120_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

/** Waits until the review of a listing has ended, and returns the listing. */
export async function awaitReview(
  client: Client,
  id: string,
  { timeoutMs = TIMEOUT_MS, signal, onPoll }: ReviewWait = {},
): Promise<Provider> {
  const endsAt = performance.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
    const provider = await client.listings.get(id, { signal });
    if (provider.status !== 'pending_review') return provider;
    onPoll?.(provider);
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) throw stillInReview(provider);
    await pause(Math.min(pauseMs, leftMs), signal);
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    // Throw the reason itself, not Node's AbortError.
    signal?.throwIfAborted();
    throw error;
  }
}

const stillInReview = ({ slug }: Provider) =>
  new CliError(
    'wait_timeout',
    `${slug} is still under review. mkt stopped waiting; the review is still running.`,
    {
      next: `See the review: mkt listings show ${slug}`,
    },
  );
