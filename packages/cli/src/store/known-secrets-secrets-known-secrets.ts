import { parseSigningSecrets } from '@mkt/protocol/signing';
import type { Shell } from '../terminal/shell.ts';
import { localSecrets } from './known-secrets.ts';
import { SECRET_FILE } from './secret-file.ts';

/** A signature header holds at most 16. */
const MAX_SECRETS = 8;

/**
 * The signing secrets in the environment and in a file of the project, by default `.env`, separated
 * by commas; `undefined` if there are none. A file that cannot be read has none.
 */
export async function knownSecrets(
  { env, cwd }: Pick<Shell, 'env' | 'cwd'>,
  file = SECRET_FILE,
): Promise<string | undefined> {
  const { secrets } = await localSecrets({ env, cwd }, file);
  const valid = secrets
    .flatMap(({ value }) => value.split(',').map((part) => part.trim()))
    .filter((secret) => parseSigningSecrets(secret) !== undefined);
  const known = [...new Set(valid)].slice(0, MAX_SECRETS);
  return known.length === 0 ? undefined : known.join(',');
}
