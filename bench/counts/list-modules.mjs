// Preloaded with `node --import`: at exit it prints, on stderr, every file that was loaded as code.
import { registerHooks } from 'node:module';

const loaded = new Set();
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.add(url);
    return next(url, context);
  },
});
process.on('exit', () => process.stderr.write(`\nLOADED ${JSON.stringify([...loaded])}\n`));
