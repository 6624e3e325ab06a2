import { resolve } from 'node:path';
import type { Command } from 'commander';
import { SECRET_VARIABLE, writeSecret } from './write-secret.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';
import { checkedSecret } from './signing-secret.ts';

export interface SecretOptions {
  /** False with `--no-env-file`. */
  envFile: string | false;
  printSecret?: boolean;
}

/** The options of every command that gets a signing secret. */
export const secretOptions = (command: Command): Command =>
  command
    .option('--env-file <file>', `the file that gets ${SECRET_VARIABLE}`, '.env')
    .option('--no-env-file', 'write no file')
    .option('--print-secret', 'print the secret on stdout instead of writing a file');

/** Where a secret went, for `--json`. */
export interface KeptSecret {
  envFile: string | null;
  secret?: string;
}

/** Writes the secret to a file, or prints it, or neither: as the options say. */
export async function keepSecret(
  { output, shell }: { output: Output; shell: Shell },
  { envFile, printSecret = false }: SecretOptions,
  received: string,
): Promise<KeptSecret> {
  const secret = checkedSecret(received);
  if (printSecret) {
    output.text(`${SECRET_VARIABLE}=${secret}`);
    return { envFile: null, secret };
  }
  if (envFile === false) {
    output.done('signing secret', 'not written; mkt secrets pull gets it');
    return { envFile: null };
  }
  const how = await writeSecret(resolve(shell.cwd, envFile), secret, shell.cwd);
  output.done(
    'signing secret',
    how === 'unchanged'
      ? `is in ${envFile} already`
      : `written to ${envFile} as ${SECRET_VARIABLE} (restart your service to use it)`,
  );
  return { envFile };
}
