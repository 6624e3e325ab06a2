import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.ts';

const OWNER_ONLY = 0o600;
const ENCRYPTION_KEY_FILE = 'encryption-key';

/**
 * Makes the data folder, readable by its owner alone. One that is there and empty becomes so; one
 * with files may be used by others too: what is written into it is its owner's alone anyway.
 */
export function openDataFolder(folder: string): void {
  try {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (made === undefined && readdirSync(folder).length === 0) chmodSync(folder, 0o700);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigError(`The data folder ${folder} cannot be used (${code}).`);
  }
}

export function databaseFile(folder: string): string {
  return join(folder, 'market.db');
}

/** A small text that is made once and kept: written whole or not at all. */
function readOrCreate(file: string, make: () => string): string {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const text = make();
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, `${text}\n`, { mode: OWNER_ONLY });
  renameSync(partial, file);
  return text;
}

/** The encryption key of a developer's marketplace, when it has been started before. */
export function existingEncryptionKey(folder: string): string | undefined {
  const file = join(folder, ENCRYPTION_KEY_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** The encryption key of a developer's marketplace (docs/protocol.md#modes). */
export function devEncryptionKey(folder: string): string {
  return readOrCreate(join(folder, ENCRYPTION_KEY_FILE), () => randomBytes(32).toString('base64'));
}

/** The API key of a developer's marketplace: a restart prints the same one. */
export function devApiKey(folder: string, make: () => string): string {
  return readOrCreate(join(folder, 'dev-key'), make);
}
