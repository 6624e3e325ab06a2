/** `2026-11-21 04:29:27Z`. */
export const formatTime = (iso: string | null): string | null =>
  iso === null ? null : iso.replace('T', ' ').replace(/\.\d+Z$/, 'Z');

/** `5 ms`, `1.2 s`, `5 s`. */
export const formatDuration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1).replace('.0', '')} s`;
