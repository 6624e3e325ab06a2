import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import {
  type BackupContents,
  foldLog,
  markBackup,
  problemsOf,
  readBackup,
  sync,
} from '../database/sqlite/backup-file.ts';
import { openSqlite } from '../database/sqlite/engine.ts';
import { ConfigError, databaseFile, DEFAULT_DATA } from '../server/data-folder.ts';
import { systemClock } from '../server/outside.ts';
import { requireMarketplace, requireOwnLog } from '../server/sqlite-storage.ts';
import { VERSION } from '../server/version.ts';
import { requireEmbedded } from './open-database.ts';
import { counted, printable } from './words.ts';

const FORMAT = 1;

/** Written beside a backup: the size, checksum and content that the file must have. */
interface Manifest extends BackupContents {
  format: typeof FORMAT;
  /** ISO 8601. */
  madeAt: string;
  /** The version of the program that made the backup. */
  madeBy: string;
  bytes: number;
  /** In hex. */
  sha256: string;
}

export const manifestFile = (file: string): string => `${file}.manifest.json`;

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/** Reads what a file holds; refuses one that is not a marketplace. */
function contentsOf(file: string, name: string): BackupContents {
  let code = '';
  try {
    const contents = readBackup(file);
    if (contents) return contents;
  } catch (error) {
    code = ` (${codeOf(error)})`;
  }
  throw new ConfigError(`${name} is not a backup of a marketplace${code}. Nothing was changed.`);
}

const damagedDatabase = (data: string, problem: string) =>
  new ConfigError(
    `The database in ${data} is damaged (${problem}), so no backup was made of it. Restore an earlier one: mkt-marketplace restore FILE --data ${data} --force`,
  );

/** Copies the database into the file, and returns what the copy holds. */
async function copyDatabase(data: string, file: string): Promise<BackupContents> {
  try {
    const sqlite = openSqlite({ path: databaseFile(data), clock: systemClock });
    try {
      await sqlite.backup(file);
    } finally {
      await sqlite.close();
    }
    markBackup(file, 'backup');
    // So that it can be read where nothing can be written.
    foldLog(file);
    const [problem] = problemsOf(file);
    if (problem !== undefined) throw damagedDatabase(data, problem);
    const contents = readBackup(file);
    if (contents === undefined) throw new ConfigError(`No marketplace found in ${data}.`);
    sync(file);
    return contents;
  } catch (error) {
    const code = codeOf(error);
    throw /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? damagedDatabase(data, code) : error;
  }
}

/** The same for every path of a file; `undefined` if the path leads to none. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

/** Refuses to replace a file of the database that is backed up, whatever its path. */
export function requireOther(target: string, data: string): void {
  const identity = identityOf(target);
  const database = databaseFile(data);
  for (const name of [database, `${database}-wal`, `${database}-shm`]) {
    if (resolve(name) === target || (identity !== undefined && identityOf(name) === identity))
      throw new ConfigError(`${target} is the marketplace itself. Name another file.`);
  }
}

async function backup(file: string, options: { data?: string; force?: boolean }): Promise<void> {
  const data = requireEmbedded(options);
  requireMarketplace(data);
  requireOwnLog(data);
  const target = resolve(file);
  requireOther(target, data);
  if (existsSync(target) && !options.force) {
    throw new ConfigError(`${target} already exists; add --force to replace it.`);
  }
  const partial = `${target}.partial`;
  const manifest = manifestFile(target);
  const partialManifest = `${manifest}.partial`;
  try {
    for (const leftover of [partial, partialManifest]) rmSync(leftover, { force: true });
    const madeAt = new Date(systemClock.now()).toISOString();
    const contents = await copyDatabase(data, partial);
    const written: Manifest = {
      format: FORMAT,
      madeAt,
      madeBy: VERSION,
      bytes: statSync(partial).size,
      sha256: await sha256Of(partial),
      ...contents,
    };
    const text = `${JSON.stringify(written, null, 2)}\n`;
    // Does not follow a symbolic link that someone has put there.
    writeFileSync(partialManifest, text, { mode: 0o600, flag: 'wx' });
    sync(partialManifest);
    // If the process dies before the next one is in place, the backup has no manifest, and restore
    // can be told to do without; with that of another file it would be refused as damaged.
    rmSync(manifest, { force: true });
    sync(dirname(target));
    renameSync(partial, target);
    renameSync(partialManifest, manifest);
    sync(dirname(target));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `The backup to ${target} failed (${codeOf(error)}). Check that the folder exists, is writable and has enough space.`,
    );
  } finally {
    rmSync(partial, { force: true });
    rmSync(partialManifest, { force: true });
  }
  process.stderr.write(
    `Backed up to ${target}. Its checksum is in ${manifest}: keep the two files together. Signing secrets in the backup can only be read with MKT_ENCRYPTION_KEY: keep a copy of that key, but not in the same place.\n`,
  );
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' &&
  value !== null &&
  'madeBy' in value &&
  typeof value.madeBy === 'string' &&
  'madeAt' in value &&
  typeof value.madeAt === 'string' &&
  'sha256' in value &&
  typeof value.sha256 === 'string' &&
  'bytes' in value &&
  typeof value.bytes === 'number' &&
  'rows' in value &&
  typeof value.rows === 'object' &&
  value.rows !== null;

