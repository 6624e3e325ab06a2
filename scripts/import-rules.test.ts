import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FIXTURES = join(import.meta.dirname, 'fixtures', 'import-rules');

/** Every fixture says in its first line which rules it must break. */
const fixtures = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const [first = ''] = readFileSync(join(FIXTURES, path), 'utf8').split('\n');
    return { path, expected: first.replace('// expect: ', '').split(' ').toSorted() };
  });

interface Diagnostic {
  code: string;
  filename: string;
}

/** What the project's own configuration says of the fixtures, which it otherwise leaves out. */
function lint(folder: string): Diagnostic[] {
  const config = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  writeFileSync(
    join(folder, '.oxlintrc.json'),
    JSON.stringify({ ...config, ignorePatterns: [], options: {} }),
  );
  cpSync(FIXTURES, folder, { recursive: true });
  const oxlint = join(ROOT, 'node_modules', '.bin', 'oxlint');
  const { stdout } = spawnSync(oxlint, ['--format', 'json'], { cwd: folder, encoding: 'utf8' });
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}

describe('the import rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-import-rules-'));
  let diagnostics: Diagnostic[] = [];
  beforeAll(() => {
    diagnostics = lint(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has fixtures, each of which says what it breaks', () => {
    expect(fixtures.length).toBeGreaterThan(10);
    expect(fixtures.filter(({ expected }) => expected.join('') === '')).toEqual([]);
  });

  it.each(fixtures)('is broken by $path', ({ path, expected }) => {
    const found = diagnostics.filter(({ filename }) => filename.endsWith(path));
    const codes = new Set(found.map(({ code }) => code));
    expect([...codes].toSorted()).toEqual(expected);
  });
});
