// Checks everything that needs no running server; about a minute. With --no-tests it skips the unit
// tests, for those who run all tests anyway.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, run } from './install.mjs';

await install();
/** What uses one processor is first, beside what uses them all. */
const STEPS = [
  ['API reports', 'node', ['scripts/packages/api-reports.mjs', '--check']],
  ['generated files', 'node', ['--conditions=mkt-source', 'scripts/generate.mjs', '--check']],
  ['format', 'oxfmt', ['--check']],
  ['types', 'tsc', ['-p', 'tsconfig.json']],
  ['dead code', 'knip', []],
  ['dashboard types', 'tsc', ['-p', 'packages/dashboard']],
  ['lint', 'oxlint', []],
  ['unit tests', 'vitest', ['run', '--project', 'unit']],
];
const steps = process.argv.includes('--no-tests') ? STEPS.slice(0, -1) : STEPS;
const AT_ONCE = 2;

const folder = mkdtempSync(join(tmpdir(), 'mkt-check-'));
const failed = [];

/** Shows what a step printed when it has ended, because another one runs beside it. */
async function check([name, command, args]) {
  const startedAt = performance.now();
  const path = join(folder, name);
  const output = openSync(path, 'w');
  const stdio = ['ignore', output, output];
  const code = await run(command, args, { stdio, env: { MKT_TEST_LANE: 'short' } });
  closeSync(output);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(readFileSync(path));
  console.error(`${code === 0 ? '✔' : '✖'} ${name.padEnd(16)} ${seconds} s`);
  if (code !== 0) failed.push(name);
}

const waiting = steps.values();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const step of waiting) await check(step);
  }),
);
rmSync(folder, { recursive: true, force: true });
if (failed.length > 0) {
  console.error(
    `Failed: ${failed.join(', ')}. Some of this can be fixed automatically: npm run fix`,
  );
  process.exit(1);
}
