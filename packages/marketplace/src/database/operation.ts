import { createHash } from 'node:crypto';
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../market/limits.ts';
import type { Database } from './tables.ts';

/** SQLite as operations see it: a kysely that only compiles, the clock and the caches. */
export interface SqliteDialect {
  name: 'sqlite';
  db: Kysely<Database>;
  /** The value of `mkt_now()`, for operations that would otherwise have to read it back. */
  now(): number;
  /** A lookup inside a write's transaction, through the read cache. */
  lookup<Args, Result>(lookup: Lookup<Args, Result>, args: Args): Result;
  storedBytes: StoredBytes;
}

/** An operation that SQLite runs one at a time, and may cache. */
export interface Lookup<Args, Result> {
  one(dialect: SqliteDialect, args: Args): SingleStatement<Result> | Operation<Result>;
  /** Set for lookups of rows that no order changes: the read cache may keep the result. */
  cache?: {
    key(args: Args): string;
    /**
     * The ids of the rows that the result was read from: it is dropped when one of them changes.
     * Only rows of the tables whose changes are listed (`migrations/columns.ts`).
     */
    rowIds(result: Result & {}, args: Args): readonly string[];
    /** When the result changes by the passing of time alone, in Unix milliseconds; null for never. */
    expiresAtMs?(result: Result & {}): number | null;
  };
}

/** Bytes of inputs and results that an account stored on a UTC day. */
export interface DayBytes {
  accountId: string;
  /** Days since the Unix epoch. */
  day: number;
  bytes: number;
}

/**
 * What accounts have stored. The table follows the log of settled orders in large steps, so that most
 * commits do not write it (`orders/sql-stored-bytes.ts`); what it lacks is kept in memory. An operation
 * that fails changes nothing.
 */
export interface StoredBytes {
  /**
   * Reads what the table lacks from the orders, once. Comes before a statement whose bytes are added, so
   * that they count once.
   */
  load(): void;
  /** In the current UTC day, including what this transaction adds. */
  today(accountId: string): number;
  /** An order has stored them at this time. */
  add(accountId: string, bytes: number, atMs: number): void;
  /** The table has them from now on. */
  move(counted: readonly DayBytes[]): void;
}

export type Dialect = SqliteDialect | { name: 'postgres'; db: Kysely<Database> };

export interface StatementOutcome {
  rows: readonly unknown[];
  /** Rows that an INSERT, UPDATE or DELETE touched. */
  changes: number;
}

/** SQL text and its parameters. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /** Set for prepared statements: the name under which Postgres keeps the parsed statement. */
  name?: string | undefined;
}

/**
 * A database operation as a generator of statements (docs/adr/0001). It can wait for nothing but its
 * own statements, so both engines, the synchronous and the asynchronous one, run it as one
 * uninterrupted transaction.
 */
export type Operation<Result> = Generator<Statement, Result, StatementOutcome>;

/**
 * An operation of exactly one statement, known by its type. It is atomic by itself, so engines run it
 * without a transaction. A longer operation includes it with `yield*`.
 */
export class SingleStatement<Result> implements Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly name: string | undefined;
  /** Reads the result from the outcome. */
  readonly result: (outcome: StatementOutcome) => Result;

  constructor({ sql, parameters, name }: Statement, result: (outcome: StatementOutcome) => Result) {
    this.sql = sql;
    this.parameters = parameters;
    this.name = name;
    this.result = result;
  }

  /** The same statement with its result converted. */
  as<Other>(make: (result: Result) => Other): SingleStatement<Other> {
    return new SingleStatement(this, (outcome) => make(this.result(outcome)));
  }

  *[Symbol.iterator](): Operation<Result> {
    return this.result(yield this);
  }
}

/** Builds one statement, whatever the arguments are. */
export type BuildStatement<Args, Result> = (
  dialect: Dialect,
  args: Args,
) => SingleStatement<Result>;

/** Builds an operation of one or more statements. */
export type BuildOperation<Args, Result> = (
  dialect: Dialect,
  args: Args,
) => SingleStatement<Result> | Operation<Result>;

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

const rowsOf = ({ rows }: StatementOutcome) => rows;
const firstOf = ({ rows }: StatementOutcome) => rows[0];
const changesOf = ({ changes }: StatementOutcome) => changes;

export const all = <Row>(query: Compilable<Row>): SingleStatement<Row[]> =>
  new SingleStatement(query.compile(), rowsOf as (outcome: StatementOutcome) => Row[]);

export const first = <Row>(query: Compilable<Row>): SingleStatement<Row | undefined> =>
  new SingleStatement(query.compile(), firstOf as (outcome: StatementOutcome) => Row | undefined);

/** A write that returns how many rows it touched. */
export const execute = (query: Compilable<unknown>): SingleStatement<number> =>
  new SingleStatement(query.compile(), changesOf);

