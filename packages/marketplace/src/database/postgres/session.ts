import type { Pool, QueryConfig } from 'pg';
import {
  SingleStatement,
  type Operation,
  type Statement,
  type StatementOutcome,
} from '../operation.ts';
import { breaksConnection, StatementFailed } from './storage-error.ts';
import type { Transaction } from '../engine.ts';

/** One connection, while an operation uses it. */
export interface Session {
  execute(statement: Statement): Promise<StatementOutcome>;
}

/** Postgres cannot store NUL in text, so no row holds one: a search for it finds nothing. */
function withoutNul(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNul);
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\uFFFD')
    : value;
}

/** Converts a statement for the driver. */
export const toQuery = ({ sql, parameters, name }: Statement): QueryConfig => ({
  text: sql,
  values: parameters.map(withoutNul),
  ...(name ? { name } : {}),
});

/** Runs an operation, one statement after the other. */
export async function runOperation<Result>(
  { execute }: Pick<Session, 'execute'>,
  operation: SingleStatement<Result> | Operation<Result>,
): Promise<Result> {
  if (operation instanceof SingleStatement) return operation.result(await execute(operation));
  let step = operation.next();
  while (!step.done) step = operation.next(await execute(step.value));
  return step.value;
}

/** A connection on which these fail may still be in the transaction. */
const ENDS = /^(commit|rollback)$/i;

/** Runs the work on a connection of the pool. */
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

/** A transaction of this engine; pg-boss writes its jobs in it too. */
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

/** Gives code with SQL of its own (pg-boss) access to a transaction. */
export function databaseOf(transaction: Transaction) {
  if (!(transaction instanceof PostgresTransaction)) {
    throw new TypeError('The transaction belongs to a different engine.');
  }
  return {
    async executeSql(sql: string, parameters: unknown[] = []) {
      const { rows } = await transaction.execute({ sql, parameters });
      return { rows: [...rows] };
    },
  };
}

/** Runs the work in one transaction. */
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
    // If this fails the connection is closed, which rolls back too.
    await run('ROLLBACK').catch(() => undefined);
    throw error;
  }
  await run('COMMIT');
  for (const call of transaction.committed) call();
  return result;
}

/** Runs work that only reads, on one snapshot. */
export async function inSnapshot<Result>(
  session: Session,
  work: () => Promise<Result>,
): Promise<Result> {
  const run = (sql: string) => session.execute({ sql, parameters: [] });
  await run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    return await work();
  } finally {
    // Nothing was written; a connection on which this fails is closed.
    await run('COMMIT').catch(() => undefined);
  }
}
