/** Names of the schema, which Postgres gives with an error. */
const NAMES = ['constraint', 'schema', 'table', 'column', 'dataType', 'routine'] as const;

/** SQLite says in its message which columns a constraint is of; nothing else of that is taken. */
const SQLITE_CONSTRAINT = /^[A-Z ]+ constraint failed: (\w+\.\w+(?:, \w+\.\w+)*)$/;

const textOf = (error: object, field: string): string | undefined => {
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : undefined;
};

/** What a log may say of a failed statement: codes and names, never the value of a row. */
export class DatabaseFailure extends Error {
  /** SQLSTATE, SQLite's code, or the system's; empty where there is none. */
  readonly code: string;
  /** The operation that asked, where it has a name. */
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

/** Whether a database wrote the message: Postgres' errors have a severity, SQLite's codes a prefix. */
const isOfDatabase = (error: Error) =>
  textOf(error, 'severity') !== undefined ||
  (textOf(error, 'code')?.startsWith('SQLITE_') ?? false);

/**
 * Whether the message may repeat what somebody sent: a database quotes the value that it could not
 * take, JSON.parse the text that it could not read, Node the argument that it was given.
 */
export const mayQuote = (error: Error): boolean =>
  isOfDatabase(error) ||
  error instanceof SyntaxError ||
  (textOf(error, 'code')?.startsWith('ERR_INVALID_') ?? false);

function namesOf(error: Error): DatabaseFailure['names'] {
  if (!isOfDatabase(error)) return {};
  const names: DatabaseFailure['names'] = {};
  for (const name of NAMES) {
    const value = textOf(error, name);
    if (value !== undefined) names[name] = value;
  }
  const columns = SQLITE_CONSTRAINT.exec(error.message)?.[1];
  return columns === undefined ? names : { ...names, constraint: columns };
}

/**
 * An error of a statement without what may be values: neither its message, nor its detail and
 * context, nor its cause. What the way to the database says is kept ("connect ECONNREFUSED …").
 */
export function withoutValues(error: unknown, operation?: string): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error;
  const {
    code = '',
    name,
    message,
  } = error instanceof Error
    ? { code: textOf(error, 'code'), name: error.name, message: error.message }
    : { name: typeof error, message: '' };
  const isKept = error instanceof Error && !mayQuote(error);
  return new DatabaseFailure(isKept ? message : `A statement failed (${code || name}).`, {
    code,
    operation: operation || undefined,
    names: error instanceof Error ? namesOf(error) : {},
  });
}
