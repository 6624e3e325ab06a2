// Checks everything that needs no running server; about a minute. With --no-tests it skips the unit
// tests, for those who run all tests anyway.
import { install, run } from './install.mjs';

await install();
const STEPS = [
  ['generated files', 'node', ['--conditions=mkt-source', 'scripts/generate.mjs', '--check']],
  ['API reports', 'node', ['scripts/packages/api-reports.mjs', '--check']],
  ['format', 'oxfmt', ['--check']],
  ['types', 'tsc', ['-p', 'tsconfig.json']],
  ['dashboard types', 'tsc', ['-p', 'packages/dashboard']],
  ['lint', 'oxlint', []],
  ['dead code', 'knip', []],
  ['unit tests', 'vitest', ['run', '--project', 'unit']],
];
const steps = process.argv.includes('--no-tests') ? STEPS.slice(0, -1) : STEPS;

const failed = [];
for (const [name, command, args] of steps) {
  const startedAt = performance.now();
  const code = await run(command, args, { env: { MKT_TEST_LANE: 'short' } });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.error(`${code === 0 ? '✔' : '✖'} ${name.padEnd(16)} ${seconds} s`);
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(
    `Failed: ${failed.join(', ')}. Some of this can be fixed automatically: npm run fix`,
  );
  process.exit(1);
}
