// A fault at every statement of the database, on the whole road of an order, over HTTP:
//   node --conditions=mkt-source packages/marketplace/torture/faults.ts [--every N] [--postgres]
// Each kind of fault at each statement by itself, then outages that begin at each statement.
import { parseArgs } from 'node:util';
import { embeddedEngine, postgresEngine } from './faults/engines.ts';
import { searchFaults } from './faults/search-faults.ts';

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
  },
});
const engine = values.postgres ? await postgresEngine() : embeddedEngine();
const { broken, report } = await searchFaults(engine, {
  first: 1,
  every: Number(values.every),
  onSeries: (name, statements) => process.stderr.write(`${name}: ${statements} statements\n`),
});
process.stdout.write(`${report}\n`);
await engine.close();
process.exit(broken ? 1 : 0);
