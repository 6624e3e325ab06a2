// The marketplace from its sources, in dev mode; it starts anew when a source changes.
import { install, run } from './install.mjs';

await install();
const program = ['--watch', '--conditions=mkt-source', 'packages/marketplace/src/main.ts'];
process.exit(await run('node', [...program, 'serve', '--dev', ...process.argv.slice(2)]));
