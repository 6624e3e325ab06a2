import type { Reader } from '../market/caller.ts';
import { createDurations, createDurationsBy, type Durations } from '../structures/durations.ts';
import type {
  BuildOperation,
  BuildStatement,
  Dialect,
  Lookup,
  Operation,
  SingleStatement,
} from './operation.ts';

/**
 * An operation of the activation path; several of them can run as one statement. The results are the same
 * as if they ran one by one in the given order. The statement is atomic: if one of them fails, none is
 * stored.
 */
export interface BatchedOperation<Args, Result> extends Lookup<Args, Result> {
  kind: 'lookup' | 'write';
  /**
   * All of them in one statement, for an engine on which each statement is a round trip; or in one
   * transaction, if a statement has to wait for the locks of another.
   */
  many(dialect: Dialect, all: readonly Args[]): SingleStatement<Result[]> | Operation<Result[]>;
  /** Set when the operation writes no row that a cached lookup reads: the read cache stays valid. */
  keepsReadCache?: true;
  /** How many batches may be in flight; by default as many as suits a single statement. */
  maxInFlight?: number;
  /** Characters of the arguments, where they may be large. */
  sizeOf?(args: Args): number;
}

/** How long the work of this process on its database has taken. */
export const createDatabaseTimings = () => ({
  /**
   * By kind: lookups, apart from those of the read cache; writes, from BEGIN (on Postgres from the
   * request for a connection) to the end of COMMIT; lists, once it is their turn.
   */
  transactions: createDurationsBy(['read', 'write', 'list']),
  /** COMMIT alone; on Postgres, of transactions with several statements. */
  commits: createDurations(),
});

export type DatabaseTimings = ReturnType<typeof createDatabaseTimings>;

/** Measures work, whether it succeeds or fails. */
export async function timed<Result>(
  durations: Durations,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedMs = performance.now();
  try {
    return await work();
  } finally {
    durations.observe(performance.now() - startedMs);
  }
}

/** Runs operations on a database. */
export interface Engine {
  /**
   * Looks something up by a key, on the main thread or on a connection that orders use too. All
   * statements of the operation read one snapshot. It writes nothing.
   */
  read<Args, Result>(operation: BuildOperation<Args, Result>, args: Args): Promise<Result>;
  /**
   * Reads a list in a thread or on a connection apart from orders, in turns with other readers. All
   * statements read one snapshot, which includes everything committed before the call. Rejects with
   * the refusal `overloaded` when too many lists wait or this one takes too long.
   */
  list<Args, Result>(
    operation: BuildOperation<Args, Result>,
    args: Args,
    reader: Reader,
  ): Promise<Result>;
  /**
   * Runs the operation and the hook in one transaction. Its statements do NOT read one snapshot:
   * each sees what was committed when it began, which it must after waiting for a lock. A value that
   * must not change between two statements is compared by the statement that writes (`version = …`)
   * or locked before it is read.
   */
  write<Args, Result>(
    operation: BuildOperation<Args, Result>,
    args: Args,
    hook?: TransactionHook<Result>,
  ): Promise<Result>;
  /** Runs a write of one statement, which needs no transaction around it. */
  writeOnce<Args, Result>(operation: BuildStatement<Args, Result>, args: Args): Promise<Result>;
  /**
   * Runs one operation; an engine on which each statement is a round trip runs concurrent ones as a
   * single statement, which reads one snapshot.
   */
  batch<Args, Result>(operation: BatchedOperation<Args, Result>, args: Args): Promise<Result>;
}

/** The engine of a process that has no one to take turns with: its lists may take as long as they need. */
export const withoutTurns = (engine: Engine): Engine => ({
  ...engine,
  list: (operation, args) => engine.read(operation, args),
});

/** Reads as `Engine.read` does, one operation after the other, all on one snapshot. */
export type ReadSnapshot = Engine['read'];

/** Writes as `Engine.write` does, one operation after the other. */
export type WriteOperation = <Args, Result>(
  operation: BuildOperation<Args, Result>,
  args: Args,
) => Promise<Result>;

/** A write in progress; its contents are private to the database engine. */
export interface Transaction {
  /** Calls `callback` once the write is on disk; never if it is rolled back. */
  afterCommit(callback: () => void): void;
}

/** Writes what must be stored in the same transaction as a row, such as its job. */
export type TransactionHook<Row> = (transaction: Transaction, row: Row) => void | Promise<void>;
