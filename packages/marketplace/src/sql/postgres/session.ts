import type { Pool, QueryConfig } from 'pg';
import { withoutValues } from '../../domain/database-failure.ts';
import type { Transaction } from '../../domain/store.ts';
import {
  SingleStatement,
  type Operation,
  type Statement,
  type StatementOutcome,
} from '../operation.ts';
import { breaksConnection, storageError } from './storage-error.ts';

/** One connection, for as long as an operation has it. */
export interface Session {
  execute(statement: Statement): Promise<StatementOutcome>;
}

/** The error of a statement, as it came; `asStored` makes of it what a verb sees. */
export class StatementFailed extends Error {
  constructor(cause: unknown) {
    super('A statement failed.', { cause });
    this.name = 'StatementFailed';
  }
}

/** Postgres' text holds no NUL, and so does no row: what asks for one finds nothing. */
function withoutNul(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNul);
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\uFFFD')
    : value;
}

/** A statement as the driver takes it. */
export const toQuery = ({ sql, parameters, name }: Statement): QueryConfig => ({
  text: sql,
  values: parameters.map(withoutNul),
  ...(name ? { name } : {}),
});

/** Runs an operation to its end, one statement after the other. */
export async function runOperation<Result>(
  { execute }: Pick<Session, 'execute'>,
  operation: SingleStatement<Result> | Operation<Result>,
): Promise<Result> {
  if (operation instanceof SingleStatement) return operation.result(await execute(operation));
  let step = operation.next();
  while (!step.done) step = operation.next(await execute(step.value));
  return step.value;
}

/** Who cannot end a transaction may be in it still. */
const ENDS = /^(commit|rollback)$/i;

/** Lends a connection of the pool. */
export async function withSession<Result>(
  pool: Pool,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new StatementFailed(error);
  });
  let broken = false;
  async function execute(statement: Statement): Promise<StatementOutcome> {
    try {
      const result = await client.query(toQuery(statement));
      return { rows: result.rows, changes: result.rowCount ?? 0 };
    } catch (error) {
      broken ||= breaksConnection(error) || ENDS.test(statement.sql);
      throw new StatementFailed(error);
    }
  }
  try {
    return await use({ execute });
  } finally {
    client.release(broken);
  }
}

/** A transaction of this engine, as other code of ours that speaks to Postgres may use it. */
class PostgresTransaction implements Transaction {
  readonly execute: Session['execute'];
  readonly committed: (() => void)[] = [];

  constructor({ execute }: Session) {
    this.execute = execute;
  }

  afterCommit(callback: () => void): void {
    this.committed.push(callback);
  }
}

/** A transaction of this engine for code that has its SQL as text and values. */
export function databaseOf(transaction: Transaction) {
  if (!(transaction instanceof PostgresTransaction)) {
    throw new TypeError('The transaction is of another engine.');
  }
  return {
    async executeSql(sql: string, parameters: unknown[] = []) {
      const { rows } = await transaction.execute({ sql, parameters });
      return { rows: [...rows] };
    },
  };
}

/** All of the work or nothing of it. */
export async function inTransaction<Result>(
  session: Session,
  work: (transaction: PostgresTransaction) => Promise<Result>,
): Promise<Result> {
  const run = (sql: string) => session.execute({ sql, parameters: [] });
  const transaction = new PostgresTransaction(session);
  await run('BEGIN');
  let result: Result;
  try {
    result = await work(transaction);
  } catch (error) {
    // A connection that cannot even roll back is closed, which does the same.
    await run('ROLLBACK').catch(() => undefined);
    throw error;
  }
  await run('COMMIT');
  for (const call of transaction.committed) call();
  return result;
}

/** What the work reads is of one moment; it writes nothing. */
export async function inSnapshot<Result>(
  session: Session,
  work: () => Promise<Result>,
): Promise<Result> {
  const run = (sql: string) => session.execute({ sql, parameters: [] });
  await run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    return await work();
  } finally {
    // What was read is read; a connection on which this fails is closed.
    await run('COMMIT').catch(() => undefined);
  }
}

/** What a verb sees of a failure: that the database is not there, or what it said, without values. */
export function asStored(error: unknown, operation?: string): unknown {
  if (error instanceof StatementFailed) return storageError(error.cause, operation);
  return error instanceof SyntaxError ? withoutValues(error, operation) : error;
}
