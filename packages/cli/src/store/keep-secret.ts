import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Client } from '@mkt/client';
import { type Command, Option } from 'commander';
import { CliError } from '../errors/cli-error.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';
import { quoteArgument } from '../terminal/text.ts';
import { gitWarning } from './git-ignored.ts';
import { isSameAddress } from './market-name.ts';
import { readProjectFile } from './project-file.ts';
import { projectListings } from './project-listings.ts';
import { SECRET_FILE, SECRET_VARIABLE, type WantedSecret } from './secret-variable.ts';
import type { Settings } from './settings.ts';
import { isWritten, writeSecret } from './write-secret.ts';

/** A project sells a handful of listings; each costs a request. */
const MAX_LOOKUPS = 20;

interface Project {
  client(): Promise<Client>;
  settings(): Promise<Settings>;
  shell: Pick<Shell, 'cwd' | 'signal'>;
}

/**
 * The listing whose secret a variable of a `.env` file has, in words, when it is not the one just
 * received: one that the project sells here according to `mkt.json`, or at another marketplace.
 */
async function ownerOfSecret(
  { path, variable }: { path: string; variable: string },
  project: Project,
): Promise<string> {
  const client = await project.client();
  const { cwd, signal } = project.shell;
  const value = parseEnv(await readFile(path, 'utf8').catch(() => ''))[variable] ?? '';
  const secrets = new Set(value.split(',').map((part) => part.trim()));
  const place = { ...(await project.settings()), baseUrl: client.baseUrl };
  const ids = await projectListings(cwd, place)
    .all()
    .catch(() => []);
  for (const id of ids.slice(0, MAX_LOOKUPS)) {
    try {
      const { slug, secret } = await client.listings.signingSecret(id, { signal, retries: 0 });
      if (secrets.has(secret)) return slug;
    } catch {
      signal.throwIfAborted();
    }
  }
  const elsewhere = await otherMarkets(cwd, client.baseUrl);
  if (elsewhere.length === 0) return 'a listing that mkt.json does not name';
  return `probably a listing at ${elsewhere.join(' or ')}, where this project also sells`;
}

/** The names of the other marketplaces where the project sells. */
async function otherMarkets(cwd: string, baseUrl: string): Promise<string[]> {
  const paths = [join(cwd, 'mkt.json'), join(cwd, '.mkt', 'mkt.json')];
  const files = await Promise.all(
    paths.map((path) => readProjectFile(path).catch(() => undefined)),
  );
  return files.flatMap((file) =>
    Object.entries(file?.marketplaces ?? {})
      .filter(
        ([, at]) => !isSameAddress(at.baseUrl, baseUrl) && Object.keys(at.listings).length > 0,
      )
      .map(([name]) => name),
  );
}

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

/** Where the secret is shown, and how to ask before another one is replaced. */
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
  const warning = await gitWarning(path, shell.cwd);
  if (warning !== undefined) output.note('git', warning);
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
