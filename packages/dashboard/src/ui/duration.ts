export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** `41 ms`, `1.84 s`, `30.0 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(2)} s`;
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
