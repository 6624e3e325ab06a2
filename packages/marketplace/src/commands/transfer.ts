import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { withoutTurns } from '../database/engine.ts';
import { UndecryptableSecret } from '../database/failure.ts';
import { createSealing, type Sealing } from '../database/sealing.ts';
import { foldLog, sync } from '../database/sqlite/backup-file.ts';
import { lockDataFolder } from '../database/sqlite/connection.ts';
import { openSqlite } from '../database/sqlite/engine.ts';
import { databaseUrlOf, nameOfDatabase, readEnvironment } from '../server/config.ts';
import { createStore } from '../server/context.ts';
import {
  ConfigError,
  databaseFile,
  DataFolderInUse,
  dataFolderOf,
  requireFolder,
} from '../server/data-folder.ts';
import { systemClock } from '../server/outside.ts';
import { openPostgresStorage, toConfigError } from '../server/postgres-storage.ts';
import { applyRevocations, readRevocations, revocationsWith } from '../server/revocations.ts';
import { requireCompatibleSchema } from '../server/storage.ts';
import { VERSION } from '../server/version.ts';
import { exportTo, type Exported } from '../transfer/export.ts';
import { InvalidExport } from '../transfer/file.ts';
import {
  type Imported,
  importFrom,
  requireImportable,
  verifyExport,
  type VerifiedExport,
} from '../transfer/import.ts';
import { findFilled } from '../transfer/sql.ts';
import { accountOf } from './accounts.ts';
import { requireFile, requireOther } from './backup.ts';
import {
  addDatabaseOptions,
  appliedInWords,
  type DatabaseLocation,
  openDatabase,
  sealingKeys,
} from './open-database.ts';
import { counted } from './words.ts';

const MIN_PASSPHRASE = 12;

/** Asks a question on the terminal, where the answer is not shown. */
async function askHidden(question: string): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  // Until now the terminal would have shown what is typed.
  process.stderr.write(question);
  try {
    return await terminal.question('');
  } catch {
    // Ctrl-C, or the end of the input.
    throw new ConfigError('No passphrase was given.');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

function readPassphraseFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigError(`The passphrase cannot be read from ${file} (${code}).`);
  }
}

