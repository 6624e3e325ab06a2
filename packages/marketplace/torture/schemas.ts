// Searches for the schema and input that block the main thread longest:
//   node --conditions=mkt-source packages/marketplace/torture/schemas.ts [--seed N] [--seconds N]
// Everything runs in V8's interpreter with the compilers disabled, as a first call does, so every
// figure is an upper bound that does not depend on what ran before. The worst finds are measured
// again in fresh processes with the compilers enabled, as in a server.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { median } from '../../../bench/measure/statistics.ts';

/** e2e/torture/README.md: no request may hold the main thread longer because of a schema. */
const LIMIT_MS = 5;
const FINALISTS = 15;
const PROCESSES = 7;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '120' },
  },
});
const seed = Number(values.seed ?? randomInt(1_000_000));
for (const flag of ['--no-opt', '--no-maglev', '--no-sparkplug']) setFlagsFromString(flag);
const { searchWorst } = await import('./schemas/search-worst.ts');
const found = searchWorst(seed, Number(values.seconds) * 1_000);
process.stderr.write(`seed ${seed}: ${found.tried} schemas with inputs tried\n`);

const PROGRAM = fileURLToPath(new URL('schemas/measure-cold.ts', import.meta.url));

/** The median, over fresh processes, of each process's slowest call. */
function coldMs(candidate: object): number {
  const times = Array.from({ length: PROCESSES }, () => {
    const options = { input: JSON.stringify(candidate), encoding: 'utf8' } as const;
    const flags = ['--conditions=mkt-source', '--expose-gc'];
    return Number(execFileSync(process.execPath, [...flags, PROGRAM], options));
  });
  return median(times);
}

const worst = found.worst[0]?.ms ?? 0;
for (const { name, candidate, ms } of found.worst.slice(0, FINALISTS)) {
  const cold = coldMs(candidate).toFixed(2);
  process.stdout.write(`${ms.toFixed(2)} ms interpreted, ${cold} ms in a new process: ${name}\n`);
}
const passed = worst < LIMIT_MS && found.tried > 0;
process.stdout.write(
  `${passed ? 'PASS' : 'FAIL'} seed ${seed}: at most ${worst.toFixed(2)} ms on the main thread, of ${LIMIT_MS} allowed\n`,
);
process.exitCode = passed ? 0 : 1;
