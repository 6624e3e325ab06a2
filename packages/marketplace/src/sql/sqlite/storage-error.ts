import { StorageUnavailable } from '../../domain/refusal.ts';

/** SQLite's codes for what is wrong with the disk or the file, not with the statement. */
const UNAVAILABLE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|CORRUPT|NOTADB|NOMEM)/;

/** The error that a verb sees: `StorageUnavailable` when the database could not do its part. */
export function storageError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return UNAVAILABLE.test(code) ? new StorageUnavailable(error) : error;
}
