import { StorageUnavailable } from '../market/refusal.ts';

/** The names of tables, columns and so on that Postgres attaches to an error. */
const NAMES = ['constraint', 'schema', 'table', 'column', 'dataType', 'routine'] as const;

/** SQLite names the columns of a violated constraint only in its message. */
const SQLITE_CONSTRAINT = /^[A-Z ]+ constraint failed: (\w+\.\w+(?:, \w+\.\w+)*)$/;

const textOf = (error: object, field: string): string | undefined => {
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : undefined;
};

/** What may be logged about a failed statement: codes and names, never the value of a row. */
export class DatabaseFailure extends Error {
  /** SQLSTATE, SQLite's code or the system's error code; empty if there is none. */
  readonly code: string;
  /** The operation that ran the statement, if it has a name. */
  readonly operation: string | undefined;
  readonly names: Partial<Record<(typeof NAMES)[number], string>>;

  constructor(
    message: string,
    { code, operation, names }: Pick<DatabaseFailure, 'code' | 'operation' | 'names'>,
  ) {
    super(message);
    this.name = 'DatabaseFailure';
    this.code = code;
    this.operation = operation;
    this.names = names;
  }
}

/**
 * Whether the error comes from a database: errors of Postgres have a severity, codes of SQLite a
 * prefix.
 */
const isDatabaseError = (error: Error) =>
  textOf(error, 'severity') !== undefined ||
  (textOf(error, 'code')?.startsWith('SQLITE_') ?? false);

/**
 * Whether the message may quote input: a database quotes the value that it rejects, JSON.parse the
 * text that it cannot parse, Node the argument that it rejects.
 */
export const mayContainInput = (error: Error): boolean =>
  isDatabaseError(error) ||
  error instanceof SyntaxError ||
  (textOf(error, 'code')?.startsWith('ERR_INVALID_') ?? false);

function namesOf(error: Error): DatabaseFailure['names'] {
  if (!isDatabaseError(error)) return {};
  const names: DatabaseFailure['names'] = {};
  for (const name of NAMES) {
    const value = textOf(error, name);
    if (value !== undefined) names[name] = value;
  }
  const columns = SQLITE_CONSTRAINT.exec(error.message)?.[1];
  return columns === undefined ? names : { ...names, constraint: columns };
}

/** The code of an error when a database was restored or promoted, and not recovered yet. */
export const NOT_RECOVERED = 'not_recovered';

/** Whether a write failed because the disk of the database has no room. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof StorageUnavailable &&
  error.cause instanceof DatabaseFailure &&
  /^(SQLITE_FULL|53100)$/.test(error.cause.code);

/** Whether a row was refused because what it refers to does not exist. */
export const isMissingReference = ({ code }: DatabaseFailure): boolean =>
  code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === '23503';

/**
 * The error of a statement without anything that may be a value of a row: no message, detail,
 * context or cause. Connection errors keep their message ("connect ECONNREFUSED …").
 */
export function toDatabaseFailure(error: unknown, operation?: string): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error;
  const {
    code = '',
    name,
    message,
  } = error instanceof Error
    ? { code: textOf(error, 'code'), name: error.name, message: error.message }
    : { name: typeof error, message: '' };
  const keepsMessage = error instanceof Error && !mayContainInput(error);
  return new DatabaseFailure(
    keepsMessage ? message : `A database statement failed (${code || name}).`,
    {
      code,
      operation: operation || undefined,
      names: error instanceof Error ? namesOf(error) : {},
    },
  );
}

/** A secret that was sealed with a missing key or for another row, or was modified. */
export class UndecryptableSecret extends Error {
  constructor(cause?: unknown) {
    super('No key in MKT_ENCRYPTION_KEY can decrypt this secret.', { cause });
    this.name = 'UndecryptableSecret';
  }
}
