// Runs the marketplace from its sources, in dev mode, and restarts it when one of them changes.
import { install, run } from './install.mjs';

await install();
const source = '../packages/marketplace/src/main.ts';
if (process.env.MKT_DEV_WATCHED) {
  const { main } = await import(source);
  process.exit(await main(['serve', '--dev', ...process.argv.slice(2)]));
}
const watching = ['--watch', '--conditions=mkt-source', import.meta.filename];
process.exit(
  await run('node', [...watching, ...process.argv.slice(2)], { env: { MKT_DEV_WATCHED: '1' } }),
);
