// Every command in the documentation exists and has the options shown, according to the help of the
// programs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  commandsIn,
  commandsInSource,
  commandsOf,
  type NamedCommand,
} from '../scripts/documentation/find-commands.ts';
import { tableRowsOf } from '../scripts/documentation/markdown.ts';
import { PAGES, read, ROOT, SOURCES } from '../scripts/documentation/pages.ts';
import {
  outputOf,
  problemOfProgram,
  PROGRAMS,
  TOOLS_OF_OTHERS,
} from '../scripts/documentation/check-command.ts';
import { problemOfFile, problemOfScript } from '../scripts/documentation/repository-scripts.ts';

const NPM_COMMANDS = new Set([
  'install',
  'init',
  '--version',
  'audit',
  'deprecate',
  'dist-tag',
  'unpublish',
]);

async function problemOf(command: NamedCommand): Promise<string | undefined> {
  const [program = '', ...words] = command.words;
  const args = words.filter((word) => word !== '--');
  switch (program) {
    case 'mkt':
    case 'mkt-marketplace':
      return problemOfProgram(program, args);
    case 'npx':
      if ((args[0] ?? '') in PROGRAMS) return problemOfProgram(args[0] ?? '', args.slice(1));
      if (TOOLS_OF_OTHERS.has((args[0] ?? '').replace(/@[^/]+$/, ''))) return undefined;
      // A tool of the workspace.
      return existsSync(join(ROOT, 'node_modules', '.bin', args[0] ?? '…'))
        ? undefined
        : `there is no ${args[0]}`;
    case 'npm':
    case 'pnpm':
      if (args[0] === 'create') return problemOfProgram(`create-${args[1]}`, []);
      if (args.length === 0 || NPM_COMMANDS.has(args[0] ?? '')) return undefined;
      return args[0] === 'run'
        ? problemOfScript(command, args[1] ?? '', args.slice(2))
        : problemOfScript(command, args[0] ?? '', args.slice(1));
    case 'node':
      // The server as an operator has installed it.
      return /(?:^|\/)bin\/mkt-marketplace\.js$/.test(args[0] ?? '')
        ? problemOfProgram('mkt-marketplace', args.slice(1))
        : problemOfFile(command);
    default:
      return `${program} is not a program of the project`;
  }
}

async function problemsOf(commands: readonly NamedCommand[]): Promise<string[]> {
  const problems: string[] = [];
  for (const command of commands) {
    const problem = await problemOf(command);
    if (problem !== undefined) problems.push(`${command.page}: ${problem} (${command.line})`);
  }
  return problems.toSorted();
}

const named = (line: string, folder: string | undefined = '.'): NamedCommand[] =>
  commandsOf(line).map((words) => ({ page: 'README.md', line, words, folder }));

