import { chmod, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';
import { parseSigningSecret } from '@mkt/protocol/signing';
import { CliError } from '../errors/cli-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { linkTarget, replaceFile } from './files.ts';
import { placeOf, SECRET_VARIABLE, type WantedSecret } from './secret-variable.ts';
import { upsertVariable } from './upsert-variable.ts';

export interface SecretOfListing extends WantedSecret {
  /** A link that leads out of this folder is not followed; by default the folder of the file. */
  projectFolder?: string | undefined;
  /** Replaces a different secret in the listing's own variable. */
  replaces?: boolean | undefined;
  /** Finds out what would be done, and changes nothing. */
  isDryRun?: boolean | undefined;
}

export interface SecretWritten {
  /** `differs`: the listing's variable has another secret, so nothing was written. */
  outcome: 'created' | 'updated' | 'unchanged' | 'differs';
  /** The variable: `MKT_SIGNING_SECRET`, or that of the listing. */
  variable: string;
  /** The variable that has the secret of another listing and was not changed, if that is why. */
  beside?: string;
}

/** Whether the file has been changed, which a running service does not notice. */
export const isWritten = ({ outcome }: Pick<SecretWritten, 'outcome'>): boolean =>
  outcome === 'created' || outcome === 'updated';

const GROUP_AND_OTHERS = 0o077;

/**
 * Writes the signing secret of a listing to a `.env` file atomically: as `MKT_SIGNING_SECRET`, or, if
 * that has the secret of another listing, as `MKT_SIGNING_SECRET_<SLUG>`. Afterwards only the owner of
 * the file can read it. A secret that would need quotes is not written.
 */
export async function writeSecret(path: string, listing: SecretOfListing): Promise<SecretWritten> {
  const { slug, secret, previous } = listing;
  const { projectFolder = dirname(path), replaces = false, isDryRun } = listing;
  if (parseSigningSecret(secret) === undefined) throw refused(path, 'is only for signing secrets');
  const target = await linkTarget(path, projectFolder);
  const bytes = await currentBytes(target);
  // latin1 maps bytes one to one, so that text in any encoding is kept as it is.
  const text = bytes?.toString('latin1') ?? '';
  if (text.includes('\0')) throw refused(path, 'is not a text file');
  const place = placeOf(parseEnv(text), { slug, secret, previous });
  const variable = place.name;
  if (place.kind === 'present') {
    if (!isDryRun) await restrictToOwner(target);
    return { outcome: 'unchanged', variable };
  }
  if (place.kind === 'taken' && !replaces) return { outcome: 'differs', variable };
  const upserted = upsertVariable(text, variable, place.value);
  if (!upserted.ok) throw refused(path, upserted.message);
  if (!isDryRun) await replaceFile(target, Buffer.from(upserted.text, 'latin1'));
  const beside = place.kind === 'free' ? place.beside : undefined;
  return {
    outcome: bytes === undefined ? 'created' : 'updated',
    variable,
    ...(beside === undefined ? {} : { beside }),
  };
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
