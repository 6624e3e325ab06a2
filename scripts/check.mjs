// Everything that can be said of the code without running it as a server: under a minute.
// With --no-tests without the unit tests, for who runs all tests anyway.
import { install, run } from './install.mjs';

await install();
const STEPS = [
  ['generated files', 'node', ['--conditions=mkt-source', 'scripts/generate.mjs', '--check']],
  ['format', 'oxfmt', ['--check']],
  ['types', 'tsc', ['-p', 'tsconfig.json']],
  ['lint', 'oxlint', []],
  ['dead code', 'knip', []],
  ['unit tests', 'vitest', ['run', '--project', 'unit']],
];
const steps = process.argv.includes('--no-tests') ? STEPS.slice(0, -1) : STEPS;

const failed = [];
for (const [name, command, args] of steps) {
  const startedAt = performance.now();
  const code = await run(command, args);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.error(`${code === 0 ? '✔' : '✖'} ${name.padEnd(16)} ${seconds} s`);
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}. Many of these are mended by: npm run fix`);
  process.exit(1);
}
