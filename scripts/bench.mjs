// `npm run bench -- [NAME…]`: the project's own benchmarks over the built packages (bench/README.md).
import { join } from 'node:path';
import { install, ROOT, run } from './install.mjs';

await install();
const built = await run('node', ['scripts/build.mjs', '--if-stale']);
if (built !== 0) process.exit(built);
// Parts that are measured alone run from their sources, servers and commands as they are built.
const args = ['--conditions=mkt-source', join(ROOT, 'bench', 'main.ts'), ...process.argv.slice(2)];
const code = await run('node', args);
// Tables are formatted like all others of the repository.
if (process.argv.includes('--write')) await run('oxfmt', ['bench/README.md']);
process.exit(code);
