import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { CliError } from '../cli-error.ts';
import { replaceFile } from '../replace-file.ts';
import { upsertVariable } from './upsert-variable.ts';

/** The variable by which a service knows its secret (specification, "Request signing"). */
export const SECRET_VARIABLE = 'MKT_SIGNING_SECRET';

export type SecretWritten = 'created' | 'updated' | 'unchanged';

/**
 * Sets `MKT_SIGNING_SECRET` in a `.env` file: whole or not at all. A new file can be read by its
 * owner alone.
 */
export async function writeSecret(path: string, secret: string): Promise<SecretWritten> {
  const bytes = await currentBytes(path);
  // Byte for byte: what is not ASCII, whatever its encoding, is kept and not read.
  const text = bytes?.toString('latin1') ?? '';
  if (text.includes('\0')) throw refused(path, 'is not a text file in UTF-8');
  if (parseEnv(text)[SECRET_VARIABLE] === secret) return 'unchanged';
  const upserted = upsertVariable(text, SECRET_VARIABLE, secret);
  if (!upserted.ok) throw refused(path, upserted.message);
  await replaceFile(path, Buffer.from(upserted.text, 'latin1'));
  return bytes === undefined ? 'created' : 'updated';
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
