import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Command } from 'commander';
import { withoutTurns } from '../database/engine.ts';
import { createSealing } from '../database/sealing.ts';
import { foldLog, hasForeignLog, markBackup, sync } from '../database/sqlite/backup-file.ts';
import { lockDataFolder } from '../database/sqlite/connection.ts';
import { openSqlite } from '../database/sqlite/engine.ts';
import { StorageUnavailable } from '../market/refusal.ts';
import { createStore } from '../server/context.ts';
import {
  ConfigError,
  damagedFile,
  databaseFile,
  DEFAULT_DATA,
  openDataFolder,
  requireFolder,
} from '../server/data-folder.ts';
import { systemClock } from '../server/outside.ts';
import { applyRevocations } from '../server/revocations.ts';
import { requireCompatibleSchema } from '../server/storage.ts';
import { manifestFile, requireFile, verifyBackup } from './backup.ts';
import { requireEmbedded } from './open-database.ts';
import { type Recovered, recoverStore, recoveryReport } from './recover.ts';
import { counted } from './words.ts';

const BACKUP = {
  name: 'backup',
  startAfresh: 'Restore it with the version that made it. Nothing was changed.',
};
const USE_EARLIER = 'Use an earlier backup. The existing data was not changed.';

interface Options {
  data?: string;
  force?: boolean;
  withoutManifest?: boolean;
}

/** Files that SQLite keeps beside a database. Those of another database would corrupt this one. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

function removeCompanions(file: string): void {
  for (const companion of COMPANIONS) rmSync(file + companion, { force: true });
}

function removeDatabase(file: string): void {
  rmSync(file, { force: true });
  removeCompanions(file);
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

const replacedPrefix = (target: string) => `${basename(target)}.replaced-`;

/** Removes what a restore set aside if it was killed before it replaced anything. */
function removeUnfinished(target: string): void {
  const { ino } = statSync(target, { throwIfNoEntry: false }) ?? {};
  const folder = dirname(target);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    // It is another name of the database in use, so no data is removed.
    if (name.startsWith(replacedPrefix(target)) && statSync(path).ino === ino) rmSync(path);
  }
}

/** Gives a file a second name; copies it where the file system has no hard links. */
function keepAs(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name, constants.COPYFILE_EXCL);
    sync(name);
  }
}

/**
 * Keeps the database under another name, beside the one that replaces it. Until that is in place, the
 * old one stays where it was, whole: its log is moved into it first, because the log must not remain
 * beside the new one. Of a damaged database, whose log SQLite cannot apply, the log is kept too, and of a
 * backup that was copied beside the log of another database.
 */
function setAside(target: string): string | undefined {
  removeUnfinished(target);
  const present = () => ['', ...COMPANIONS].filter((companion) => existsSync(target + companion));
  if (present().length === 0) return undefined;
  const now = new Date(systemClock.now()).toISOString().replaceAll(/[:.]/g, '-');
  const aside = join(dirname(target), `${replacedPrefix(target)}${now}`);
  // SQLite deletes a log that it cannot read.
  if (existsSync(`${target}-wal`)) keepAs(`${target}-wal`, `${aside}-wal`);
  const hasOwnLog = existsSync(target) && !hasForeignLog(target);
  if (hasOwnLog && foldLogUnlessDamaged(target)) removeCompanions(aside);
  for (const companion of present()) {
    if (!existsSync(aside + companion)) keepAs(target + companion, aside + companion);
  }
  sync(dirname(target));
  removeCompanions(target);
  return aside;
}

/** Returns whether the file has everything that was in its log. */
function foldLogUnlessDamaged(target: string): boolean {
  try {
    foldLog(target);
    return true;
  } catch (error) {
    const code = codeOf(error) ?? 'unknown';
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return false;
    throw new ConfigError(
      code.startsWith('SQLITE_BUSY')
        ? `Another program is using ${target}. Wait until it has ended, then restore again. Nothing was changed.`
        : `${target} cannot be set aside (${code}). Check the space and the permissions of its folder. Nothing was changed.`,
    );
  }
}

interface Prepared {
  /** The names of the migrations that the copy needed. */
  migrations: string[];
  recovered: Recovered;
}

