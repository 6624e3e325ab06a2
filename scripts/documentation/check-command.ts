import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runMkt } from '../../packages/cli/test/run-mkt.ts';
import { runInProcess } from '../../packages/marketplace/test/commands/run-in-process.ts';
import { ROOT } from './pages.ts';

const run = promisify(execFile);

/** Tools of others that a page or an error names, and that nothing of ours installs. */
export const TOOLS_OF_OTHERS: ReadonlySet<string> = new Set([
  'pnpm',
  'swagger2openapi',
  'wrangler',
]);

export const PROGRAMS: Record<string, string> = {
  mkt: 'packages/mkt/bin/mkt.js',
  'mkt-marketplace': 'packages/mkt-marketplace/bin/mkt-marketplace.js',
  'create-mkt': 'packages/create-mkt/bin/create-mkt.js',
};

/** Two programs have hundreds of commands: their help is asked for in this process, not in one for each. */
const IN_PROCESS: Record<string, (args: readonly string[]) => Promise<{ stdout: string }>> = {
  'packages/mkt/bin/mkt.js': runMkt,
  'packages/mkt-marketplace/bin/mkt-marketplace.js': runInProcess,
};

function runScript(script: string, args: readonly string[]): Promise<{ stdout: string }> {
  // Programs run as they are built, the scripts of the repository from their sources.
  const conditions = script.endsWith('.ts') ? ['--conditions=mkt-source'] : [];
  return run(process.execPath, [...conditions, join(ROOT, script), ...args], { cwd: ROOT });
}

const outputs = new Map<string, Promise<string>>();
/** One at a time: those of this process share its stdout. */
let turn: Promise<unknown> = Promise.resolve();

/** What a program prints, run once for each command; an empty text when it fails. */
export function outputOf(script: string, args: readonly string[]): Promise<string> {
  const key = [script, ...args].join(' ');
  const known = outputs.get(key);
  if (known) return known;
  const start = IN_PROCESS[script] ?? ((given) => runScript(script, given));
  const output = turn
    .then(() => start(args))
    .then(
      ({ stdout }) => stdout,
      () => '',
    );
  turn = output;
  outputs.set(key, output);
  return output;
}

const optionsOf = (words: readonly string[]) =>
  words
    .filter((word) => /^--?[a-z]/i.test(word))
    .map((word) => word.split('=')[0] ?? word)
    .filter((option) => !['-h', '--help', '--version'].includes(option));

/** Options that a help does not have. */
export const missingOptions = (words: readonly string[], help: string) =>
  optionsOf(words).filter(
    (option) => !new RegExp(String.raw`(?<![\w-])${option}(?![\w-])`).test(help),
  );

/** `mkt sales` is a command, and so is `mkt sales list`: its own help cannot say so. */
const isCommandToo = (path: readonly string[], [next = '']: readonly string[]) =>
  path.length === 1 && path[0] === 'sales' && ['list', 'show'].includes(next);

/** Finds a command of `program` by asking for its help, one word after the other. */
export async function problemOfProgram(
  program: string,
  words: string[],
): Promise<string | undefined> {
  const script = PROGRAMS[program];
  if (script === undefined) return `there is no ${program}`;
  if (program === 'mkt' && words[0] === 'marketplace') {
    return problemOfProgram('mkt-marketplace', words.slice(1));
  }
  const path: string[] = [];
  let help = await outputOf(script, ['--help']);
  const rest = [...words];
  // A program whose usage names a command takes one; it is the next word, if any.
  while (
    (/Usage: .*[[<]command[\]>]/.test(help) || isCommandToo(path, rest)) &&
    /^[a-z][a-z-]*$/.test(rest[0] ?? '')
  ) {
    path.push(rest.shift() ?? '');
    help = await outputOf(script, [...path, '--help']);
    const usage = [program, ...path].join(' ');
    const aliased = /Usage: mkt publish /.test(help) && path[0] === 'import';
    if (!help.includes(`Usage: ${usage}`) && !aliased) return `there is no ${usage}`;
  }
  const missing = missingOptions(rest, help);
  return missing.length > 0
    ? `${[program, ...path].join(' ')} has no ${missing.join(', ')}`
    : undefined;
}
