import { closeSync, fsyncSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { structureProblems } from './connection.ts';

/** What a backup holds. */
export interface BackupContents {
  /** The names of the migrations that made its schema. */
  migrations: string[];
  /** How many rows each table has. */
  rows: Record<string, number>;
}

/** A marketplace of any version has these. */
const TABLES = ['migration', 'installation', 'account', 'listing', 'orders'];

/** The names of the tables; those that SQLite keeps for its own purposes are not listed. */
const TABLE_NAMES = `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`;

/** Reads what a file holds; `undefined` if it is a database, but not a marketplace. */
export function readBackup(file: string): BackupContents | undefined {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const column = (sql: string) => database.prepare(sql).pluck().all();
    const tables = column(TABLE_NAMES).map(String);
    if (!TABLES.every((name) => tables.includes(name))) return undefined;
    const migrations = column('SELECT name FROM migration ORDER BY number').map(String);
    if (migrations.length === 0) return undefined;
    const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
    const countOf = (table: string) => Number(column(`SELECT count(*) FROM ${quoted(table)}`)[0]);
    return { migrations, rows: Object.fromEntries(tables.map((name) => [name, countOf(name)])) };
  } finally {
    database.close();
  }
}

/**
 * A number in the header of a file that SQLite leaves to the application: 1 in a backup, so that one that
 * was put in the place of the database by hand is noticed.
 */
const MARK = 'user_version';
/** Where the header has it: 4 bytes, big-endian (https://sqlite.org/fileformat.html#the_database_header). */
const MARK_AT = 60;
/** Where the header says whether changes go to a log: 2 from when a backup is first opened by a command. */
const MODE_AT = 18;

/**
 * The header of a file. It is read without SQLite, which would first apply a log that lies beside the file,
 * whichever database that belongs to. Reading it releases this process' locks on the file: only before a
 * connection is open.
 */
function headerOf(file: string): Buffer {
  const header = Buffer.alloc(MARK_AT + 4);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, header.length, 0);
    return header;
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a file is a backup whose open orders have not been settled. */
export const isBackup = (file: string): boolean => headerOf(file).readUInt32BE(MARK_AT) === 1;

/**
 * Whether a log lies beside a backup that nothing has been written to: then it belongs to another database.
 * One that a killed command leaves is the backup's own.
 */
export function hasForeignLog(file: string): boolean {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (!log || log.size === 0) return false;
  const header = headerOf(file);
  return header.readUInt32BE(MARK_AT) === 1 && header[MODE_AT] === 1;
}

/** Marks a file as a backup, or as one whose open orders have been settled. */
export function markBackup(file: string, as: 'backup' | 'settled'): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma(`${MARK} = ${as === 'backup' ? 1 : 0}`);
  } finally {
    database.close();
  }
}

/** The problems that SQLite finds in the structure of a file. */
export function problemsOf(file: string): string[] {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return structureProblems(database);
  } finally {
    database.close();
  }
}

/**
 * Moves the write-ahead log of a database into its one file, and leaves no other file beside it. It
 * fails with SQLITE_BUSY while another connection is open. The next server switches the log on again.
 */
export function foldLog(file: string): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma('synchronous = FULL');
    const mode = database.pragma('journal_mode = DELETE', { simple: true });
    if (mode !== 'delete') throw new Database.SqliteError('database is locked', 'SQLITE_BUSY');
  } finally {
    database.close();
  }
}

/** Waits until a file or the names in a folder are on disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
