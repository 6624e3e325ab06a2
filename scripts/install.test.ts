// What installs this repository is checked by hashes, pnpm included.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './install.mjs';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PINNED = /^sha512-[A-Za-z0-9+/]{86}==$/;

it('names the hashes of pnpm and of its programs for Linux, and no registry', () => {
  const lock = read('scripts/pnpm/package-lock.json');
  const { packages } = JSON.parse(lock);
  const { dependencies } = JSON.parse(read('scripts/pnpm/package.json'));
  const launcher = packages['node_modules/pnpm'];
  expect(launcher).toMatchObject({
    version: dependencies.pnpm,
    integrity: expect.stringMatching(PINNED),
  });
  const programs = Object.entries<string>(launcher.optionalDependencies);
  expect(programs.length).toBeGreaterThan(5);
  for (const [name, version] of programs) {
    const program = packages[`node_modules/${name}`];
    expect([name, program.version]).toEqual([name, version]);
    if (/linux-(x64|arm64)$/.test(name)) expect(program.integrity).toMatch(PINNED);
  }
  expect(lock).not.toMatch(/resolved|https?:/);
});

it('runs no pnpm but that one', () => {
  for (const file of [
    'Dockerfile',
    'scripts/install.mjs',
    'scripts/release.mjs',
    'docs/operate/install.md',
  ]) {
    expect([file, /npx[^\n]*pnpm/.exec(read(file))]).toEqual([file, null]);
  }
});
