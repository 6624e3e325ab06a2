// Adds packages of this clone to the project in a folder; scripts/packages.mjs starts it.
import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { CliError } from '../../packages/cli/src/errors/cli-error.ts';
import {
  addFromWorkspace,
  type PackageManager,
} from '../../packages/cli/src/init/link-workspace.ts';
import { ROOT } from '../install.mjs';

/** What a seller and a buyer need: the command line, the marketplace of `mkt dev`, the libraries. */
const USUAL = ['mkt', '@mkt/marketplace', '@mkt/seller-kit', '@mkt/client'];
const USAGE = `Usage: npm run packages -- DIR [PACKAGE…]

Makes the project in DIR use packages of this clone, by default ${USUAL.join(', ')}.`;

const LOCK_FILES: Readonly<Record<string, PackageManager>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
};

/** The folder, relative to where the user is: npm runs scripts in the root of the clone. */
function projectFolder(given: string): string {
  const folder = resolve(process.env['INIT_CWD'] ?? process.cwd(), given);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new CliError('invalid_usage', `${folder} is not a folder.`, {
      next: `Create it first: mkdir ${given}`,
    });
  }
  const inside = relative(realpathSync(ROOT), realpathSync(folder));
  if (inside === '' || !(inside.startsWith('..') || resolve(inside) === inside)) {
    throw new CliError(
      'invalid_usage',
      `${folder} is in this clone, which has the packages already.`,
    );
  }
  return folder;
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  const [given, ...named] = positionals;
  if (values.help === true || given === undefined) {
    const isHelp = values.help === true;
    console[isHelp ? 'log' : 'error'](USAGE);
    process.exitCode = isHelp ? 0 : 2;
  } else {
    const folder = projectFolder(given);
    const lock = Object.keys(LOCK_FILES).find((file) => existsSync(join(folder, file)));
    const manager = LOCK_FILES[lock ?? ''] ?? 'npm';
    const names = named.length > 0 ? named : USUAL;
    await addFromWorkspace(folder, names, { checkout: ROOT, manager });
    console.log(`✔ ${names.join(', ')} in ${join(folder, 'package.json')}`);
    console.log(`  Now, there: ${manager} install, then npx mkt --help`);
  }
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const next = error instanceof CliError && error.next ? `\n  ${error.next}` : '';
  console.error(`✖ ${error.message}${next}`);
  process.exitCode = 1;
}