/** `execute` for hand-written SQL. */
export const executeSql = (
  db: Kysely<Database>,
  query: RawBuilder<unknown>,
): SingleStatement<number> => new SingleStatement(query.compile(db), changesOf);

/** Marks the position of an argument while the statement is compiled. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

function preparedStatement<Args extends object>(
  build: (db: Kysely<Database>, args: Args) => Compilable<unknown>,
): (dialect: Dialect, args: Args) => Statement {
  const compiled = new WeakMap<Dialect, { sql: string; name: string; order: readonly unknown[] }>();
  const placeholders = new Proxy({} as Args, {
    get: (_, name) => new Placeholder(String(name)),
  });
  const compile = (dialect: Dialect) => {
    let ready = compiled.get(dialect);
    if (!ready) {
      const { sql, parameters } = build(dialect.db, placeholders).compile();
      ready = { sql, name: nameOf(sql), order: parameters };
      compiled.set(dialect, ready);
    }
    return ready;
  };
  return function statement(dialect, args) {
    const { sql, name, order } = compile(dialect);
    const parameters = order.map((parameter) =>
      parameter instanceof Placeholder ? args[parameter.name as keyof Args] : parameter,
    );
    return { sql, name, parameters };
  };
}

/**
 * A statement that kysely compiles once per dialect, so that each run only fills in its parameters:
 * 2 µs instead of 27 µs for building and compiling the query every time.
 */
export function prepared<Args extends object, Row>(
  build: (db: Kysely<Database>, args: Args) => Compilable<Row>,
): BuildStatement<Args, Row[]> {
  const statement = preparedStatement(build);
  const result = rowsOf as (outcome: StatementOutcome) => Row[];
  return (dialect, args) => new SingleStatement(statement(dialect, args), result);
}

/** `prepared` for a write that returns how many rows it touched. */
export function preparedWrite<Args extends object>(
  build: (db: Kysely<Database>, args: Args) => Compilable<unknown>,
): BuildStatement<Args, number> {
  const statement = preparedStatement(build);
  return (dialect, args) => new SingleStatement(statement(dialect, args), changesOf);
}

/** `prepared` for hand-written SQL. */
export function preparedSql<Args extends object, Row>(
  build: (args: Args) => RawBuilder<Row>,
): BuildStatement<Args, Row[]> {
  return prepared((db, args: Args) => ({ compile: () => build(args).compile(db) }));
}

/** Derived from the text, so that two versions of the program behind one pooler do not clash. */
function nameOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex').slice(0, 32);
}

/** The database's clock in Unix milliseconds; leases and ages are measured by it. */
export const now: RawBuilder<number> = sql<number>`mkt_now()`;

/** The current UTC day by the database's clock, in days since the Unix epoch. */
export const today: RawBuilder<number> = sql<number>`(mkt_now() / ${sql.lit(DAY_MS)})`;

/** `ms` from now by the database's clock. */
export function nowPlus(ms: number): RawBuilder<number> {
  return sql<number>`mkt_now() + ${sql.lit(ms)}`;
}

/** The time of the database's clock. */
export const readClock = ({ db }: Dialect): SingleStatement<number> =>
  first(db.selectNoFrom(now.as('now'))).as((row) => row?.now ?? 0);

/** The same in ISO 8601, as the accounts library stores times. */
export function* readIsoClock(dialect: Dialect): Operation<string> {
  return new Date(yield* readClock(dialect)).toISOString();
}

/** Whether a column is in a list; always one parameter, however long the list is. */
export function isOneOf(
  dialect: Dialect,
  column: string,
  values: readonly (string | number)[],
): RawBuilder<boolean> {
  const ref = sql.ref(column);
  return dialect.name === 'sqlite'
    ? sql<boolean>`${ref} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
    : sql<boolean>`${ref} = ANY(${values})`;
}

const TIMESTAMP_DIGITS = 12;

/** The smallest UUID v7 of a time (Unix milliseconds): ids that were created earlier sort before it. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(TIMESTAMP_DIGITS, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, TIMESTAMP_DIGITS)}-7000-8000-000000000000`;
}

/** A call takes 0.5 µs, so only every 64th row checks. Must be a power of two. */
const ROWS_PER_CALL = 64;

/**
 * A condition that is always true, but ends the statement when its list was cancelled. It comes first
 * in every list that may look at many rows; `column` must have well-spread low bits. Postgres needs
 * none: it cancels statements itself.
 */
export function notCancelled({ name }: Dialect, column: string): RawBuilder<boolean> {
  if (name === 'postgres') return sql<boolean>`true`;
  return sql<boolean>`((${sql.ref(column)} & ${sql.lit(ROWS_PER_CALL - 1)}) <> 0 OR mkt_not_cancelled())`;
}
