import type { Accompany } from '../domain/store.ts';
import type { Dialect, Operation } from './operation.ts';

type Operate<Args, Result> = (dialect: Dialect, args: Args) => Operation<Result>;

export type Run = <Args, Result>(operation: Operate<Args, Result>, args: Args) => Promise<Result>;

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
}
