import { renameSync, writeFileSync } from 'node:fs';

/** The wall clock of real processes, which a test sets: see `wall-clock.mjs`. */
export interface WallClock {
  /** The environment of the processes that have it. */
  env: Record<string, string>;
  /** Sets it this much ahead of the clock of the machine; behind it, if negative. */
  set(aheadMs: number): void;
}

/** @param file holds the time; it must not exist */
export function createWallClock(file: string): WallClock {
  function set(aheadMs: number): void {
    writeFileSync(`${file}.new`, String(aheadMs));
    renameSync(`${file}.new`, file);
  }
  set(0);
  const preload = new URL('wall-clock.mjs', import.meta.url).href;
  return { env: { NODE_OPTIONS: `--import=${preload}`, WALL_CLOCK_FILE: file }, set };
}
