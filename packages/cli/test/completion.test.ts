// The scripts of mkt completion, in each shell that is installed on this machine.
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/command-table.ts';
import { runMkt } from './run-mkt.ts';
import { BARE, MKT } from './spawn-mkt.ts';

const run = promisify(execFile);

interface TestedShell {
  program: string;
  /** Its name for mkt, which is also the name of the file with the script. */
  name: string;
  /** Prints a line for each suggestion after the text in the last argument. */
  argv: readonly string[];
}

const BASH: TestedShell = {
  program: 'bash',
  name: 'bash',
  argv: [
    '--norc',
    '-uc',
    'source ./bash; COMP_LINE=$1; COMP_POINT=${#1}; _mkt; printf "%s\\n" "${COMPREPLY[@]-}"',
    'bash',
  ],
};

const ZSH: TestedShell = {
  program: 'zsh',
  name: 'zsh',
  // The line editor's part is replaced: the words of the line, and what shows the suggestions.
  argv: [
    '-fc',
    `compdef() {}
     compset() { current=\${current#*=}; PREFIX=$current }
     _describe() { print -rl -- \${(M)\${(@)\${(P)2}%%:*}:#$PREFIX*} }
     _files() { print -rl -- $PREFIX*(N) }
     source ./zsh
     words=("\${(@s: :)1}"); CURRENT=\${#words}; PREFIX=\${words[-1]}
     _mkt || true`,
    'zsh',
  ],
};

const FISH: TestedShell = {
  program: 'fish',
  name: 'fish',
  argv: [
    '--no-config',
    '-c',
    'source ./fish; complete -C $argv[1] | string replace -r "\\t.*" ""; true',
    '--',
  ],
};

const POWERSHELL: TestedShell = {
  program: 'pwsh',
  name: 'powershell',
  argv: [
    '-NoProfile',
    '-Command',
    '& { param($line) Get-Content -Raw ./powershell | Invoke-Expression; [System.Management.Automation.CommandCompletion]::CompleteInput($line, $line.Length, $null).CompletionMatches.ListItemText }',
  ],
};

const SHELLS = [BASH, ZSH, FISH, POWERSHELL];

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-completion-'));
  for (const { name } of SHELLS) {
    const { stdout } = await runMkt(['completion', name]);
    await writeFile(join(cwd, name), stdout);
  }
  await mkdir(join(cwd, 'bin'));
  const words = [process.execPath, ...MKT].map((word) => `"${word}"`);
  const program = `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`;
  await writeFile(join(cwd, 'bin', 'mkt'), program, { mode: 0o755 });
  await writeFile(join(cwd, 'contract one.json'), '{}');
  await writeFile(join(cwd, 'contract-two.json'), '{}');
});
afterAll(() => rm(cwd, { recursive: true }));

const isInstalled = ({ program }: TestedShell) => !spawnSync(program, ['--version']).error;

describe.each(SHELLS.filter(isInstalled))('mkt completion $name', (shell) => {
  async function suggestions(line: string): Promise<string[]> {
    const env = { ...BARE, HOME: cwd, PATH: `${join(cwd, 'bin')}${delimiter}${BARE.PATH}` };
    const { stdout } = await run(shell.program, [...shell.argv, line], { cwd, env });
    return stdout.split(/\r?\n/).filter((each) => each !== '');
  }

  it('completes words, and the choices of an option', async () => {
    expect(await suggestions('mkt orders l')).toEqual(['list']);
    const joined = await suggestions('mkt orders list --state=c');
    expect(joined.map((each) => each.replace('--state=', ''))).toEqual(['completed']);
    expect(await suggestions('mkt nonsense ')).toEqual([]);
  });

  it('completes files where a file is expected', async () => {
    const files = await suggestions('mkt validate contract');
    // Shells escape the space in different ways.
    expect(files.map((each) => each.replaceAll(/['\\]/g, '')).toSorted()).toEqual([
      'contract one.json',
      'contract-two.json',
    ]);
    expect(await suggestions('mkt secrets pull text --secret-file contract-')).toEqual([
      'contract-two.json',
    ]);
  });

  it('never runs what was typed', async () => {
    const before = await readdir(cwd);
    for (const typed of ['$(touch pwned)', '`touch pwned`', '"$(touch pwned)"', '; touch pwned;']) {
      await suggestions(`mkt run ${typed} --`);
    }
    expect(await readdir(cwd)).toEqual(before);
  });
});

describe('mkt completion', () => {
  async function suggested(current: string, ...before: string[]): Promise<string[]> {
    const { stdout } = await runMkt(['__complete', `=${current}`, ...before]);
    return stdout.split('\n').flatMap((line) => line.split('\t')[0] || []);
  }

  it('suggests every command, and all options that the help of one shows', async () => {
    const first = COMMANDS.flatMap(({ name, alias = [] }) => [name.split(' ')[0], alias].flat());
    expect(new Set(await suggested(''))).toEqual(new Set([...first, '--help', '--version']));
    const flags = await suggested('-', 'publish');
    expect(flags).toEqual(expect.arrayContaining(['--service-url', '-y', '--yes', '--json', '-h']));
    expect(await suggested('', 'sales')).toEqual(['list', 'show']);
  });

  it.each([
    ['or', [], ['orders']],
    ['l', ['orders'], ['list']],
    ['imp', [], ['import']],
    ['--sta', ['orders', 'list'], ['--state']],
    ['--secret-f', ['doctor'], ['--secret-file']],
    ['l', ['--base-url', 'http://127.0.0.1:8787', 'orders'], ['list']],
    ['', ['orders', 'list', '--state'], ['pending', 'running', 'completed', 'failed']],
    ['', ['completion'], ['bash', 'zsh', 'fish', 'powershell']],
    ['', ['validate'], [':files']],
    ['--secret-file=', ['doctor'], [':files']],
    ['', ['nonsense'], []],
  ])('suggests for %j after %j: %j', async (current, before, expected) => {
    expect(await suggested(current, ...before)).toEqual(expected);
  });

  it('suggests nothing for a value that can be anything', async () => {
    for (const before of [['--base-url'], ['run'], ['publish', '--service-url'], ['marketplace']])
      expect(await suggested('', ...before)).toEqual([]);
  });

  it('refuses a shell that it does not know, and names those it knows', async () => {
    const { code, stderr } = await runMkt(['completion', 'tcsh']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish, powershell')]);
  });
});
