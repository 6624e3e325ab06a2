// Injects a fault at every database statement of an order's life, over HTTP:
//   node --conditions=mkt-source packages/marketplace/torture/faults.ts [--every N] [--postgres]
// First each kind of fault at each single statement, then outages that begin at each statement.
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
