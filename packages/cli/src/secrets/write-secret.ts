import { chmod, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';
import { CliError } from '../errors/cli-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { linkTarget, replaceFile } from '../files/replace-file.ts';
import { checkedSecret } from './signing-secret.ts';
import { upsertVariable } from './upsert-variable.ts';

/** The variable from which a service reads its secret (docs/signing.md). */
export const SECRET_VARIABLE = 'MKT_SIGNING_SECRET';

export type SecretWritten = 'created' | 'updated' | 'unchanged';

const GROUP_AND_OTHERS = 0o077;

/**
 * Sets `MKT_SIGNING_SECRET` in a `.env` file atomically. Afterwards only its owner can read the file.
 * An invalid secret is not written, and a link that leads out of `projectFolder` is not followed.
 */
export async function writeSecret(
  path: string,
  received: string,
  projectFolder: string = dirname(path),
): Promise<SecretWritten> {
  const secret = checkedSecret(received);
  const target = await linkTarget(path, projectFolder);
  const bytes = await currentBytes(target);
  // latin1 maps bytes one to one, so that text in any encoding is kept as it is.
  const text = bytes?.toString('latin1') ?? '';
  if (text.includes('\0')) throw refused(path, 'is not a text file');
  if (parseEnv(text)[SECRET_VARIABLE] === secret) {
    await restrictToOwner(target);
    return 'unchanged';
  }
  const upserted = upsertVariable(text, SECRET_VARIABLE, secret);
  if (!upserted.ok) throw refused(path, upserted.message);
  await replaceFile(target, Buffer.from(upserted.text, 'latin1'));
  return bytes === undefined ? 'created' : 'updated';
}

async function restrictToOwner(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & GROUP_AND_OTHERS) !== 0) await chmod(path, 0o600);
}

async function currentBytes(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return undefined;
    throw refused(path, `cannot be read (${code})`, error);
  }
}

const refused = (path: string, why: string, cause?: unknown) =>
  new CliError('write_failed', `${path} ${why}; it was not changed.`, {
    next: `Run the command again with --print-secret, and set ${SECRET_VARIABLE} yourself.`,
    cause,
  });
