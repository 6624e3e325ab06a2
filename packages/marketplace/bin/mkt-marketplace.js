#!/usr/bin/env node
// The check comes before any import: an older Node exits without a message when it opens the database.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(
    `✖ mkt-marketplace needs Node 22.22.2 or newer; this is ${process.versions.node}.\n  Install it from https://nodejs.org.\n`,
  );
  process.exit(1);
}
const { main } = await import('../dist/main.js');
process.exit(await main(process.argv.slice(2)));
