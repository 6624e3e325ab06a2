import { StorageUnavailable } from '../../market/refusal.ts';
import { mayContainInput, toDatabaseFailure } from '../failure.ts';
import { type Operation, SingleStatement } from '../operation.ts';
import type { Execute } from './connection.ts';

/** SQLite's codes for problems of the disk or the file rather than of the statement. */
const UNAVAILABLE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|CORRUPT|NOTADB|NOMEM)/;

/**
 * The error that use cases see, without values of rows: `StorageUnavailable` if the database could
 * not run the statement.
 */
export function toStorageError(error: unknown, operation?: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (UNAVAILABLE.test(code)) return new StorageUnavailable(toDatabaseFailure(error, operation));
  return error instanceof Error && mayContainInput(error)
    ? toDatabaseFailure(error, operation)
    : error;
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
