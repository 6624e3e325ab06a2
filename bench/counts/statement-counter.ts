import Database from 'better-sqlite3';

/**
 * Counts the SQLite statements of this process, transactions included, by wrapping the methods that
 * all statements of the driver share.
 */
export function countStatements(): { take(): string[] } & Disposable {
  const probe = new Database(':memory:');
  const shared: unknown = Object.getPrototypeOf(probe.prepare('SELECT 1'));
  probe.close();
  const methods = shared as Record<
    string,
    (this: { source: string }, ...args: unknown[]) => unknown
  >;
  const originals = ['run', 'get', 'all'].map((name) => [name, methods[name]] as const);
  let statements: string[] = [];
  for (const [name, original] of originals) {
    methods[name] = function counted(...args) {
      statements.push(this.source);
      return original?.apply(this, args);
    };
  }
  return {
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
    [Symbol.dispose]() {
      for (const [name, original] of originals) if (original) methods[name] = original;
    },
  };
}