/**
 * Prepares the copy: checks its integrity, upgrades its schema, and settles open orders. What
 * happened to those after the backup is unknown, so they must not be called again. Access that was
 * revoked since must not come back: all sessions, links and device logins end, and the list of
 * revocations beside the database says which keys, accounts and listings were revoked.
 */
async function prepare(file: string, folder: string): Promise<Prepared> {
  const sqlite = openSqlite({ path: file, clock: systemClock });
  try {
    const [problem] = sqlite.checkIntegrity();
    if (problem !== undefined)
      throw new ConfigError(`The backup is damaged (${problem}). ${USE_EARLIER}`);
    const migrations = requireCompatibleSchema(await sqlite.migrate({ isAlone: true }), BACKUP);
    // Nothing here reads or writes secrets, so any encryption key works.
    const sealing = createSealing([new Uint8Array(32)]);
    const store = createStore({ engine: withoutTurns(sqlite.engine), sealing });
    const recovered = await recoverStore(store, () => applyRevocations(store, folder));
    return { migrations, recovered };
  } finally {
    await sqlite.close();
  }
}

function toConfigError(error: unknown, source: string, folder: string): unknown {
  if (error instanceof ConfigError) return error;
  if (error instanceof StorageUnavailable) return toConfigError(error.cause, source, folder);
  const code = codeOf(error);
  if (code === undefined) return error;
  if (/^(EACCES|EPERM|EROFS|SQLITE_(CANTOPEN|READONLY))/.test(code))
    return new ConfigError(
      `${source} cannot be restored (${code}). Check the permissions of the file and of ${folder}. Nothing was changed.`,
    );
  return new ConfigError(
    /^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(code)
      ? `There is not enough space in ${folder}: the restored marketplace needs room beside the one that it replaces. Nothing was changed.`
      : `${source} cannot be restored (${code}). ${USE_EARLIER}`,
  );
}

/** What happened, and what the operator should check. */
function report(
  folder: string,
  { migrations, recovered }: Prepared,
  aside: string | undefined,
): string {
  return [
    `Restored to ${folder}. Settled ${counted(recovered.interrupted, 'open order')} as interrupted.\n`,
    aside === undefined
      ? ''
      : `What was there before is in ${aside}. Delete it when you no longer need it.\n`,
    migrations.length === 0 ? '' : `Applied migrations: ${migrations.join(', ')}.\n`,
    recoveryReport(recovered, { at: ` --data ${folder}`, since: 'since the backup', folder }),
  ].join('');
}

async function restore(source: string, options: Options): Promise<void> {
  const folder = requireEmbedded(options);
  try {
    await restoreTo(folder, source, options);
  } catch (error) {
    throw toConfigError(error, source, folder);
  }
}

async function restoreTo(folder: string, source: string, options: Options): Promise<void> {
  requireFolder(folder);
  const target = databaseFile(folder);
  requireFile(source);
  if (existsSync(target) && !options.force) {
    throw new ConfigError(`${folder} already holds a marketplace; add --force to replace it.`);
  }
  const needsManifest = options.withoutManifest !== true;
  if (!needsManifest && !existsSync(manifestFile(source))) {
    process.stderr.write(
      `! Without a manifest, nothing shows whether ${source} is complete and unchanged.\n`,
    );
  }
  openDataFolder(folder);
  const lock = lockDataFolder(folder);
  if (!lock)
    throw new ConfigError(
      `A running marketplace or another restore is using ${folder}. Stop it first.`,
    );
  const partial = `${target}.partial`;
  try {
    removeDatabase(partial);
    copyFileSync(source, partial);
    await verifyBackup(source, { copy: partial, needsManifest });
    const prepared = await prepare(partial, folder);
    markBackup(partial, 'settled');
    // Closing a database does not report that its log could not be moved into it.
    foldLog(partial);
    sync(partial);
    const aside = setAside(target);
    renameSync(partial, target);
    // It was about the database that was replaced.
    rmSync(damagedFile(folder), { force: true });
    sync(folder);
    process.stderr.write(report(folder, prepared, aside));
  } finally {
    removeDatabase(partial);
    lock.release();
  }
}

export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<file>', 'a file made by `mkt-marketplace backup`')
    .option('--data <dir>', `data folder (default: ${DEFAULT_DATA})`)
    .option('--force', 'replace the existing marketplace, which stays beside it under another name')
    .option('--without-manifest', 'restore a backup whose manifest is lost')
    .action(restore);
}
