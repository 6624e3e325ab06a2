import Database, { type Statement } from 'better-sqlite3';

/** Runs the statement or does something else instead. */
export type OnStatement = (
  sql: string,
  run: () => unknown,
  connection: Database.Database,
) => unknown;

/**
 * Intercepts the statements of every SQLite connection that this process opens from now on, below all
 * of our code. The returned function ends it.
 */
export function interceptSqlite(onStatement: OnStatement): () => void {
  const { prepare } = Database.prototype;
  function intercepted(this: Database.Database, sql: string): Pick<Statement, 'run' | 'all'> {
    const statement: Statement = prepare.call(this, sql);
    const watched = {
      reader: statement.reader,
      run: (...parameters: unknown[]) =>
        onStatement(sql, () => statement.run(...parameters), this) as Database.RunResult,
      all: (...parameters: unknown[]) =>
        onStatement(sql, () => statement.all(...parameters), this) as unknown[],
    };
    return watched;
  }
  Database.prototype.prepare = intercepted as typeof prepare;
  return () => {
    Database.prototype.prepare = prepare;
  };
}
