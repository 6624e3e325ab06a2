import { availableParallelism } from 'node:os';
import type { Clock } from '../../domain/clock.ts';
import { migrate, type MigrationOutcome } from '../migrate.ts';
import type { Engine } from '../engine.ts';
import type { SqliteDialect } from '../operation.ts';
import { openConnection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { createLoopLoad } from './loop-load.ts';
import { createReadTurns } from '../read-turns.ts';
import { openMemoryFolder } from './memory-folder.ts';
import { makePrivate } from './private-file.ts';
import { createReadTurn } from './read-turn.ts';
import { createSqliteReader } from './reader.ts';
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
  close(): Promise<void>;
}

export interface SqliteOptions {
  /** A file; `:memory:` for a database that goes with the process. */
  path: string;
  clock: Pick<Clock, 'now'>;
}

/** With two cores, a second thread would take turns with the orders. */
const READERS = availableParallelism() > 2 ? 2 : 1;

/** The embedded engine: one file, one writer, group commit; lists are read in threads of their own. */
export function openSqlite({ path: place, clock }: SqliteOptions): SqliteEngine {
  const memory = place === ':memory:' ? openMemoryFolder() : undefined;
  const path = memory?.file ?? place;
  const connection = openConnection({ path, clock, durable: !memory });
  const execute = createExecutor(connection);
  const storedBytes = createStoredBytes(execute, clock);
  const readTurn = createReadTurn(connection);
  const remembered = createRemembered(connection, clock);
  /** What was found before is used in a write once it is known that no other process has written. */
  let isFresh = false;
  function refresh(): void {
    if (isFresh) return;
    if (remembered.check()) storedBytes.forget();
    isFresh = true;
  }
  const dialect: SqliteDialect = sqliteDialect({
    now: () => Math.floor(clock.now()),
    lookUp(kind, args) {
      refresh();
      return remembered.recall(kind, args, () => runOperation(execute, kind.one(dialect, args)));
    },
    storedBytes: {
      today(accountId) {
        refresh();
        return storedBytes.today(accountId);
      },
      add: storedBytes.add,
    },
  });
  const writer = createWriter(connection, execute, {
    endReads: readTurn.end,
    isBusy: createLoopLoad(),
    changed: remembered.catchUp,
    undone: remembered.forgetAll,
    begun() {
      isFresh = false;
    },
    storedBytes,
  });

  const readers = Array.from({ length: READERS }, () => createSqliteReader({ path, clock }));
  const idle = [...readers];
  const turns = createReadTurns({ slots: READERS });

  // eslint-disable-next-line typescript/require-await -- an engine over a socket awaits here
  async function look<Result>(
    asked: { name: string },
    find: () => Result,
    known?: () => { result: Result } | undefined,
  ): Promise<Result> {
    try {
      if (known) {
        if (readTurn.enter() && remembered.check()) storedBytes.forget();
        const before = known();
        if (before) return before.result;
      }
      if (readTurn.begin() && remembered.check()) storedBytes.forget();
      return find();
    } catch (error) {
      throw storageError(error, asked.name);
    }
  }

  return {
    engine: {
      read: (operation, args) =>
        look(operation, () => runOperation(execute, operation(dialect, args))),
      write: (operation, args, accompany) =>
        writer.write(() => operation(dialect, args), { asked: operation, accompany }),
      together(kind, args) {
        const one = () => kind.one(dialect, args);
        if (kind.of === 'look-ups') {
          return look(
            kind.one,
            () => remembered.recall(kind, args, () => runOperation(execute, one())),
            () => remembered.find(kind, args),
          );
        }
        return writer.write(one, {
          asked: kind.one,
          orders: kind.ofOrders === true,
        });
      },
      writeOnce: (operation, args) =>
        writer.write(() => operation(dialect, args), { asked: operation }),
      list: (operation, args, asking) =>
        turns.run(asking, async (cut) => {
          const reader = idle.shift();
          if (!reader) throw new Error('More lists are being read than there are readers.');
          try {
            return await reader.run(() => operation(dialect, args), cut);
          } finally {
            // First again: a thread that runs is used before another one is started.
            idle.unshift(reader);
          }
        }),
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
      } finally {
        remembered.forgetAll();
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
    async close() {
      writer.flush();
      readTurn.end();
      // The last connection to close is this one: it puts everything into the one file.
      const open = readers.filter((reader) => reader.isOpen());
      if (open.length > 0) await Promise.all(open.map((reader) => reader.close()));
      connection.close();
      memory?.remove();
    },
  };
}