describe('a command that the code prints', () => {
  const commands = SOURCES.filter(({ path }) => /^(?:packages|templates|examples)\//.test(path))
    .flatMap(commandsInSource)
    .filter(({ words }) => /^(?:mkt|mkt-marketplace|npx)$/.test(words[0] ?? ''));

  it('exists and has the options shown', { timeout: 120_000 }, async () => {
    expect(commands.length).toBeGreaterThan(10);
    expect(await problemsOf(commands)).toEqual([]);
  });
});

describe('a command in the documentation', () => {
  const commands = PAGES.flatMap(commandsIn);
  const programs = Map.groupBy(commands, ({ words }) => words[0] ?? '');

  it('exists and has the options shown', { timeout: 120_000 }, async () => {
    expect(programs.get('mkt')?.length).toBeGreaterThan(60);
    expect(programs.get('mkt-marketplace')?.length).toBeGreaterThan(15);
    expect(programs.get('npm')?.length).toBeGreaterThan(15);
    expect(await problemsOf(commands)).toEqual([]);
  });

  it.each([
    ['mkt nonsense', 'there is no mkt nonsense'],
    ['mkt orders nonsense', 'there is no mkt orders nonsense'],
    ['mkt search text --nonsense', 'mkt search has no --nonsense'],
    ['npx mkt run text-insights --max', 'mkt run has no --max'],
    ['mkt-marketplace keys nonsense', 'there is no mkt-marketplace keys nonsense'],
    ['mkt-marketplace serve --nonsense', 'mkt-marketplace serve has no --nonsense'],
    ['mkt marketplace serve --nonsense', 'mkt-marketplace serve has no --nonsense'],
    ['npm run nonsense', 'there is no script nonsense'],
    ['npm start -- --nonsense', 'start has no --nonsense'],
    ['pnpm torture nonsense', 'torture has no nonsense'],
    ['npm test -- packages/nonsense', 'there is no packages/nonsense'],
    ['node scripts/nonsense.mjs --check', 'there is no scripts/nonsense.mjs'],
    ['npx nonsense', 'there is no nonsense'],
    ['npm create nonsense thing', 'there is no create-nonsense'],
    ['node /opt/mkt/bin/mkt-marketplace.js nonsense', 'there is no mkt-marketplace nonsense'],
    ['runuser -u mkt -- mkt-marketplace nonsense', 'there is no mkt-marketplace nonsense'],
    ['docker compose exec worker mkt-marketplace nonsense', 'there is no mkt-marketplace nonsense'],
  ])('is reported if it does not exist: %s', async (line, problem) => {
    expect(await problemsOf(named(line))).toEqual([`README.md: ${problem} (${line})`]);
  });

  it.each([
    'export MKT_API_KEY=$(cat .mkt/dev-key) && npx mkt search # all of them',
    `cat input.json | mkt run text-insights --input '{"text":"a # b; c"}'`,
    '(cd examples/buyer && npm start -- text)',
  ])('is parsed as a shell would: %s', async (line) => {
    expect(named(line).length).toBeGreaterThan(0);
    const ownCommands = named(line).filter(({ words }) => /^(?:mkt|npx|npm)$/.test(words[0] ?? ''));
    expect(ownCommands).toHaveLength(1);
    expect(await problemsOf(ownCommands)).toEqual([]);
  });
});

describe('a page that installs our packages', () => {
  const WHERE = 'start/setup.md';
  /** Ours, and not a library beside them; a release is about npm itself. */
  const INSTALLS = /\bnpm (?:install|create) (?:-\S+ )*(?:mkt\b|@mkt\/)/;
  const ours = PAGES.filter(
    ({ path }) => !path.startsWith('templates/') && !/(?:RELEASING|ARCHITECTURE)\.md$/.test(path),
  );

  it('leads to the one page about it, which alone says that they are not on npm', () => {
    const installing = ours.filter(({ text }) => INSTALLS.test(text));
    expect(installing.length).toBeGreaterThan(2);
    const without = installing.filter(({ path, text }) => !`${path} ${text}`.includes(WHERE));
    expect(without.map(({ path }) => path)).toEqual([]);
    const saying = ours.filter(({ text }) => /not on npm/.test(text));
    expect(saying.map(({ path }) => path)).toEqual([`docs/${WHERE}`]);
  });
});

describe('packages/marketplace/README.md', () => {
  /** The commands that a help lists, except `help` itself. */
  async function commandsBelow(path: readonly string[]): Promise<string[]> {
    const script = PROGRAMS['mkt-marketplace'] ?? '';
    const help = await outputOf(script, [...path, '--help']);
    const [, list = ''] = help.split('\nCommands:\n');
    const names = [...list.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
    const commands = names.filter((name) => name !== 'help').map((name) => [...path, name]);
    const below = (await Promise.all(commands.map(commandsBelow))).flat();
    // `backup <file>` does something, and so does `backup verify <file>`.
    const isCommand = commands.length === 0 || /^Usage: .*\[command\] </.test(help);
    return isCommand ? [path.join(' '), ...below] : below;
  }

  it('lists every command of the operator', { timeout: 60_000 }, async () => {
    const listed = tableRowsOf(read('packages/marketplace/README.md')).flatMap(
      ([command = '']) => /^`mkt-marketplace (.+)`$/.exec(command)?.[1] ?? [],
    );
    const commands = await commandsBelow([]);
    expect(commands.length).toBeGreaterThan(10);
    expect(listed.toSorted()).toEqual(commands.toSorted());
  });
});
