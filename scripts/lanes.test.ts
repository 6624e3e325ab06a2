// CONTRIBUTING.md#tests: each test is in the short lane or in the long one.
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hasEngines, isByLane, LONG, lanesOf } from '../test-bed/lanes.ts';

const ROOT = join(import.meta.dirname, '..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

/** Tests that others run: jest, Node’s own runner, and the projects that `mkt init` writes. */
const NOT_VITEST = ['examples/contract-test/{jest,node-test}/**', 'templates/**'];
const ALL = globSync('**/*.test.{ts,tsx,js,mjs}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**', ...NOT_VITEST],
});

async function filesOf(lane: string): Promise<string[]> {
  const args = [VITEST, 'list', '--filesOnly', '--json'];
  const env = { ...process.env, MKT_TEST_LANE: lane };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
  const files = JSON.parse(stdout) as { file: string; projectName: string }[];
  // The long lane repeats tests of storage on each older version of Postgres.
  const once = files.filter(({ projectName }) => !projectName.startsWith('postgres-'));
  return once.map(({ file }) => relative(ROOT, file)).toSorted();
}

describe('the lanes of tests', () => {
  it.each(['short', 'long'] as const)(
    'vitest finds every file of the %s lane once',
    async (lane) => {
      expect(await filesOf(lane)).toEqual(
        ALL.filter((path) => lanesOf(path).includes(lane)).toSorted(),
      );
    },
  );

  it('every test file is in one lane, or in each with other tests or engines', () => {
    const twice = ALL.filter((path) => lanesOf(path).length !== 1 && !isByLane(path));
    const packages = new Set(twice.map((path) => path.split('/').slice(0, 3).join('/')));
    expect(packages).toEqual(new Set(['packages/marketplace/test']));
  });

  it('a file of which each lane runs a part has tests for both, and so has each group of them', () => {
    const parts = ALL.filter(isByLane);
    expect(parts).not.toEqual([]);
    const hasBoth = (text: string) => /^ *it\b/m.test(text) && /^ *test\b/m.test(text);
    // Vitest refuses a `describe` in which a lane finds no test.
    const suitesOf = (text: string) => text.match(/^describe\(.*?^\}\);/gms) ?? [];
    const lacking = parts.flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const isWhole = [text, ...suitesOf(text)].every(hasBoth);
      return isWhole ? [] : [path];
    });
    expect(lacking).toEqual([]);
  });

  it('no file that is only in the long lane leaves an engine to the short one', () => {
    const onlyLong = ALL.filter((path) => lanesOf(path).join() === 'long');
    expect(onlyLong.filter(hasEngines)).toEqual([]);
  });

  it('every line of the table of long tests names a test', () => {
    const unused = Object.keys(LONG).filter((glob) => !ALL.some((path) => matchesGlob(path, glob)));
    expect(unused).toEqual([]);
  });
});
