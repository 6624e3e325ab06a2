// Whether git would commit a file with a secret, asked without git.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gitWarning, wouldBeCommitted } from '../src/store/git-ignored.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-git-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const GIT = { stdio: 'ignore', env: { ...process.env, HOME: '/', XDG_CONFIG_HOME: '/' } } as const;

/** What git says. */
function gitIgnores(path: string): boolean {
  try {
    execFileSync('git', ['-C', folder, 'check-ignore', '-q', '--no-index', path], GIT);
    return true;
  } catch {
    return false;
  }
}

it.each([
  ['', false],
  ['.env\n', true],
  ['# .env\n', false],
  ['/.env', false],
  ['*.env', true],
  ['.en?', true],
  ['.e[mn]v', true],
  ['.e[!n]v', false],
  ['.e[z-a]v', false],
  ['.env.*\n', false],
  ['.env/\n', false],
  ['shop/.env', false],
  ['/apps/shop/.env\r\n', true],
  ['apps/*/.env', true],
  ['*/.env', false],
  ['**/.env', true],
  ['apps/**', true],
  ['apps/**/.env', true],
  ['apps/', true],
  ['shop', true],
  ['.env*\n!.env\n', false],
  ['.env\n!.env\n.e*\n', true],
  // A file in a folder that is ignored cannot be taken back.
  ['shop/\n!shop/.env', true],
])('as git, it says of the ignore file %j: %s', (ignored, expected) => {
  execFileSync('git', ['init', '-q', folder], GIT);
  write('.gitignore', ignored);
  write('apps/shop/.env', 'A=1');
  expect(gitIgnores('apps/shop/.env')).toBe(expected);
  expect(wouldBeCommitted(join(folder, 'apps/shop/.env'))).toBe(!expected);
});

it('reads the ignore files of every folder between, and what only this clone ignores', () => {
  mkdirSync(join(folder, '.git'));
  const path = join(folder, 'apps', 'shop', '.env');
  write('apps/shop/.gitignore', '/.env');
  expect(wouldBeCommitted(path)).toBe(false);
  write('apps/shop/.gitignore', '!.env');
  write('.gitignore', '.env');
  expect(wouldBeCommitted(path)).toBe(true);
  rmSync(join(folder, 'apps', 'shop'), { recursive: true });
  write('.gitignore', '');
  write('.git/info/exclude', '.env');
  expect(wouldBeCommitted(path)).toBe(false);
});

it('a warning is the command that helps, and there is none without a repository', () => {
  const path = join(folder, 'shop', '.env');
  expect(gitWarning(path, folder)).toBeUndefined();
  // A worktree has a file.
  write('.git', 'gitdir: elsewhere');
  expect(gitWarning(path, folder)).toBe(
    '.env has a secret, and git does not ignore it: echo .env >> shop/.gitignore',
  );
});
