import { chmod, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';
import { CliError } from '../errors/cli-error.ts';
import { linkTarget, replaceFile } from '../files/replace-file.ts';
import { checkedSecret } from './signing-secret.ts';
import { upsertVariable } from './upsert-variable.ts';

/** The variable by which a service knows its secret (docs/signing.md). */
export const SECRET_VARIABLE = 'MKT_SIGNING_SECRET';

export type SecretWritten = 'created' | 'updated' | 'unchanged';

const OTHERS = 0o077;

/**
 * Sets `MKT_SIGNING_SECRET` in a `.env` file: whole or not at all. Afterwards the file can be read
 * by its owner alone. What is no signing secret is not written, nor is anything through a link that
 * leads out of `projectFolder`.
 */
export async function writeSecret(
  path: string,
  received: string,
  projectFolder: string = dirname(path),
): Promise<SecretWritten> {
  const secret = checkedSecret(received);
  const target = await linkTarget(path, projectFolder);
  const bytes = await currentBytes(target);
  // Byte for byte: what is not ASCII, whatever its encoding, is kept and not read.
  const text = bytes?.toString('latin1') ?? '';
  if (text.includes('\0')) throw refused(path, 'is not a text file in UTF-8');
  if (parseEnv(text)[SECRET_VARIABLE] === secret) {
    await closeToOthers(target);
    return 'unchanged';
  }
  const upserted = upsertVariable(text, SECRET_VARIABLE, secret);
  if (!upserted.ok) throw refused(path, upserted.message);
  await replaceFile(target, Buffer.from(upserted.text, 'latin1'));
  return bytes === undefined ? 'created' : 'updated';
}

async function closeToOthers(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & OTHERS) !== 0) await chmod(path, 0o600);
}

async function currentBytes(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (code === 'ENOENT') return undefined;
    throw refused(path, `cannot be read (${code})`, error);
  }
}

const refused = (path: string, why: string, cause?: unknown) =>
  new CliError('write_failed', `${path} ${why}: it was left as it is.`, {
    next: `Set ${SECRET_VARIABLE} yourself; mkt secrets pull --print-secret shows it.`,
    cause,
  });
