import type { Dialect, Operation } from './operation.ts';

type Operate<Args, Result> = (dialect: Dialect, args: Args) => Operation<Result>;

/** How an engine runs operations: reads at once, writes as its transactions go. */
export interface Engine {
  read<Args, Result>(operation: Operate<Args, Result>, args: Args): Promise<Result>;
  write<Args, Result>(operation: Operate<Args, Result>, args: Args): Promise<Result>;
}
