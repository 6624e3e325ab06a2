#!/usr/bin/env node
// `npm create mkt demo` runs `mkt init demo`.
process.argv.splice(2, 0, 'init');
await import('@mkt/cli/bin');
