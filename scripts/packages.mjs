// `npm run packages -- DIR [PACKAGE…]`: a project outside this clone uses the packages of the clone, as
// long as they are not on npm (docs/start/setup.md#until-it-is-on-npm). Needs no network.
import { install, run } from './install.mjs';

await install();
const link = ['--conditions=mkt-source', 'scripts/packages/link.ts', ...process.argv.slice(2)];
for (const args of [['scripts/build.mjs', '--if-stale'], link]) {
  const code = await run('node', args);
  if (code !== 0) process.exit(code);
}
