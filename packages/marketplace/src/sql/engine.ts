import type { Reader } from '../domain/reader.ts';
import type { Accompany } from '../domain/store.ts';
import type { Dialect, Operation } from './operation.ts';

type Operate<Args, Result> = (dialect: Dialect, args: Args) => Operation<Result>;

export type Run = <Args, Result>(operation: Operate<Args, Result>, args: Args) => Promise<Result>;

/**
 * Operations of one kind that may be run as one: what every order takes. Each is answered as if it
 * had been run alone, in the order of the arguments. Writes that are run together are a single
 * statement, whole or nothing: none is stored when another one fails.
 */
export interface Together<Args, Result> {
  of: 'look-ups' | 'writes';
  run(dialect: Dialect, all: readonly Args[]): Operation<Result[]>;
  /** Whether one is a single write where each is run alone. */
  isSingle?(args: Args): boolean;
  /** It writes orders and their keys, and so nothing that a look-up is remembered by. */
  ofOrders?: true;
  /** For a look-up of rows that no order changes: it may be answered with what was found before. */
  remember?: {
    by(args: Args): string;
    /** When time alone changes the answer, in Unix milliseconds; null for never. */
    until?(result: Result & {}): number | null;
  };
  /** Characters of an argument, where they may be many. */
  weigh?(args: Args): number;
}

/** How an engine runs operations: reads at once, writes as its transactions go. */
export interface Engine {
  /** One look-up by a key, of one statement: on the main thread, or on a connection that orders need. */
  read: Run;
  /**
   * A list: in a thread or on a connection of its own, in turns with other readers, all its
   * statements on one snapshot, which has whatever was committed before it was asked for. Rejects
   * with the refusal `overloaded` when too many wait, or when it takes too long.
   */
  list<Args, Result>(operation: Operate<Args, Result>, args: Args, reader: Reader): Promise<Result>;
  /** All of the operation and of what accompanies it, or nothing. */
  write<Args, Result>(
    operation: Operate<Args, Result>,
    args: Args,
    accompany?: Accompany<Result>,
  ): Promise<Result>;
  /**
   * An operation that writes with its first statement and reads with any other: that one is whole
   * by itself, and needs no transaction around it where a transaction is dear.
   */
  writeOnce: Run;
  /** One of many: where a statement is dear, those that are asked for at once are run as one. */
  together<Args, Result>(kind: Together<Args, Result>, args: Args): Promise<Result>;
}
