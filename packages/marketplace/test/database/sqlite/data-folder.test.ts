// One process per data folder, and an integrity check after an unclean shutdown.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../../../src/server/data-folder.ts';
import { lockDataFolder } from '../../../src/database/sqlite/connection.ts';
import { startIntegrityCheck } from '../../../src/database/sqlite/integrity-check.ts';
import { createLog } from '../../../src/server/outside.ts';
import { openSqliteStorage } from '../../../src/server/sqlite-storage.ts';
import type { Storage } from '../../../src/server/storage.ts';
import { importFrom, startProgram } from '../../child-program.ts';
import { createStillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';

async function open(folder: string): Promise<Storage> {
  const storage = await openSqliteStorage({ folder, clock: createStillClock(), exclusive: true });
  onTestFinished(() => storage.close());
  return storage;
}

async function refusal(folder: string): Promise<ConfigError> {
  try {
    await open(folder);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error as ConfigError;
  }
  throw new Error('The folder was opened.');
}

/** Another process that serves the folder. */
const SERVING = `
  import { openSqliteStorage } from ${importFrom('server/sqlite-storage.ts')};
  import { systemClock } from ${importFrom('server/outside.ts')};
  const storage = await openSqliteStorage({ folder: process.argv[1], clock: systemClock, exclusive: true });
  console.log('open');
  setInterval(() => storage, 1_000);
`;

async function serveElsewhere(folder: string) {
  const program = startProgram(SERVING, { args: [folder] });
  expect(await program.line()).toBe('open');
  return program;
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

const marker = (folder: string) => join(folder, 'running');

/** Overwrites every table in the database file, but not its header. */
function damage(folder: string): void {
  const file = join(folder, 'market.db');
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096 + 100, bytes.length - 100);
  writeFileSync(file, bytes);
}

/** Adds a page that nothing refers to, which only a check of the whole file notices. */
function addLostPage(folder: string): void {
  const file = join(folder, 'market.db');
  const bytes = readFileSync(file);
  bytes.writeUInt32BE(bytes.readUInt32BE(28) + 1, 28);
  writeFileSync(file, Buffer.concat([bytes, Buffer.alloc(bytes.readUInt16BE(16))]));
}

const SILENT = createLog('silent');

describe('a data folder', async () => {
  it('is created for its owner only', async () => {
    const folder = join(temporaryFolder(), 'a', 'b');
    await open(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(existsSync(join(folder, 'market.db'))).toBe(true);
  });

  it('is restricted to its owner if it is empty, and left unchanged if it has files', async () => {
    const empty = join(temporaryFolder(), 'empty');
    const used = join(temporaryFolder(), 'used');
    for (const folder of [empty, used]) mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(used, 'notes.txt'), '');
    for (const folder of [empty, used]) await open(folder);
    expect(modeOf(empty)).toBe(0o700);
    expect(modeOf(used)).toBe(0o755);
  });

  it('contains files that only the owner can read, whatever their mode was', async () => {
    const folder = join(temporaryFolder(), 'files');
    const storage = await openSqliteStorage({ folder, clock: createStillClock(), exclusive: true });
    const files = ['market.db', 'market.db-wal', 'market.db-shm', 'serve.lock', 'running'];
    const modes = () => files.map((name) => [name, modeOf(join(folder, name))]);
    const expected = files.map((name) => [name, 0o600]);
    expect(modes()).toEqual(expected);
    await storage.close();
    chmodSync(join(folder, 'market.db'), 0o644);
    await open(folder);
    expect(modes()).toEqual(expected);
  });

  it('is served once within a process', async () => {
    const folder = temporaryFolder();
    const first = await open(folder);
    expect((await refusal(folder)).message).toMatch(
      /Another running marketplace is using the data folder/,
    );
    await first.close();
    expect((await open(folder)).exclusive).toBe(true);
  });

  it('is locked by one process until it ends, even if it is killed', async () => {
    const folder = temporaryFolder();
    const other = await serveElsewhere(folder);
    expect((await refusal(folder)).message).toMatch(
      /Stop it, or choose another folder with --data/,
    );
    await other.kill();
    expect((await open(folder)).exclusive).toBe(true);
  });

  it('is unlocked after a failed start', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'market.db'), 'this is no database, as long as it may be');
    await refusal(folder);
    const lock = lockDataFolder(folder);
    expect(lock).toBeDefined();
    lock?.release();
  });

  it('is refused if it is a file', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect((await refusal(file)).message).toMatch(/cannot be used \(EEXIST\)/);
    expect((await refusal(join(file, 'inside'))).message).toMatch(/cannot be used \(ENOTDIR\)/);
  });

  it('is refused if its files cannot be opened', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'serve.lock'));
    expect((await refusal(folder)).message).toMatch(/cannot be used \(SQLITE_\w+\)/);
    const other = temporaryFolder();
    mkdirSync(join(other, 'market.db'));
    expect((await refusal(other)).message).toMatch(/cannot be used \(SQLITE_\w+\)/);
  });

  it('a folder of an older development version is refused, and the message says how to start afresh', async () => {
    const folder = temporaryFolder();
    await (await open(folder)).close();
    const database = new Database(join(folder, 'market.db'));
    database.exec("UPDATE migration SET hash = 'of other statements'");
    database.close();
    expect((await refusal(folder)).message).toBe(
      `This data folder was created by an older development version. To start afresh, delete ${folder}/. This deletes all listings, orders and keys in it.`,
    );
  });

  it('a folder of a newer version is refused', async () => {
    const folder = temporaryFolder();
    await (await open(folder)).close();
    const database = new Database(join(folder, 'market.db'));
    database.exec(
      "INSERT INTO migration (number, name, hash, oldest_code, applied_at) VALUES (99, 'later', '', 99, 0)",
    );
    database.close();
    expect((await refusal(folder)).message).toMatch(
      /A newer version has upgraded this database .*needs schema 99/,
    );
  });
});

