import type { Statement } from '../operation.ts';

/** What a thread that reads is started with. */
export interface ReaderStart {
  path: string;
  /** One integer: the number of the list that is to be cut off. */
  cut: SharedArrayBuffer;
}

/** The statements of a list come one after the other; the first begins its snapshot, `end` ends it. */
export type ReaderQuestion =
  | {
      kind: 'statement';
      list: number;
      statement: Pick<Statement, 'sql' | 'parameters'>;
      /** What `mkt_now()` tells. */
      nowMs: number;
    }
  | { kind: 'end' }
  | { kind: 'close' };

/** `failed` has SQLite's code, where the error is SQLite's. */
export type ReaderReply =
  | { kind: 'ready' }
  | { kind: 'rows'; rows: readonly unknown[] }
  | { kind: 'cut' }
  | { kind: 'failed'; message: string; code: string };
