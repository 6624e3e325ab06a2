// Runs benchmarks and prints their results; with --write it also writes them to bench/README.md.
import { parseArgs } from 'node:util';
import { BENCHMARKS } from './benchmarks.ts';
import { type Benchmark, type BenchmarkOptions, InvalidOptions } from './report/benchmark.ts';
import { circumstances } from './report/machine.ts';
import { sectionText } from './report/section.ts';
import { chartPathOf, writeChart, writeSection } from './report/write.ts';

const USAGE = `npm run bench -- [NAME…] [--rounds 5] [--seconds 3] [--seed 1] [--write]
npm run bench -- market [--before DIR] [--markets 1x1,5000x1000] [--orders 0,1000000] [--on sqlite]
npm run bench -- lists [--on postgres]

${Object.entries(BENCHMARKS)
  .map(([name, { title }]) => `  ${name.padEnd(12)}${title}`)
  .join('\n')}

Without a NAME it runs all of them. --write writes the results into bench/README.md. --before also
measures the built server of another checkout, which is in DIR.
`;

function positive(name: string, text: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new InvalidOptions(`--${name} must be a number above 0.`);
}

const list = (text: string | undefined) => text?.split(',').filter(Boolean);

function engines(text: string | undefined) {
  const names = list(text);
  if (names?.every((name) => name === 'sqlite' || name === 'postgres') ?? true) return names;
  throw new InvalidOptions('--on takes sqlite and postgres.');
}

async function runOne(
  name: string,
  benchmark: Benchmark,
  options: BenchmarkOptions,
  write: boolean,
): Promise<void> {
  const where = circumstances(options);
  const report = await benchmark.run(options);
  const { chart } = report;
  console.log(`${sectionText(benchmark, report, where, undefined)}\n`);
  if (!write) return;
  if (chart) writeChart(name, chart);
  writeSection(name, sectionText(benchmark, report, where, chart && chartPathOf(name)));
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      seed: { type: 'string', default: '1' },
      before: { type: 'string' },
      markets: { type: 'string' },
      orders: { type: 'string' },
      on: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((name) => !Object.hasOwn(BENCHMARKS, name));
  if (values.help || unknown !== undefined) {
    process.stdout.write(
      unknown === undefined ? USAGE : `There is no benchmark ${unknown}.\n\n${USAGE}`,
    );
    process.exitCode = unknown === undefined ? 0 : 1;
    return;
  }
  const options = {
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    seed: positive('seed', values.seed),
    before: values.before,
    markets: list(values.markets),
    orders: list(values.orders),
    on: engines(values.on),
  };
  for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const missing = benchmark.missing?.();
    if (missing !== undefined) {
      console.error(`${name} is skipped. ${missing}\n`);
      continue;
    }
    await runOne(name, benchmark, options, values.write);
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof InvalidOptions)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
// Ends what a benchmark has left running.
process.exit();
