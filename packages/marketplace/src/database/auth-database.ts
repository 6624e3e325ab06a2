import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { Statement, StatementOutcome } from './operation.ts';

/** The tables of people and their sessions, as the accounts library uses them. */
export interface AuthDatabase {
  // eslint-disable-next-line typescript/no-explicit-any -- the library has types of its own for the tables
  db: Kysely<any>;
  type: 'sqlite' | 'postgres';
  close(): Promise<void>;
}

/** Runs one statement; `reads` is true if it writes nothing. */
export type RunStatement = (statement: Statement, reads: boolean) => Promise<StatementOutcome>;

const READS = /^\s*(select|pragma)\b/i;

const isRead = ({ query, sql }: CompiledQuery) =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && READS.test(sql));

function unsupported(): never {
  throw new Error('The statements of the accounts library run one by one.');
}

function createDriver(run: RunStatement): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, changes } = await run(query, isRead(query));
      return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
    },
    streamQuery: unsupported,
  };
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    beginTransaction: unsupported,
    commitTransaction: unsupported,
    rollbackTransaction: unsupported,
    destroy: () => Promise.resolve(),
  };
}

const DIALECTS = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

/**
 * A kysely that runs its statements one by one through `run`. It has no transactions: what must
 * happen together is an operation of our own (`accounts/sql-people.ts`).
 */
export function createAuthDatabase(
  type: AuthDatabase['type'],
  run: RunStatement,
  close: () => Promise<void>,
): AuthDatabase {
  const dialect = { ...DIALECTS[type], createDriver: () => createDriver(run) };
  return { db: new Kysely({ dialect }), type, close };
}
