import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { CliError } from '../errors/cli-error.ts';
import type { Client } from '@mkt/client';
import type { Settings } from './settings.ts';
import type { Output } from '../terminal/output.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { Shell } from '../terminal/shell.ts';
import { ownerOfSecret } from './secret-owner.ts';
import { SECRET_FILE } from './secret-file.ts';
import { SECRET_VARIABLE, type WantedSecret } from './secret-variable.ts';
import { isWritten, writeSecret } from './write-secret.ts';

export interface SecretOptions {
  /** False with `--no-secret-file`. */
  secretFile: string | false;
  printSecret?: boolean;
  replaceSecret?: boolean;
  /** Says what would be done, and changes nothing. */
  dryRun?: boolean;
}

/** Adds the options of every command that receives a signing secret. */
export const secretOptions = (command: Command): Command =>
  command
    .option('--secret-file <file>', 'the file to write the signing secret to', SECRET_FILE)
    .option('--no-secret-file', 'do not write a file')
    .option('--replace-secret', 'replace a different secret of this listing in the file')
    .addOption(
      new Option(
        '--print-secret',
        'print the secret on stdout instead of writing a file',
      ).conflicts(['secretFile', 'replaceSecret']),
    );

/** Where the secret was written, for `--json`. */
export interface KeptSecret {
  secretFile: string | null;
  /** The variable in that file. */
  variable?: string;
  /** Whether the file was changed: a service that is running has to be restarted. */
  written?: boolean;
  secret?: string;
}

/** Where the secret is shown, and who is asked before another one is replaced. */
interface Keeper {
  output: Output;
  shell: Shell;
  client(): Promise<Client>;
  settings(): Promise<Settings>;
  ask: {
    isPossible: boolean;
    confirm(question: { message: string; flag: string; default: boolean }): Promise<boolean>;
  };
}

/** Writes the secret of a listing to a file, or prints it, or does neither, as the options say. */
export async function keepSecret(
  keeper: Keeper,
  { secretFile, printSecret = false, replaceSecret = false, dryRun = false }: SecretOptions,
  wanted: WantedSecret,
): Promise<KeptSecret> {
  const { output, shell, ask } = keeper;
  const { slug, secret } = wanted;
  if (printSecret) {
    output.text(`${SECRET_VARIABLE}=${secret}`);
    return { secretFile: null, secret };
  }
  if (secretFile === false) {
    output.done(
      'signing secret',
      `not written; to get it: mkt secrets pull ${quoteArgument(slug)}`,
    );
    return { secretFile: null };
  }
  const path = resolve(shell.cwd, secretFile);
  const write = (replaces: boolean) =>
    writeSecret(path, {
      ...wanted,
      projectFolder: shell.cwd,
      replaces,
      isDryRun: dryRun,
    });
  const first = await write(replaceSecret);
  const { variable, beside } = first;
  let { outcome } = first;
  if (outcome === 'differs') {
    const isReplacing =
      ask.isPossible &&
      !dryRun &&
      (await ask.confirm({
        message: `${variable} in ${secretFile} is a different secret. Replace it?`,
        flag: '--replace-secret',
        default: false,
      }));
    if (!isReplacing) throw differs(variable, secretFile, slug);
    ({ outcome } = await write(true));
  }
  const change = dryRun ? 'would be written' : 'written';
  output.done(
    'signing secret',
    outcome === 'unchanged'
      ? `already in ${secretFile} as ${variable}`
      : `${change} to ${secretFile} as ${variable} (restart your service to use it)`,
  );
  if (beside !== undefined) {
    const owner = await ownerOfSecret({ path, variable: beside }, keeper);
    output.note('other secret', `${beside} stays in ${secretFile}: it belongs to ${owner}`);
  }
  return { secretFile, variable, written: !dryRun && isWritten({ outcome }) };
}

const differs = (variable: string, file: string, slug: string) =>
  new CliError(
    'secret_differs',
    `${file} has a different secret as ${variable}, which was not replaced.`,
    {
      next: `If no service needs the old one: mkt secrets pull ${quoteArgument(slug)} --replace-secret`,
    },
  );
