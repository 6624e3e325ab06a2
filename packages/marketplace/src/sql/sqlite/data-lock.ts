import Database from 'better-sqlite3';
import { join } from 'node:path';
import { makePrivate } from './private-file.ts';

/**
 * Holds a data folder for one process. The lock is SQLite's own on a file, so the system gives it
 * up when the process ends, however it ends. `undefined` when another process holds it.
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
