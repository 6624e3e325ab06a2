// Whether git would commit a file with a secret.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gitWarning } from '../src/store/git-ignored.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-git-'));
  path = join(folder, 'shop', '.env');
  mkdirSync(join(folder, 'shop'));
  writeFileSync(path, 'MKT_SIGNING_SECRET=whsec_x');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const initialize = () => execFileSync('git', ['init', '-q', folder]);
const ignore = (text: string) => writeFileSync(join(folder, '.gitignore'), text);

it('a warning is the command that helps', async () => {
  initialize();
  expect(await gitWarning(path, folder)).toBe(
    '.env has a secret, and git does not ignore it: add the line .env to shop/.gitignore',
  );
  ignore('.env\n!shop/.env\n');
  expect(await gitWarning(path, folder)).toContain('git does not ignore it');
});

it.each(['.env', '*.env\r\n', 'shop/', '**/.env'])(
  'there is none where %j is ignored',
  async (line) => {
    initialize();
    ignore(line);
    expect(await gitWarning(path, folder)).toBeUndefined();
  },
);

it('there is none outside a repository, in a broken one, and without git', async () => {
  expect(await gitWarning(path, folder)).toBeUndefined();
  writeFileSync(join(folder, '.git'), 'gitdir: elsewhere');
  expect(await gitWarning(path, folder)).toBeUndefined();
  rmSync(join(folder, '.git'));
  initialize();
  vi.stubEnv('PATH', folder);
  expect(await gitWarning(path, folder)).toBeUndefined();
});

it('a file that git tracks is not ignored by a line: it has to be taken out', async () => {
  initialize();
  execFileSync('git', ['-C', folder, 'add', 'shop/.env']);
  ignore('.env');
  expect(await gitWarning(path, folder)).toBe(
    '.env has a secret, and git tracks it: git -C shop rm --cached .env',
  );
  execFileSync('git', ['-C', join(folder, 'shop'), 'rm', '-q', '--cached', '.env']);
  expect(await gitWarning(path, folder)).toBeUndefined();
});
