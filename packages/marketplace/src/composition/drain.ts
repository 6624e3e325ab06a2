import type { Listening } from '../http/listen.ts';

const DRAIN_MS = 32_000;
const LAST_ANSWERS_MS = 1_000;

/**
 * Ends calls and requests; what takes too long is given up, settled as interrupted, and answered so
 * within the last moment.
 */
export async function drain(
  listening: Listening,
  drainCalls: () => Promise<void>,
  ending: AbortController,
): Promise<void> {
  const late = setTimeout(() => ending.abort(), DRAIN_MS);
  const cut = setTimeout(() => listening.destroy(), DRAIN_MS + LAST_ANSWERS_MS);
  const answered = listening.close();
  await drainCalls();
  await answered;
  clearTimeout(late);
  clearTimeout(cut);
  ending.abort();
  listening.destroy();
}
