import { mayContainInput, toDatabaseFailure } from '../failure.ts';
import { StorageUnavailable } from '../../market/refusal.ts';

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
