import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parseSigningSecrets } from '@mkt/protocol/signing';
import type { Shell } from '../terminal/shell.ts';
import { isSecretVariable } from './secret-variable.ts';

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
  const text = await readFile(resolve(cwd, file), 'utf8').catch(() => '');
  const secrets = [env, parseEnv(text)].flatMap((variables) =>
    Object.keys(variables)
      .filter(isSecretVariable)
      .flatMap((name) => (variables[name] ?? '').split(',').map((part) => part.trim()))
      .filter((secret) => parseSigningSecrets(secret) !== undefined),
  );
  const known = [...new Set(secrets)].slice(0, MAX_SECRETS);
  return known.length === 0 ? undefined : known.join(',');
}
