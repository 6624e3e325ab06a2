import { DatabaseError } from 'pg';
import { withoutValues } from '../../domain/database-failure.ts';
import { StorageUnavailable } from '../../domain/refusal.ts';

/**
 * Classes of SQLSTATE that tell of the server and not of the statement: connection, authorisation,
 * resources, intervention, system; a deadlock that went on after every try; a standby, which only
 * reads; a database that is not there.
 */
const UNAVAILABLE = /^(08|28|53|57|58|40|25006|3D000|55P03|55006)/;
/** The transaction lost to another one, and may well win when it is done again. */
const LOST = new Set(['40001', '40P01']);

const codeOf = (error: unknown) => (error instanceof DatabaseError ? (error.code ?? '') : '');

/**
 * The error that a verb sees, without values of rows: `StorageUnavailable` when the database could
 * not do its part. What comes from the driver and not from the server is always the connection.
 */
export function storageError(error: unknown, operation?: string): Error {
  const failure = withoutValues(error, operation);
  const isRefused = error instanceof DatabaseError && !UNAVAILABLE.test(codeOf(error));
  return isRefused ? failure : new StorageUnavailable(failure);
}

/** Whether a connection is no more to be used after this error. */
export function breaksConnection(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|57P)/.test(codeOf(error));
}

export function lostToAnother(error: unknown): boolean {
  return LOST.has(codeOf(error));
}

/** Whether the server ended a statement because it took too long. */
export function isCancelled(error: unknown): boolean {
  return codeOf(error) === '57014';
}
