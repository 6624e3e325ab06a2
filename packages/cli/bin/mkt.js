#!/usr/bin/env node
// This check precedes every import of ours: an older Node would fail with a stack trace on newer syntax.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const needed = [22, 22, 2];
const current = process.versions.node.split('.').map(Number);
const at = needed.findIndex((part, index) => current[index] !== part);
const [argument] = process.argv.slice(2);
if (at !== -1 && current[at] < needed[at]) {
  process.stderr.write(
    `✖ mkt needs Node ${needed.join('.')} or newer; this is ${process.versions.node}.\n  ${howToGoOn()}\n`,
  );
  process.exitCode = 1;
} else if (process.argv.length === 3 && (argument === '--version' || argument === '-V')) {
  // Scripts often ask for the version: print it before anything is loaded.
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  process.stdout.write(`${JSON.parse(manifest).version}\n`);
} else {
  const { main } = await import('../dist/main.js');
  await main(process.argv.slice(2));
}

/** A clone of the repository has its own Node, which its `npm` and `npx` use, but no other folder. */
function howToGoOn() {
  const bin = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url));
  const isClone = existsSync(new URL('../../../pnpm-workspace.yaml', import.meta.url));
  const install = 'Install it from https://nodejs.org';
  if (!isClone || process.platform === 'win32' || !existsSync(`${bin}/node`)) return `${install}.`;
  return `${install}, or use that of the clone in this terminal: export PATH="${bin}:$PATH"`;
}
