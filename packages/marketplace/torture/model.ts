// Checks random histories of orders against the real store and use cases:
//   node --conditions=mkt-source packages/marketplace/torture/model.ts --seed 1 --seeds 10000 --steps 200
// A history that violates an invariant is shrunk and printed; --path replays it.
// --postgres runs them on a new Postgres cluster instead of the embedded engine.
import { parseArgs } from 'node:util';
import { embedded } from './model/embedded.ts';
import { onPostgres } from './model/on-postgres.ts';
import { searchHistories } from './model/search-histories.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '10000' },
    steps: { type: 'string', default: '200' },
    path: { type: 'string' },
    postgres: { type: 'boolean', default: false },
  },
});

const PROGRESS_EVERY = 500;

const parts = values.postgres ? await onPostgres() : embedded();
const { broken, report } = await searchHistories(parts, {
  seed: Number(values.seed),
  histories: Number(values.seeds),
  steps: Number(values.steps),
  ...(values.path === undefined ? {} : { path: values.path }),
  onHistory: (count) => {
    if (count % PROGRESS_EVERY === 0) process.stderr.write(`${count} histories\n`);
  },
});
process.stdout.write(`${report}\n`);
await parts.close();
process.exitCode = broken ? 1 : 0;
