import type { Clock } from '../../domain/clock.ts';
import { migrate, type MigrationOutcome } from '../migrate.ts';
import type { Engine } from '../engine.ts';
import type { SqliteDialect } from '../operation.ts';
import { openConnection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { createLoopLoad } from './loop-load.ts';
import { makePrivate } from './private-file.ts';
import { createReadTurn } from './read-turn.ts';
import { createRemembered } from './remembered.ts';
import { createExecutor, runOperation } from './run-operation.ts';
import { storageError } from './storage-error.ts';
import { createStoredBytes } from './stored-bytes.ts';
import { createWriter } from './writer.ts';

export interface SqliteEngine {
  engine: Engine;
  /** Brings the schema up to date, under SQLite's write lock. */
  migrate(): MigrationOutcome;
  /** The problems that SQLite finds in its file; none when it is whole. */
  checkIntegrity(): string[];
  /** Copies the database, whole and consistent, while it is in use. */
  backup(file: string): Promise<void>;
  close(): void;
}

export interface SqliteOptions {
  /** A file, or `:memory:`. */
  path: string;
  clock: Pick<Clock, 'now'>;
}

/** The embedded engine: one file, one writer, group commit. */
export function openSqlite({ path, clock }: SqliteOptions): SqliteEngine {
  const connection = openConnection({ path, clock });
  const execute = createExecutor(connection);
  const storedBytes = createStoredBytes(execute, clock);
  const readTurn = createReadTurn(connection);
  const remembered = createRemembered(connection, clock);
  const dialect: SqliteDialect = sqliteDialect({
    now: () => Math.floor(clock.now()),
    lookUp: (kind, args) =>
      remembered.recall(kind, args, () => runOperation(execute, kind.one(dialect, args))),
    storedBytes,
  });
  const writer = createWriter(connection, execute, {
    endReads: readTurn.end,
    isBusy: createLoopLoad(),
    changed: remembered.forget,
    begun: remembered.check,
    storedBytes,
  });

  // eslint-disable-next-line typescript/require-await -- an engine over a socket awaits here
  async function look<Result>(name: string, find: () => Result): Promise<Result> {
    try {
      if (readTurn.begin()) remembered.check();
      return find();
    } catch (error) {
      throw storageError(error, name);
    }
  }

  return {
    engine: {
      read: (operation, args) =>
        look(operation.name, () => runOperation(execute, operation(dialect, args))),
      write: (operation, args, accompany) =>
        writer.write(() => operation(dialect, args), { name: operation.name, accompany }),
      together(kind, args) {
        const one = () => kind.one(dialect, args);
        if (kind.of === 'look-ups') {
          return look(kind.one.name, () =>
            remembered.recall(kind, args, () => runOperation(execute, one())),
          );
        }
        return writer.write(one, {
          name: kind.one.name,
          orders: kind.ofOrders === true,
        });
      },
      writeOnce: (operation, args) =>
        writer.write(() => operation(dialect, args), { name: operation.name }),
    },
    migrate() {
      readTurn.end();
      connection.exec('BEGIN IMMEDIATE');
      try {
        const outcome = runOperation(execute, migrate(dialect));
        connection.exec('COMMIT');
        return outcome;
      } catch (error) {
        if (connection.inTransaction) connection.exec('ROLLBACK');
        throw error;
      }
    },
    checkIntegrity() {
      const rows = connection.pragma('quick_check(10)') as { quick_check: string }[];
      return rows.map((row) => row.quick_check).filter((line) => line !== 'ok');
    },
    async backup(file) {
      makePrivate(file);
      // All of it in one step: between steps, a write of another process makes SQLite start anew, and
      // a busy server would never let a backup end. Readers hold up no writer in WAL mode.
      await connection.backup(file, { progress: ({ remainingPages }) => remainingPages });
    },
    close() {
      writer.flush();
      readTurn.end();
      connection.close();
    },
  };
}