/** A manifest has a line for each table; ours has about 2 KiB. */
const MAX_MANIFEST_BYTES = 1024 * 1024;

/** The manifest beside a backup; `undefined` if there is none. */
function readManifest(file: string): Manifest | undefined {
  const path = manifestFile(file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  const unreadable = new ConfigError(
    `${path} is damaged. Copy it again from where the backup was made. Nothing was changed.`,
  );
  if (!found.isFile() || found.size > MAX_MANIFEST_BYTES) throw unreadable;
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw unreadable;
  }
  if (!isManifest(manifest)) throw unreadable;
  if (manifest.format !== FORMAT)
    throw new ConfigError(
      `${path} was written by another version (${manifest.madeBy}). Use that version. Nothing was changed.`,
    );
  return manifest;
}

const damaged = (file: string, how: string) =>
  new ConfigError(
    `${file} has changed since it was made: ${how}. Copy it again, or use another backup. Nothing was changed.`,
  );

/**
 * Checks that a backup is unchanged. `copy` is read in its place, so that what is restored is what was
 * checked. Without a manifest it only has to be a marketplace.
 */
export async function verifyBackup(
  file: string,
  { copy = file, needsManifest = true }: { copy?: string; needsManifest?: boolean } = {},
): Promise<Partial<Manifest> & BackupContents> {
  const manifest = readManifest(file);
  if (manifest) {
    const { size } = statSync(copy);
    if (size !== manifest.bytes)
      throw damaged(file, `it has ${size} bytes instead of ${manifest.bytes}`);
    if ((await sha256Of(copy)) !== manifest.sha256) throw damaged(file, 'its checksum differs');
  }
  const contents = contentsOf(copy, file);
  if (!manifest && needsManifest)
    throw new ConfigError(
      `There is no ${manifestFile(file)}, so nothing tells whether ${file} is complete. Copy it from where the backup was made. Nothing was changed.`,
    );
  for (const [table, count] of Object.entries(manifest?.rows ?? {})) {
    const found = contents.rows[table] ?? 0;
    if (found !== count)
      throw damaged(file, `the table ${table} has ${found} rows instead of ${count}`);
  }
  return { ...manifest, ...contents };
}

export function requireFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return;
  throw new ConfigError(`File not found: ${resolve(file)}`);
}

async function readVerified(file: string): Promise<Partial<Manifest> & BackupContents> {
  try {
    requireFile(file);
    return await verifyBackup(file);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${file} cannot be read (${codeOf(error)}). Check its permissions.`);
  }
}

async function verify(file: string): Promise<void> {
  const { madeAt = '', rows } = await readVerified(resolve(file));
  const { account = 0, listing = 0, orders = 0 } = rows;
  const holds = `${counted(account, 'account')}, ${counted(listing, 'listing')} and ${counted(orders, 'order')}`;
  process.stderr.write(
    `${resolve(file)} is unchanged since it was made at ${printable(madeAt)}, with ${holds}.\n`,
  );
}

export function backupCommand(): Command {
  const verifying = new Command('verify')
    .description('Check that a backup is complete and unchanged.')
    .argument('<file>', 'a file made by `mkt-marketplace backup`, with its manifest beside it')
    .action((file: string) => verify(file));
  return new Command('backup')
    .argument('<file>', 'file to write the backup to')
    .option('--data <dir>', `data folder (default: ${DEFAULT_DATA})`)
    .option('--force', 'replace the file if it exists')
    .action(backup)
    .addCommand(verifying);
}
