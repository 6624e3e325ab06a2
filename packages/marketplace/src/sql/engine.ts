import type { Accompany } from '../domain/store.ts';
import type { Dialect, LookUp, Operation } from './operation.ts';

type Operate<Args, Result> = (dialect: Dialect, args: Args) => Operation<Result>;

export type Run = <Args, Result>(operation: Operate<Args, Result>, args: Args) => Promise<Result>;

/**
 * Operations of one kind that may be run as one: what every order takes. Each is answered as if it
 * had been run alone, in the order of the arguments. Writes that are run together are a single
 * statement, whole or nothing: none is stored when another one fails.
 */
export interface Together<Args, Result> extends LookUp<Args, Result> {
  of: 'look-ups' | 'writes';
  /** Whether one is a single write where each is run alone. */
  isSingle?(args: Args): boolean;
  /** It writes orders and their keys, and so nothing that a look-up is remembered by. */
  ofOrders?: true;
  /** Characters of an argument, where they may be many. */
  weigh?(args: Args): number;
}

/** How an engine runs operations: reads at once, writes as its transactions go. */
export interface Engine {
  read: Run;
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
