#!/usr/bin/env node
// The check stands before any import: an older Node would end with the stack of a syntax it lacks.
const needed = [22, 22, 2];
const own = process.versions.node.split('.').map(Number);
const at = needed.findIndex((part, index) => own[index] !== part);
const [argument] = process.argv.slice(2);
if (at !== -1 && own[at] < needed[at]) {
  process.stderr.write(
    `✖ mkt needs Node ${needed.join('.')} or newer; this is ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else if (process.argv.length === 3 && (argument === '--version' || argument === '-V')) {
  // Scripts ask for it: answered before anything is loaded.
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  process.stdout.write(`${JSON.parse(manifest).version}\n`);
} else {
  const { main } = await import('../dist/main.js');
  await main(process.argv.slice(2));
}
