import { DRAIN_MS } from '../market/limits.ts';
import type { Listening } from '../http/listen.ts';

const LAST_RESPONSES_MS = 1_000;

/**
 * Waits for calls and requests to end. Calls that take too long are aborted and settled as
 * interrupted, early enough for their callers to read the response.
 */
export async function drain(
  listening: Listening,
  drainCalls: () => Promise<void>,
  ending: AbortController,
): Promise<void> {
  const late = setTimeout(() => ending.abort(), DRAIN_MS);
  const cut = setTimeout(() => listening.destroy(), DRAIN_MS + LAST_RESPONSES_MS);
  const closed = listening.close();
  await drainCalls();
  await closed;
  clearTimeout(late);
  clearTimeout(cut);
  ending.abort();
  listening.destroy();
}
