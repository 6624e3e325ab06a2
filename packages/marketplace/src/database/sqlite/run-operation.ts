import type { Statement as PreparedStatement } from 'better-sqlite3';
import { createBoundedMap } from '../../structures/bounded-map.ts';
import {
  SingleStatement,
  type Operation,
  type Statement,
  type StatementOutcome,
} from '../operation.ts';
import type { Connection } from './connection.ts';

/** There are few distinct statements; the bound guards against one built from values by mistake. */
const MAX_STATEMENTS = 500;

export type Execute = (statement: Statement) => StatementOutcome;

/** Runs statements on one connection and prepares each text once. */
export function createExecutor(connection: Connection): Execute {
  const statements = createBoundedMap<PreparedStatement>({ max: MAX_STATEMENTS });
  return ({ sql, parameters }) => {
    const statement = statements.getOrCompute(sql, () => connection.prepare(sql));
    if (!statement.reader) {
      return { rows: [], changes: statement.run(...parameters).changes };
    }
    const rows = statement.all(...parameters);
    return { rows, changes: rows.length };
  };
}

/** Runs an operation to its end, synchronously. */
export function runOperation<Result>(
  execute: Execute,
  operation: SingleStatement<Result> | Operation<Result>,
): Result {
  if (operation instanceof SingleStatement) return operation.result(execute(operation));
  let step = operation.next();
  while (!step.done) step = operation.next(execute(step.value));
  return step.value;
}
