import { readFileSync } from 'node:fs';

/** SQLite writes a page to its log in two calls: this much about it, and then the page. */
const FRAME_HEAD_BYTES = 24;

/** What a process has written in all, in how many calls. */
export interface Writes {
  bytes: number;
  calls: number;
}

/** What this process has written so far, to files and whatever else. Linux only. */
export function readWrites(): Writes {
  const io = readFileSync('/proc/self/io', 'utf8');
  const of = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1]);
  return { bytes: of('wchar'), calls: of('syscw') };
}

export interface Pages {
  /** To the write-ahead log. */
  log: number;
  /** From there to the file, by checkpoints. */
  file: number;
}

/**
 * How many pages SQLite has written between two readings, in a process that writes nothing else. Each
 * page of the log is two calls and its bytes and 24, each page of the file one call and its bytes: two
 * equations for two numbers.
 */
export function pagesWritten(from: Writes, to: Writes, pageBytes: number): Pages {
  const calls = to.calls - from.calls;
  const pages = (to.bytes - from.bytes) / pageBytes;
  const log = (calls - pages) / (1 - FRAME_HEAD_BYTES / pageBytes);
  return { log, file: calls - 2 * log };
}
