// Mends what a program can mend: generated files, formatting, lint fixes.
import { install, run } from './install.mjs';

await install();
const steps = [
  ['node', ['--conditions=mkt-source', 'scripts/generate.mjs']],
  ['oxlint', ['--fix']],
  ['oxfmt', []],
];
for (const [command, args] of steps) {
  const code = await run(command, args);
  if (code !== 0) process.exit(code);
}