/** From a file, the environment or the terminal; on the command line, every user of the machine could read it. */
async function readPassphrase(file: string | undefined, isNew: boolean): Promise<string> {
  const given =
    file === undefined ? readEnvironment().text('MKT_EXPORT_PASSPHRASE') : readPassphraseFile(file);
  if (given === null && !process.stdin.isTTY)
    throw new ConfigError(
      'The secrets of an export are sealed with a passphrase. Set MKT_EXPORT_PASSPHRASE to it, or name a file that has it with --passphrase-file.',
    );
  const passphrase = (given ?? (await askHidden('Passphrase of the export: '))).trim();
  if (isNew && passphrase.length < MIN_PASSPHRASE)
    throw new ConfigError(
      `The passphrase must have at least ${MIN_PASSPHRASE} characters. To create one: openssl rand -base64 24`,
    );
  if (isNew && given === null && passphrase !== (await askHidden('Repeat the passphrase: ')).trim())
    throw new ConfigError('The two passphrases differ.');
  return passphrase;
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

interface ExportOptions extends DatabaseLocation {
  account?: string;
  passphraseFile?: string;
  force?: boolean;
}

function requireTarget(target: string, { data, force }: ExportOptions, url: string | null): void {
  if (url === null) requireOther(target, dataFolderOf(data));
  const present = statSync(target, { throwIfNoEntry: false });
  if (present && !present.isFile()) throw new ConfigError(`${target} is not a file.`);
  if (present && !force)
    throw new ConfigError(`${target} already exists; add --force to replace it.`);
}

/** Writes a file beside the target, and gives it the name when it is complete and on disk. */
async function writeBeside<Result>(
  target: string,
  write: (file: Awaited<ReturnType<typeof open>>) => Promise<Result>,
): Promise<Result> {
  const partial = `${target}.partial`;
  try {
    rmSync(partial, { force: true });
    // Does not follow a symbolic link that someone has put there.
    const file = await open(partial, 'wx', 0o600);
    let result: Result;
    try {
      result = await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    renameSync(partial, target);
    sync(dirname(target));
    return result;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
    throw new ConfigError(
      `The export to ${target} failed (${code}). Check that the folder exists, is writable and has enough space.`,
    );
  } finally {
    rmSync(partial, { force: true });
  }
}

const total = (records: Record<string, number>, kind: string) => records[kind] ?? 0;

const contentsOf = (records: Record<string, number>) =>
  `${counted(total(records, 'account'), 'account')}, ${counted(total(records, 'listing'), 'listing')} and ${counted(total(records, 'order'), 'order')}`;

function exportReport(target: string, { records, waiting, running }: Exported): string {
  const openOrders =
    waiting + running === 0
      ? ''
      : `Of the orders, ${waiting} were waiting and ${running} running: an import settles them as interrupted.\n`;
  return `Exported ${contentsOf(records)} to ${target}.\n${openOrders}Only the passphrase opens its secrets; keep it somewhere else.\n`;
}

async function exportEverything(
  target: string,
  options: ExportOptions,
  { snapshot }: Awaited<ReturnType<typeof openDatabase>>,
): Promise<string> {
  const url = databaseUrlOf(options, readEnvironment());
  const folder = dataFolderOf(options.data);
  const sealing = createSealing(sealingKeys(folder));
  const passphrase = await readPassphrase(options.passphraseFile, true);
  // Read before the snapshot, which has everything that the list has.
  const revocations = url === null ? readRevocations(folder) : [];
  const about = { madeAt: new Date(systemClock.now()).toISOString(), madeBy: VERSION, passphrase };
  const exported = await writeBeside(target, (file) =>
    snapshot((read) => exportTo({ read, file, about, sealing, revocations })),
  );
  return exportReport(target, exported);
}

async function exportAccount(
  target: string,
  ref: string,
  { engine, snapshot }: Awaited<ReturnType<typeof openDatabase>>,
): Promise<string> {
  const sealing = createSealing([randomBytes(32)]);
  const { id } = await accountOf(createStore({ engine: withoutTurns(engine), sealing }), ref);
  const about = {
    madeAt: new Date(systemClock.now()).toISOString(),
    madeBy: VERSION,
    accountId: id,
  };
  const { records } = await writeBeside(target, (file) =>
    snapshot((read) => exportTo({ read, file, about, sealing, revocations: [] })),
  );
  return `Exported the data of the account ${id} to ${target}: ${counted(total(records, 'listing'), 'listing')}, ${counted(total(records, 'order'), 'order')} and ${counted(total(records, 'sale'), 'sale')}. It has no secrets, and cannot be imported.\n`;
}

async function exportMarketplace(file: string, options: ExportOptions): Promise<void> {
  const target = resolve(file);
  const { account, passphraseFile } = options;
  if (account !== undefined && passphraseFile !== undefined)
    throw new ConfigError('An export of one account has no secrets, so it needs no passphrase.');
  requireTarget(target, options, databaseUrlOf(options, readEnvironment()));
  const storage = await openDatabase(options);
  try {
    process.stderr.write(
      account === undefined
        ? await exportEverything(target, options, storage)
        : await exportAccount(target, account, storage),
    );
  } catch (error) {
    if (!(error instanceof UndecryptableSecret)) throw error;
    throw new ConfigError(
      'MKT_ENCRYPTION_KEY cannot decrypt the secrets of this marketplace. Set it to the value that the server uses. Nothing was exported.',
    );
  } finally {
    await storage.close();
  }
}

export function exportCommand(): Command {
  return addDatabaseOptions(new Command('export'))
    .argument('<file>', 'file to write the export to')
    .option('--account <account>', 'only the data of this account (id or email), for its owner')
    .option('--passphrase-file <file>', 'file with the passphrase (MKT_EXPORT_PASSPHRASE)')
    .option('--force', 'replace the file if it exists')
    .action(exportMarketplace);
}

interface ImportOptions extends DatabaseLocation {
  passphraseFile?: string;
}

/** What is imported, and the encryption key of the marketplace into which it is. */
interface Source {
  verify(): Promise<VerifiedExport>;
  sealing: Sealing;
}

const notEmpty = (name: string) =>
  new ConfigError(
    `${name} already holds a marketplace, and an import needs an empty one. Nothing was imported.`,
  );

/** A folder without a database, or with one that has never been used. */
async function requireEmptyFolder(folder: string): Promise<void> {
  const target = databaseFile(folder);
  if (!existsSync(target)) return;
  const sqlite = openSqlite({ path: target, clock: systemClock });
  try {
    const state = sqlite.inspectSchema();
    if (state.kind === 'empty') return;
    const isCurrent = state.kind === 'present' && state.missing.length === 0;
    if (!isCurrent || (await sqlite.engine.write(findFilled, undefined)) !== undefined)
      throw notEmpty(folder);
  } finally {
    await sqlite.close();
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

interface IntoFolder extends Imported {
  /** What the list of revocations in the folder revoked again. */
  applied: Awaited<ReturnType<typeof applyRevocations>>;
}

/** Into a database beside the one of the folder, which it replaces at the end. */
async function importIntoFolder(folder: string, { verify, sealing }: Source): Promise<IntoFolder> {
  const lock = lockDataFolder(folder);
  if (!lock) throw new DataFolderInUse(folder);
  const target = databaseFile(folder);
  const partial = `${target}.partial`;
  try {
    await requireEmptyFolder(folder);
    const verified = await verify();
    removeDatabase(partial);
    const sqlite = openSqlite({ path: partial, clock: systemClock });
    let imported: IntoFolder;
    try {
      requireCompatibleSchema(await sqlite.migrate({ isAlone: true }));
      const { engine } = sqlite;
      const stored = await importFrom(verified, { write: engine.write, sealing });
      const applied = await applyRevocations(
        createStore({ engine: withoutTurns(engine), sealing }),
        folder,
      );
      imported = { ...stored, applied };
    } finally {
      await sqlite.close();
    }
    foldLog(partial);
    sync(partial);
    const list = revocationsWith(folder, imported.revocations);
    if (list) await writeBeside(list.file, (file) => file.appendFile(list.text));
    if (existsSync(target)) foldLog(target);
    renameSync(partial, target);
    sync(folder);
    return imported;
  } finally {
    removeDatabase(partial);
    lock.release();
  }
}

async function importIntoPostgres(url: string, { verify, sealing }: Source): Promise<Imported> {
  const name = nameOfDatabase(url);
  const database = { url, connections: 2 };
  const { postgres, engine, close } = await openPostgresStorage(database, { migrates: false });
  try {
    if (!postgres) throw new Error('The storage is not on Postgres.');
    const requireEmpty = async (write: typeof engine.write) => {
      if ((await write(findFilled, undefined)) !== undefined)
        throw notEmpty(`The database ${name}`);
    };
    await requireEmpty(engine.write);
    if (await postgres.isServed())
      throw new ConfigError(
        `A server is running on the database ${name}. Stop it first. Nothing was imported.`,
      );
    const verified = await verify();
    return await postgres.writeAll(async (write) => {
      await requireEmpty(write);
      return importFrom(verified, { write, sealing });
    });
  } catch (error) {
    throw error instanceof InvalidExport ? error : toConfigError(error, url);
  } finally {
    await close();
  }
}

async function importMarketplace(file: string, options: ImportOptions): Promise<void> {
  const path = resolve(file);
  requireFile(path);
  const url = databaseUrlOf(options, readEnvironment());
  const folder = dataFolderOf(options.data);
  if (url === null) requireFolder(folder);
  try {
    const header = await requireImportable(path);
    const source: Source = {
      sealing: createSealing(sealingKeys(folder)),
      verify: () => verifyExport(path, header, () => readPassphrase(options.passphraseFile, false)),
    };
    process.stderr.write(
      url === null
        ? folderReport(folder, await importIntoFolder(folder, source))
        : importReport(
            `the database ${nameOfDatabase(url)}`,
            await importIntoPostgres(url, source),
          ),
    );
  } catch (error) {
    if (error instanceof InvalidExport)
      throw new ConfigError(`${path} ${error.message}. Nothing was imported.`);
    throw error;
  }
}

const importReport = (name: string, { records, interrupted }: Imported) =>
  `Imported ${contentsOf(records)} into ${name}. Settled ${counted(interrupted, 'open order')} as interrupted.\nPeople have to sign in again. Never start the marketplace that this was exported from: it would make the same calls.\n`;

function folderReport(folder: string, imported: IntoFolder): string {
  const { applied } = imported;
  const revoked = applied
    ? `By the list of revocations in ${folder}: ${appliedInWords(applied)}.\n`
    : '';
  return `${importReport(folder, imported)}${revoked}`;
}

export function importCommand(): Command {
  return addDatabaseOptions(new Command('import'))
    .argument('<file>', 'a file made by `mkt-marketplace export`')
    .option('--passphrase-file <file>', 'file with the passphrase (MKT_EXPORT_PASSPHRASE)')
    .action(importMarketplace);
}
