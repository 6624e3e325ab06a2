import type { Reader } from '../domain/reader.ts';
import type { Accompany } from '../domain/store.ts';
import type { Dialect, LookUp, Operate, Single, SingleStatement } from './operation.ts';

/**
 * Operations of one kind that may be run as one: what every order takes. Each is answered as if it
 * had been run alone, in the order of the arguments. Those that are run together are a single
 * statement, whole or nothing: none is stored when another one fails.
 */
export interface Together<Args, Result> extends LookUp<Args, Result> {
  of: 'look-ups' | 'writes';
  /** All of them, where a statement is dear. */
  many(dialect: Dialect, all: readonly Args[]): SingleStatement<Result[]>;
  /** It writes orders and their keys, and so nothing that a remembered look-up is made of. */
  ofOrders?: true;
  /** Characters of an argument, where they may be many. */
  weigh?(args: Args): number;
}

/** How an engine runs operations: reads at once, writes as its transactions go. */
export interface Engine {
  /**
   * A look-up by a key, on the main thread, or on a connection that orders need. All statements of an
   * operation see the database as it is at one moment. They write nothing.
   */
  read<Args, Result>(operation: Operate<Args, Result>, args: Args): Promise<Result>;
  /**
   * A list: in a thread or on a connection of its own, in turns with other readers, all its
   * statements on one snapshot, which has whatever was committed before it was asked for. Rejects
   * with the refusal `overloaded` when too many wait, or when it takes too long.
   */
  list<Args, Result>(operation: Operate<Args, Result>, args: Args, reader: Reader): Promise<Result>;
  /**
   * All of the operation and of what accompanies it, or nothing. Its statements do not see one
   * moment where others write at the same time: each sees what was committed when it began, as
   * whoever waited for a lock has to. What must not have changed between two of them is asked for
   * by the statement that writes (`version = …`), or locked before it is read.
   */
  write<Args, Result>(
    operation: Operate<Args, Result>,
    args: Args,
    accompany?: Accompany<Result>,
  ): Promise<Result>;
  /** A write that needs no transaction around it. */
  writeOnce<Args, Result>(operation: Single<Args, Result>, args: Args): Promise<Result>;
  /** One of many: where a statement is dear, those that are asked for at once are run as one. */
  together<Args, Result>(kind: Together<Args, Result>, args: Args): Promise<Result>;
}
