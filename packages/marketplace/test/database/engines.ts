import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { createStore, type Store } from '../../src/server/context.ts';
import type { Engine } from '../../src/database/engine.ts';
import type { MigrateOptions, MigrationOutcome } from '../../src/database/migrate.ts';
import type { Operation } from '../../src/database/operation.ts';
import { openPostgres } from '../../src/database/postgres/engine.ts';
import { createSealing, type Sealing } from '../../src/database/sealing.ts';
import { openSqlite } from '../../src/database/sqlite/engine.ts';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import { newBareDatabase, newDatabase } from '../postgres/databases.ts';
import { createStillClock, type StillClock } from '../still-clock.ts';
import { isInLane } from '../../../../test-bed/lanes.ts';

type Row = Record<string, unknown>;

export interface TestStorage {
  store: Store;
  engine: Engine;
  sealing: Sealing;
  /** The clock behind `mkt_now()`. */
  clock: StillClock;
  /** Runs one statement of any kind as a write. */
  sql(text: string): Promise<Row[]>;
  columnsOf(table: string): Promise<string[]>;
}

/** A storage that a second connection can read. */
export interface ObservedStorage extends TestStorage {
  /** What a second connection sees: committed rows only. */
  observe(text: string): Row[] | Promise<Row[]>;
}

interface EmptyDatabase {
  engine: Engine;
  migrate(options: MigrateOptions): Promise<MigrationOutcome>;
}

export interface EngineUnderTest {
  name: string;
  /** An empty, migrated database, which is deleted after the test. */
  open(): Promise<TestStorage>;
  openShared(): Promise<ObservedStorage>;
  /** A database without tables. */
  openEmpty(): Promise<EmptyDatabase>;
}

function testStorage(
  engine: Engine,
  clock: StillClock,
  columnsOf: (table: string) => string,
): TestStorage {
  const sealing = createSealing([randomBytes(32)]);
  return {
    engine,
    sealing,
    clock,
    store: createStore({ engine, sealing }),
    sql: (text) => engine.write(statement, text),
    async columnsOf(table) {
      const rows = await engine.read(statement, columnsOf(table));
      return rows.map(({ name }) => String(name));
    },
  };
}

function* statement(_: unknown, text: string): Operation<Row[]> {
  const { rows } = yield { sql: text, parameters: [] };
  return rows as Row[];
}

/** A new folder, which is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const sqliteColumns = (table: string) => `SELECT name FROM pragma_table_info('${table}')`;

const sqlite: EngineUnderTest = {
  name: 'sqlite',
  async open() {
    const clock = createStillClock();
    const storage = await openSqliteStorage({ clock });
    onTestFinished(() => storage.close());
    return testStorage(storage.engine, clock, sqliteColumns);
  },
  async openShared() {
    const folder = temporaryFolder();
    const clock = createStillClock();
    const storage = await openSqliteStorage({ folder, clock, exclusive: true });
    const second = new Database(join(folder, 'market.db'), { readonly: true });
    onTestFinished(async () => {
      second.close();
      await storage.close();
    });
    return {
      ...testStorage(storage.engine, clock, sqliteColumns),
      observe: (text) => second.prepare(text).all() as Row[],
    };
  },
  openEmpty() {
    const path = join(temporaryFolder(), 'market.db');
    const opened = openSqlite({ path, clock: createStillClock() });
    onTestFinished(() => opened.close());
    return Promise.resolve(opened);
  },
};

const postgresColumns = (table: string) =>
  `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}'`;

function postgresWith(connections: number, name: string): EngineUnderTest {
  function opened(url: string) {
    const clock = createStillClock();
    const storage = openPostgres({ url, connections, clock });
    onTestFinished(() => storage.close());
    return { clock, database: storage, engine: storage.engine };
  }
  return {
    name,
    async open() {
      const { clock, engine } = opened(await newDatabase());
      return testStorage(engine, clock, postgresColumns);
    },
    async openShared() {
      const url = await newDatabase();
      const { clock, engine } = opened(url);
      const second = opened(url);
      return {
        ...testStorage(engine, clock, postgresColumns),
        observe: (text) => second.engine.read(statement, text),
      };
    },
    async openEmpty() {
      return opened(await newBareDatabase()).database;
    },
  };
}

export const BOTH = [sqlite, postgresWith(8, 'postgres')] as const;

const version = process.env['MKT_TEST_POSTGRES'];

/**
 * Every storage test runs on each of these. Two connections are too few for pipeline and batches: where
 * that may matter (`test-bed/lanes.ts`), the long lane tests what is done without. On older versions of
 * Postgres it tests what is done with enough.
 */
export const ENGINES: readonly EngineUnderTest[] =
  version === undefined
    ? [
        ...(isInLane('short') ? BOTH : []),
        ...(isInLane('long') ? [postgresWith(2, 'postgres with two connections')] : []),
      ]
    : [postgresWith(8, `postgres ${version}`)];
