import { resolve } from 'node:path';
import type { Command } from 'commander';
import { SECRET_VARIABLE, writeSecret } from './write-secret.ts';
import { quoteArgument } from '../terminal/printable.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';
import { checkedSecret } from './signing-secret.ts';

export interface SecretOptions {
  /** False with `--no-env-file`. */
  envFile: string | false;
  printSecret?: boolean;
}

/** Adds the options of every command that receives a signing secret. */
export const secretOptions = (command: Command): Command =>
  command
    .option('--env-file <file>', `the file to write ${SECRET_VARIABLE} to`, '.env')
    .option('--no-env-file', 'do not write a file')
    .option('--print-secret', 'print the secret on stdout instead of writing a file');

/** Where the secret was written, for `--json`. */
export interface KeptSecret {
  envFile: string | null;
  secret?: string;
}

/** Writes the secret of a provider to a file, or prints it, or does neither, as the options say. */
export async function keepSecret(
  { output, shell }: { output: Output; shell: Shell },
  { envFile, printSecret = false }: SecretOptions,
  { provider, received }: { provider: string; received: string },
): Promise<KeptSecret> {
  const secret = checkedSecret(received);
  if (printSecret) {
    output.text(`${SECRET_VARIABLE}=${secret}`);
    return { envFile: null, secret };
  }
  if (envFile === false) {
    output.done(
      'signing secret',
      `not written; to get it: mkt secrets pull ${quoteArgument(provider)}`,
    );
    return { envFile: null };
  }
  const outcome = await writeSecret(resolve(shell.cwd, envFile), secret, shell.cwd);
  output.done(
    'signing secret',
    outcome === 'unchanged'
      ? `already in ${envFile}`
      : `written to ${envFile} as ${SECRET_VARIABLE} (restart your service to use it)`,
  );
  return { envFile };
}
