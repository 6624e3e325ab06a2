// An in-memory database is a private file that is deleted with the process.
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  openMemoryFolder,
  removeAbandonedFolders,
} from '../../../src/database/sqlite/memory-folder.ts';
import { openConnection } from '../../../src/database/sqlite/connection.ts';
import type { Operation } from '../../../src/database/operation.ts';
import { openSqliteStorage } from '../../../src/server/sqlite-storage.ts';
import { createStillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';

const anHourAgo = new Date(Date.now() - 3_600_000);

describe('the folder of an in-memory database', () => {
  it('is readable by its owner only and deleted when it is closed', () => {
    const parent = temporaryFolder();
    const memoryFolder = openMemoryFolder(parent);
    const connection = openConnection({ path: memoryFolder.file, clock: Date, durable: false });
    connection.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    const folder = dirname(memoryFolder.file);
    expect(statSync(folder).mode & 0o077).toBe(0);
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    }
    connection.close();
    memoryFolder.remove();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('is deleted by another process once its own was killed, and not before', () => {
    const parent = temporaryFolder();
    const used = openMemoryFolder(parent);
    onTestFinished(used.remove);
    const left = join(parent, 'mkt-memory-left');
    const fresh = join(parent, 'mkt-memory-fresh');
    const foreign = join(parent, 'mkt-other');
    for (const folder of [left, fresh, foreign]) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'market.db'), '');
    }
    for (const folder of [left, foreign, dirname(used.file)]) {
      utimesSync(folder, anHourAgo, anHourAgo);
    }
    removeAbandonedFolders(parent, fresh);
    expect(existsSync(left)).toBe(false);
    expect(existsSync(fresh)).toBe(true);
    expect(existsSync(foreign)).toBe(true);
    expect(existsSync(dirname(used.file))).toBe(true);
  });

  it('begins like the first one after its migration, and has none of its data', async () => {
    async function open(folder?: string) {
      const storage = await openSqliteStorage({
        ...(folder && { folder }),
        clock: createStillClock(),
      });
      onTestFinished(() => storage.close());
      return (text: string) =>
        storage.engine.write(function* statement(): Operation<readonly unknown[]> {
          return (yield { sql: text, parameters: [] }).rows;
        }, undefined);
    }
    const inFile = await open(temporaryFolder());
    const first = await open();
    await first(`INSERT INTO installation (name, value) VALUES ('who', 'the first')`);
    const second = await open();
    const schema = 'SELECT name, sql FROM sqlite_master ORDER BY name';
    expect(await second(schema)).toEqual(await inFile(schema));
    expect(await second('SELECT * FROM installation')).toEqual([]);
    expect(await first('SELECT value FROM installation')).toEqual([{ value: 'the first' }]);
  });
});
