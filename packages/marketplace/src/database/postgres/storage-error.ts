import { DatabaseError } from 'pg';
import { toDatabaseFailure } from '../failure.ts';
import { StorageUnavailable } from '../../market/refusal.ts';

/**
 * SQLSTATE classes that concern the server rather than the statement: connection, authorisation,
 * resources, operator intervention, system errors; a conflict that remains after every retry; a
 * read-only standby; a missing database.
 */
const UNAVAILABLE = /^(08|28|53|57|58|40|25006|3D000|55P03|55006)/;
/** serialization_failure and deadlock_detected. */
const CONFLICTS = new Set(['40001', '40P01']);

const codeOf = (error: unknown) => (error instanceof DatabaseError ? (error.code ?? '') : '');

/** A statement failed; the cause is the driver's error, unchanged. */
export class StatementFailed extends Error {
  constructor(cause: unknown) {
    super(`A database statement failed (${codeOf(cause) || 'no response'}).`, { cause });
    this.name = 'StatementFailed';
  }
}

/**
 * The error that use cases see, without values of rows: `StorageUnavailable` if the database could
 * not run the statement. Errors of the driver itself always concern the connection.
 */
export function toStorageError(error: unknown, operation?: string): unknown {
  if (!(error instanceof StatementFailed)) {
    return error instanceof SyntaxError ? toDatabaseFailure(error, operation) : error;
  }
  const { cause } = error;
  const failure = toDatabaseFailure(cause, operation);
  const isRejected = cause instanceof DatabaseError && !UNAVAILABLE.test(codeOf(cause));
  return isRejected ? failure : new StorageUnavailable(failure);
}

/** Whether a connection must not be used after this error. */
export function breaksConnection(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|57P)/.test(codeOf(error));
}

/** Whether a transaction lost against a concurrent one, and may succeed when it is repeated. */
export function isSerializationFailure(error: unknown): boolean {
  return error instanceof StatementFailed && CONFLICTS.has(codeOf(error.cause));
}

/** Whether the server cancelled a statement because it took too long. */
export function isCancelled(error: unknown): boolean {
  return error instanceof StatementFailed && codeOf(error.cause) === '57014';
}
