import { useSyncExternalStore } from 'react';
import { columnTime, exactTime, lastingTime, relativeTime, upperFirst } from './text.ts';

const TICK_MS = 10_000;
const SOON_MS = 1_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let nowMs = Date.now();

function tick(): void {
  nowMs = Date.now();
  for (const listener of listeners) listener();
}

/** One clock for all times of a page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // What has just been loaded may be later than the last tick.
  if (Date.now() - nowMs > SOON_MS) tick();
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The current time, in steps, so that values which depend on it are not computed again at every tick:
 * figures of whole hours follow the clock in steps of an hour.
 */
export const useNow = (stepMs: number): number =>
  useSyncExternalStore(subscribe, () => Math.floor(nowMs / stepMs) * stepMs);

interface RelativeTimeProps {
  at: string;
  /** Whether the heading of its column says UTC: its rows are told apart by the clock. */
  inUtcColumn?: boolean;
  /** Whether a line begins with it. */
  begins?: boolean;
}

/** How long ago, or how soon, or in a list when; the exact time on hover. */
export function RelativeTime({ at, inUtcColumn = false, begins = false }: RelativeTimeProps) {
  const shownNowMs = useSyncExternalStore(subscribe, () => nowMs);
  const atMs = Date.parse(at);
  const words = inUtcColumn ? columnTime(atMs, shownNowMs) : relativeTime(atMs, shownNowMs);
  return (
    <time dateTime={at} title={exactTime(atMs)}>
      {begins ? upperFirst(words) : words}
    </time>
  );
}

/** How long something has lasted; when it began on hover. */
export function Lasting({ since }: { since: string }) {
  const shownNowMs = useSyncExternalStore(subscribe, () => nowMs);
  const sinceMs = Date.parse(since);
  return (
    <time dateTime={since} title={exactTime(sinceMs)}>
      {lastingTime(sinceMs, shownNowMs)}
    </time>
  );
}
