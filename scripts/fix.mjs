// Fixes what a program can fix: generated files, API reports, lint and formatting.
import { install, run } from './install.mjs';

await install();
const steps = [
  ['node', ['--conditions=mkt-source', 'scripts/generate.mjs']],
  ['node', ['scripts/packages/api-reports.mjs']],
  ['oxlint', ['--fix']],
  ['oxfmt', []],
];
for (const [command, args] of steps) {
  const code = await run(command, args);
  if (code !== 0) process.exit(code);
}
