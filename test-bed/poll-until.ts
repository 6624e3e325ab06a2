const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 200;

/**
 * Polls with growing pauses until the value is not `undefined`; rejects with `what` in the message
 * if the deadline passes first.
 */
export async function pollUntil<T>(
  what: string,
  poll: () => Promise<T | undefined> | T | undefined,
  withinMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.3, MAX_PAUSE_MS)) {
    const value = await poll();
    if (value !== undefined) return value;
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
