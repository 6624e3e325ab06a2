import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Operation } from '../../src/database/operation.ts';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import { newFolder } from '../market.ts';
import { createStillClock } from '../still-clock.ts';

function* insert(_: unknown, { name, count }: { name: string; count: number }): Operation<void> {
  for (let n = 0; n < count; n++) {
    const parameters = [`${name}-${n}`, 'x'.repeat(20_000)];
    yield { sql: 'INSERT INTO installation (name, value) VALUES (?, ?)', parameters };
  }
}

/**
 * A data folder with rows of that name, as a killed server leaves it: some of them are only in the log
 * beside the database.
 */
export async function folderWithRows(name: string, count: number): Promise<string> {
  const served = newFolder();
  const storage = await openSqliteStorage({
    folder: served,
    clock: createStillClock(),
    exclusive: true,
  });
  await storage.engine.write(insert, { name, count });
  const folder = newFolder();
  cpSync(served, folder, { recursive: true });
  await storage.close();
  return folder;
}

/** How many rows of each name a database holds. */
export function rowsIn(file: string): Record<string, number> {
  const database = new Database(file, { fileMustExist: true });
  try {
    const rows = database
      .prepare<[], { name: string; count: number }>(
        `SELECT substr(name, 1, instr(name, '-') - 1) AS name, count(*) AS count
          FROM installation WHERE name NOT LIKE '%key' AND name LIKE '%-%' GROUP BY 1`,
      )
      .all();
    return Object.fromEntries(rows.map((row) => [row.name, row.count]));
  } finally {
    database.close();
  }
}

export const databaseIn = (folder: string) => join(folder, 'market.db');
