// The scripts of mkt completion, in each shell that is installed on this machine.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/command-table.ts';
import { completionTree } from '../src/cli/completion.ts';
import { runMkt } from './run-mkt.ts';

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
  await writeFile(join(cwd, 'contract one.json'), '{}');
  await writeFile(join(cwd, 'contract-two.json'), '{}');
});
afterAll(() => rm(cwd, { recursive: true }));

const isInstalled = ({ program }: TestedShell) => !spawnSync(program, ['--version']).error;

describe.each(SHELLS.filter(isInstalled))('mkt completion $name', (shell) => {
  async function suggestions(line: string): Promise<string[]> {
    const { stdout } = await run(shell.program, [...shell.argv, line], { cwd });
    return stdout.split(/\r?\n/).filter((each) => each !== '');
  }

  it.each([
    ['mkt or', ['orders']],
    ['mkt orders l', ['list']],
    ['mkt publ', ['publish']],
    ['mkt imp', ['import']],
    ['mkt orders list --sta', ['--state']],
    ['mkt doctor --secret-f', ['--secret-file']],
    ['mkt --base-url http://127.0.0.1:8787 orders l', ['list']],
    ['mkt run text-insights ', []],
    ['mkt nonsense ', []],
  ])('completes %j', async (line, expected) => {
    expect(await suggestions(line)).toEqual(expected);
  });

  it('suggests nouns and commands, and the verbs of a noun', async () => {
    expect(await suggestions('mkt ')).toEqual(expect.arrayContaining(['run', 'orders', 'doctor']));
    const verbs = await suggestions('mkt listings ');
    expect(verbs).toEqual(expect.arrayContaining(['list', 'pause', 'archive']));
  });

  it('suggests the choices of an option and of an argument', async () => {
    const states = await suggestions('mkt orders list --state ');
    expect(states.toSorted()).toEqual(['completed', 'failed', 'pending', 'running']);
    const shells = await suggestions('mkt completion ');
    expect(shells.toSorted()).toEqual(['bash', 'fish', 'powershell', 'zsh']);
    const joined = await suggestions('mkt orders list --state=c');
    expect(joined.map((each) => each.replace('--state=', ''))).toEqual(['completed']);
  });

  it('suggests files where a file is expected', async () => {
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
      await suggestions(`mkt validate ${typed}`);
      await suggestions(`mkt run ${typed} --`);
    }
    expect(await readdir(cwd)).toEqual(before);
  });
});

describe('mkt completion', () => {
  it('knows every command, with all options that its help shows', async () => {
    const { commands } = await completionTree();
    const names = COMMANDS.flatMap(({ name, alias }) => [name, ...(alias ? [alias] : [])]);
    expect(commands.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    const flags = commands.find(({ name }) => name === 'publish')?.options.flatMap((o) => o.flags);
    expect(flags).toEqual(expect.arrayContaining(['--service-url', '-y', '--yes', '--json', '-h']));
  });

  it('refuses a shell that it does not know, and names those it knows', async () => {
    const { code, stderr } = await runMkt(['completion', 'tcsh']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish, powershell')]);
  });
});
