import Database from 'better-sqlite3';
import { join } from 'node:path';
import { makePrivate } from './private-file.ts';

/**
 * Locks a data folder for this process. It is SQLite's lock on a file, so the operating system
 * releases it when the process ends, even if it is killed. `undefined` when another process holds it.
 */
export function lockDataFolder(folder: string): { release(): void } | undefined {
  const file = join(folder, 'serve.lock');
  makePrivate(file);
  const connection = new Database(file, { timeout: 0 });
  try {
    connection.pragma('journal_mode = DELETE');
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) {
      return undefined;
    }
    throw error;
  }
  return {
    release() {
      connection.close();
    },
  };
}
