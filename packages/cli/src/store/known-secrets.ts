import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parseSigningSecrets } from '@mkt/protocol/signing';
import { systemCode } from '../errors/cli-error.ts';
import type { Shell } from '../terminal/shell.ts';
import { isSecretVariable, SECRET_FILE } from './secret-variable.ts';

/** A variable with signing secrets, where a service would read it. */
export interface LocalSecret {
  variable: string;
  /** The file, as it was named, or the environment. */
  from: string;
  isFromEnvironment: boolean;
  /** Its value, which may be malformed, or several separated by commas. */
  value: string;
}

/**
 * The variables with signing secrets in the environment and in a `.env` file. Like Node's own loader,
 * a variable of the environment hides the one of the file; both are returned, the visible one first.
 * A file that does not exist has none; why another one cannot be read is returned as `unreadable`.
 */
export async function localSecrets(
  { env, cwd }: Pick<Shell, 'env' | 'cwd'>,
  file: string,
): Promise<{ secrets: LocalSecret[]; unreadable?: string }> {
  const inEnvironment = secretsOf(env, { from: 'the environment', isFromEnvironment: true });
  try {
    const variables = parseEnv(await readFile(resolve(cwd, file), 'utf8'));
    const inFile = secretsOf(variables, { from: file, isFromEnvironment: false });
    return { secrets: [...inEnvironment, ...inFile] };
  } catch (error) {
    const code = systemCode(error);
    return code === 'ENOENT'
      ? { secrets: inEnvironment }
      : { secrets: inEnvironment, unreadable: `${file} cannot be read (${code})` };
  }
}

const secretsOf = (
  variables: Readonly<NodeJS.Dict<string>>,
  place: Pick<LocalSecret, 'from' | 'isFromEnvironment'>,
): LocalSecret[] =>
  Object.entries(variables).flatMap(([variable, value = '']) =>
    isSecretVariable(variable) && value.trim() !== '' ? [{ variable, value, ...place }] : [],
  );

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
