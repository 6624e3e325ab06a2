import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

/** An error in the flags or the environment: one sentence that says what to do. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** Another running marketplace uses the data folder. */
export class DataFolderInUse extends ConfigError {
  readonly folder: string;

  constructor(folder: string) {
    super(
      `Another running marketplace is using the data folder ${folder}. Stop it, or choose another folder with --data.`,
    );
    this.folder = folder;
  }
}

export const DEFAULT_DATA = '.mkt';
const OWNER_ONLY = 0o600;
const ENCRYPTION_KEY_FILE = 'encryption-key';

/** The data folder that `--data` names, or the default one. */
export const dataFolderOf = (data: string | undefined): string => resolve(data ?? DEFAULT_DATA);

/**
 * Creates the data folder, readable only by its owner. An existing empty folder is made so as well;
 * the permissions of one with files are left unchanged, because others may use it. The files
 * written here are readable only by their owner in any case.
 */
export function openDataFolder(folder: string): void {
  try {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (made === undefined && readdirSync(folder).length === 0) chmodSync(folder, 0o700);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigError(
      `The data folder ${folder} cannot be used (${code}). Check its permissions, or choose another with --data.`,
    );
  }
}

/** Refuses a folder that does not exist, whose name is probably misspelled: only `serve` creates one. */
export function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new ConfigError(
    `There is no folder ${folder}. Check the name. If it is right, create the folder first, as the user that runs the server: mkdir -m 700 ${folder}`,
  );
}

/**
 * Refuses a folder of another user, who knows the keys in it: in `/tmp`, anyone can create the default
 * folder. A folder that `--data` names was chosen deliberately.
 */
export function requireOwnFolder(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === (process.getuid?.() ?? owner)) return;
  throw new ConfigError(
    `The data folder ${folder} belongs to another user, who may know its keys. Choose another folder with --data or, if this one is yours, name it: --data ${folder}.`,
  );
}

export function databaseFile(folder: string): string {
  return join(folder, 'market.db');
}

/** Exists while a server runs, and until a check after a crash has found the database intact. */
export const runningFile = (folder: string): string => join(folder, 'running');

/** Exists after a check has found the database damaged; contains the problem. */
export const damagedFile = (folder: string): string => join(folder, 'damaged');

/** Reads a small text file, or creates it. */
function readOrCreate(file: string, create: () => string): string {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return replace(file, create());
}

/** Writes a small text file completely or not at all. */
function replace(file: string, text: string): string {
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, `${text}\n`, { mode: OWNER_ONLY });
  renameSync(partial, file);
  return text;
}

/** The encryption key of dev mode, if it exists. */
export function existingEncryptionKey(folder: string): string | undefined {
  const file = join(folder, ENCRYPTION_KEY_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** The encryption key of dev mode, created on first start (docs/reference/protocol.md#modes). */
export function devEncryptionKey(folder: string): string {
  return readOrCreate(join(folder, ENCRYPTION_KEY_FILE), () => randomBytes(32).toString('base64'));
}

const DEV_KEY_FILE = 'dev-key';

/** The API key of dev mode; every start uses the same one. */
export function devApiKey(folder: string, create: () => string): string {
  return readOrCreate(join(folder, DEV_KEY_FILE), create);
}

/** Keeps another API key for dev mode. */
export function replaceDevApiKey(folder: string, key: string): string {
  return replace(join(folder, DEV_KEY_FILE), key);
}

const DEV_ADDRESS_FILE = 'dev-address';

/** Keeps the address of dev mode beside its key, so that `mkt` in this folder finds both. */
export function keepDevAddress(folder: string, url: string): void {
  replace(join(folder, DEV_ADDRESS_FILE), url);
}

/** The address at which a marketplace in dev mode listened last; `undefined` if none has been kept. */
export function devAddress(folder: string): string | undefined {
  const file = join(folder, DEV_ADDRESS_FILE);
  const address = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return URL.canParse(address) ? address : undefined;
}
