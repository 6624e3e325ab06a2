// One process per data folder, and a database that is looked at after it was cut off.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../../../src/config/config-error.ts';
import { lockDataFolder } from '../../../src/sql/sqlite/data-lock.ts';
import { openSqliteStorage } from '../../../src/composition/sqlite-storage.ts';
import type { Storage } from '../../../src/composition/storage.ts';
import { importFrom, startProgram } from '../../child-program.ts';
import { createStillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';

function open(folder: string): Storage {
  const storage = openSqliteStorage({ folder, clock: createStillClock(), exclusive: true });
  onTestFinished(() => storage.close());
  return storage;
}

function refusal(folder: string): ConfigError {
  try {
    open(folder);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error as ConfigError;
  }
  throw new Error('It was opened.');
}

/** Another process that serves the folder, and is left alone with it. */
const SERVING = `
  import { openSqliteStorage } from ${importFrom('composition/sqlite-storage.ts')};
  import { systemClock } from ${importFrom('system/clock.ts')};
  const storage = openSqliteStorage({ folder: process.argv[1], clock: systemClock, exclusive: true });
  console.log('open');
  setInterval(() => storage, 1_000);
`;

async function serveElsewhere(folder: string) {
  const program = startProgram(SERVING, { args: [folder] });
  expect(await program.line()).toBe('open');
  return program;
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

const mark = (folder: string) => join(folder, 'running');

/** Overwrites a part of the database file: every table, but not its head. */
function damage(folder: string): void {
  const file = join(folder, 'market.db');
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096 + 100, bytes.length - 100);
  writeFileSync(file, bytes);
}

describe('a data folder', () => {
  it('is made, for its owner alone', () => {
    const folder = join(temporaryFolder(), 'a', 'b');
    open(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(existsSync(join(folder, 'market.db'))).toBe(true);
  });

  it('that is there and empty becomes its owner’s alone; one with files of others is left', () => {
    const empty = join(temporaryFolder(), 'empty');
    const used = join(temporaryFolder(), 'used');
    for (const folder of [empty, used]) mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(used, 'notes.txt'), '');
    for (const folder of [empty, used]) open(folder);
    expect(modeOf(empty)).toBe(0o700);
    expect(modeOf(used)).toBe(0o755);
  });

  it('holds files that nobody else may read, whatever they were before', async () => {
    const folder = join(temporaryFolder(), 'files');
    const storage = openSqliteStorage({ folder, clock: createStillClock(), exclusive: true });
    const files = ['market.db', 'market.db-wal', 'market.db-shm', 'serve.lock', 'running'];
    const modes = () => files.map((name) => [name, modeOf(join(folder, name))]);
    const wanted = files.map((name) => [name, 0o600]);
    expect(modes()).toEqual(wanted);
    await storage.close();
    chmodSync(join(folder, 'market.db'), 0o644);
    open(folder);
    expect(modes()).toEqual(wanted);
  });

  it('is held by one in this process too', async () => {
    const folder = temporaryFolder();
    const first = open(folder);
    expect(refusal(folder).message).toMatch(/Another marketplace serves the data folder/);
    await first.close();
    expect(open(folder).exclusive).toBe(true);
  });

  it('is held by one process, until that ends, however it ends', async () => {
    const folder = temporaryFolder();
    const other = await serveElsewhere(folder);
    expect(refusal(folder).message).toMatch(/stop it, or choose another with --data/);
    await other.kill();
    expect(open(folder).exclusive).toBe(true);
  });

  it('is free again after a start that failed', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'market.db'), 'this is no database, as long as it may be');
    refusal(folder);
    const lock = lockDataFolder(folder);
    expect(lock).toBeDefined();
    lock?.release();
  });

  it('that is a file is refused in a sentence', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(refusal(file).message).toMatch(/cannot be used \(EEXIST\)/);
    expect(refusal(join(file, 'inside')).message).toMatch(/cannot be used \(ENOTDIR\)/);
  });

  it('whose files cannot be opened is refused in a sentence', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'serve.lock'));
    expect(refusal(folder).message).toMatch(/cannot be used \(SQLITE_\w+\)/);
    const other = temporaryFolder();
    mkdirSync(join(other, 'market.db'));
    expect(refusal(other).message).toMatch(/cannot be used \(SQLITE_\w+\)/);
  });

  it('of an older development version is refused, with the way to start afresh', async () => {
    const folder = temporaryFolder();
    await open(folder).close();
    const database = new Database(join(folder, 'market.db'));
    database.exec("UPDATE migration SET hash = 'of other statements'");
    database.close();
    expect(refusal(folder).message).toBe(
      `This data folder was created by an older development version. Delete ${folder}/ to start afresh.`,
    );
  });

  it('of newer code is refused in a sentence', async () => {
    const folder = temporaryFolder();
    await open(folder).close();
    const database = new Database(join(folder, 'market.db'));
    database.exec(
      "INSERT INTO migration (number, name, hash, oldest_code, applied_at) VALUES (99, 'later', '', 99, 0)",
    );
    database.close();
    expect(refusal(folder).message).toMatch(/upgraded by a newer version.*at least schema 99/);
  });
});

describe('the mark of a running server', () => {
  it('stands while it runs, and is gone after a clean stop', async () => {
    const folder = temporaryFolder();
    const storage = open(folder);
    expect(existsSync(mark(folder))).toBe(true);
    await storage.close();
    expect(existsSync(mark(folder))).toBe(false);
  });

  it('is left by a server that was cut off', async () => {
    const folder = temporaryFolder();
    const other = await serveElsewhere(folder);
    await other.kill();
    expect(existsSync(mark(folder))).toBe(true);
    await open(folder).close();
    expect(existsSync(mark(folder))).toBe(false);
  });
});

describe('a database that was cut off', () => {
  it('is opened when it is whole', async () => {
    const folder = temporaryFolder();
    const other = await serveElsewhere(folder);
    await other.kill();
    open(folder);
    const database = new Database(join(folder, 'market.db'), { readonly: true });
    onTestFinished(() => void database.close());
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('is refused when it is damaged, with the way out', async () => {
    const folder = temporaryFolder();
    await open(folder).close();
    damage(folder);
    writeFileSync(mark(folder), '');
    expect(refusal(folder).message).toMatch(/is damaged .*mkt-marketplace restore FILE --data/);
  });

  it('is refused when it is no database any more', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'market.db'), 'x'.repeat(8_192));
    expect(refusal(folder).message).toMatch(/is damaged .*mkt-marketplace restore/);
  });
});
