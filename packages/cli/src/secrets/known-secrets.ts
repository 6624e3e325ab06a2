import { parseSigningSecrets } from '@mkt/protocol/signing';
import type { Shell } from '../terminal/shell.ts';
import { localSecrets } from './local-secrets.ts';

/** A signature header holds at most 16. */
const MAX_SECRETS = 8;

/**
 * The signing secrets in the environment and in a `.env` file of the project, separated by commas;
 * `undefined` if there are none. A file that cannot be read has none.
 */
export async function knownSecrets(
  { env, cwd }: Pick<Shell, 'env' | 'cwd'>,
  file = '.env',
): Promise<string | undefined> {
  const { secrets } = await localSecrets({ env, cwd }, file);
  const valid = secrets
    .flatMap(({ value }) => value.split(',').map((part) => part.trim()))
    .filter((secret) => parseSigningSecrets(secret) !== undefined);
  const known = [...new Set(valid)].slice(0, MAX_SECRETS);
  return known.length === 0 ? undefined : known.join(',');
}