describe('the marker of an unclean shutdown', async () => {
  it('exists while the server runs and is removed at a clean stop', async () => {
    const folder = temporaryFolder();
    const storage = await open(folder);
    expect(existsSync(marker(folder))).toBe(true);
    await storage.close();
    expect(existsSync(marker(folder))).toBe(false);
  });

  it('is left by a server that was killed', async () => {
    const folder = temporaryFolder();
    const other = await serveElsewhere(folder);
    await other.kill();
    expect(existsSync(marker(folder))).toBe(true);
    const { integrity, close } = await open(folder);
    expect(integrity?.state()).toBe('waiting');
    await integrity?.check(SILENT);
    await close();
    expect(existsSync(marker(folder))).toBe(false);
  });

  it('remains if the check is not completed, so that the next server begins it again', async () => {
    const folder = temporaryFolder();
    await (await open(folder)).close();
    writeFileSync(marker(folder), '');
    const { integrity, close } = await open(folder);
    const checked = integrity?.check(SILENT);
    await close();
    expect(await checked).toBeUndefined();
    expect(integrity?.state()).toBe('incomplete');
    expect(existsSync(marker(folder))).toBe(true);
  });
});

describe('a database after an unclean shutdown', async () => {
  it('is opened if it is intact', async () => {
    const folder = temporaryFolder();
    const other = await serveElsewhere(folder);
    await other.kill();
    await open(folder);
    const database = new Database(join(folder, 'market.db'), { readonly: true });
    onTestFinished(() => void database.close());
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('is refused if it cannot be opened, and the message says how to restore it', async () => {
    const folder = temporaryFolder();
    await (await open(folder)).close();
    damage(folder);
    writeFileSync(marker(folder), '');
    expect((await refusal(folder)).message).toMatch(
      /is damaged .*mkt-marketplace restore FILE --data/,
    );
  });

  it('is checked while it is served, and never served again once damage was found', async () => {
    const folder = temporaryFolder();
    await (await open(folder)).close();
    addLostPage(folder);
    writeFileSync(marker(folder), '');
    const { integrity, close } = await open(folder);
    // It is not read as a whole before it is served.
    expect(integrity?.state()).toBe('waiting');
    const found = await integrity?.check(SILENT);
    expect(found?.message).toMatch(
      /is damaged \(.*never used.*\); restore a backup with: mkt-marketplace restore FILE --data/,
    );
    expect(integrity?.state()).toBe('damaged');
    await close();
    expect((await refusal(folder)).message).toBe(found?.message);
  });

  it('is not checked any further once the log grows too large, which nothing can shorten meanwhile', async () => {
    const folder = temporaryFolder();
    const { engine } = await open(folder);
    await engine.write(function* insert() {
      yield { sql: "INSERT INTO installation VALUES ('a', 'b')", parameters: [] };
    }, undefined);
    const check = startIntegrityCheck(join(folder, 'market.db'), { maxLogBytes: 0, watchMs: 1 });
    onTestFinished(() => check.stop());
    expect(await check.ended).toEqual({
      kind: 'stopped',
      why: 'the write-ahead log grew too large meanwhile',
    });
  });

  it('is refused if the file is not a database', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'market.db'), 'x'.repeat(8_192));
    expect((await refusal(folder)).message).toMatch(/is damaged .*mkt-marketplace restore/);
  });
});
