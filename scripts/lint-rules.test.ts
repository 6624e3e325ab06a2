import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Property {
  object: string;
  property: string;
}

interface Config {
  overrides: {
    files: string[];
    rules: {
      'no-restricted-globals'?: ['error', ...string[]];
      'no-restricted-properties'?: ['error', ...Property[]] | 'off';
    };
  }[];
}

const config = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')) as Config;

/** A file that the pattern of an override matches, and no other override. */
function fileFor(pattern: string): string {
  const plain = pattern.replaceAll(/\{([^,}]+)[^}]*\}/g, '$1');
  return plain.replace('/**', `/any-file.ts`);
}

/** For each pattern a file that uses everything which is restricted there. */
const cases = config.overrides.flatMap(({ files, rules }) => {
  const globals = rules['no-restricted-globals']?.slice(1) ?? [];
  const restricted = rules['no-restricted-properties'];
  const properties = Array.isArray(restricted) ? (restricted.slice(1) as Property[]) : [];
  const uses = [...globals, ...properties.map(({ object, property }) => `${object}.${property}`)];
  return uses.length === 0
    ? []
    : files.map((pattern) => ({ pattern, file: fileFor(pattern), uses: uses.toSorted() }));
});

describe('lint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-lint-'));
  let found: { message: string; filename: string }[] = [];
  beforeAll(() => {
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify({ ...config, options: {} }));
    for (const [index, { file, uses }] of cases.entries()) {
      const path = join(folder, String(index), file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `export const used = [${uses.join(', ')}];\n`);
      // Each in a folder of its own, because two patterns may match the same file.
      writeFileSync(
        join(folder, String(index), '.oxlintrc.json'),
        readFileSync(join(folder, '.oxlintrc.json')),
      );
    }
    const oxlint = join(ROOT, 'node_modules', '.bin', 'oxlint');
    const { stdout } = spawnSync(oxlint, ['--format', 'json'], { cwd: folder, encoding: 'utf8' });
    found = (JSON.parse(stdout) as { diagnostics: typeof found }).diagnostics;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(cases.map((each, index) => ({ ...each, index })))(
    'keeps the clock, chance, the environment and the console out of $pattern',
    ({ index, file, uses }) => {
      const here = found.filter(({ filename }) => filename.endsWith(`${index}/${file}`));
      const named = here.flatMap(({ message }) => /'([^']+)'/.exec(message)?.[1] ?? []);
      expect(named.toSorted()).toEqual(expect.arrayContaining(uses));
    },
  );

  it('leaves out what it cannot forbid: only the clock of server/outside.ts reads the wall clock', () => {
    const readsIt = (path: string) =>
      /\bnew Date\(\)|= Date\b(?!\.)/.test(readFileSync(join(ROOT, path), 'utf8'));
    const files = globSync('packages/marketplace/src/**/*.ts', { cwd: ROOT });
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter(readsIt)).toEqual(['packages/marketplace/src/server/outside.ts']);
  });

  it('fits on a page: rules about folders are in the import law', () => {
    expect(JSON.stringify(config).length).toBeLessThan(10_000);
  });
});
