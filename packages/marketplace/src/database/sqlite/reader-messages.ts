import type { Statement } from '../operation.ts';

/** The worker data of a reader thread. */
export interface ReaderThreadOptions {
  path: string;
  /** One integer: the number of the list to cancel. */
  cancelled: SharedArrayBuffer;
}

/** A list's statements arrive one after the other; the first begins its snapshot, `end` ends it. */
export type ReaderRequest =
  | {
      kind: 'statement';
      list: number;
      statement: Pick<Statement, 'sql' | 'parameters'>;
      /** The value of `mkt_now()`. */
      nowMs: number;
    }
  | { kind: 'end' }
  | { kind: 'close' };

/** `failed` has SQLite's error code, or an empty one for other errors. */
export type ReaderResponse =
  | { kind: 'ready' }
  | { kind: 'rows'; rows: readonly unknown[] }
  | { kind: 'cancelled' }
  | { kind: 'failed'; message: string; code: string };
