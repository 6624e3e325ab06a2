// `npm run record`: records the first sale again (docs/images/first-sale.cast and .svg). Its commands are
// in e2e/published/recording/session.ts; the usual ports 8787 and 8810 must be free.
import { install, run } from './install.mjs';

await install();
for (const step of ['scripts/build.mjs --if-stale', 'e2e/published/recording/main.ts']) {
  const code = await run('node', step.split(' '));
  if (code !== 0) process.exit(code);
}
