import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { contractFile } from './contract-file.ts';
import { startMarketplace } from './marketplace.ts';
import { measureInRounds, type Variant } from './measure/rounds.ts';
import { median } from './measure/statistics.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import type { Benchmark } from './report/benchmark.ts';
import { figure, percent, ratio } from './report/table.ts';

const MKT = join(import.meta.dirname, '../packages/cli/bin/mkt.js');
const NODE = 'node -e 0';
const SERVER = 'mkt-marketplace serve, empty data';

/** The median time of as many runs as fit into the time, in ms. */
async function timed(seconds: number, once: () => void | Promise<void>): Promise<{ ms: number }> {
  const times: number[] = [];
  const endMs = performance.now() + seconds * 1000;
  do {
    const startedMs = performance.now();
    await once();
    times.push(performance.now() - startedMs);
  } while (performance.now() < endMs);
  return { ms: median(times) };
}

/** A separate home folder, so that the user's settings and compile cache are not touched. */
function command(home: string, args: readonly string[]): () => void {
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, TMPDIR: home, NO_COLOR: '1' };
  return () => {
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  };
}

async function startAndStop(folder: string): Promise<void> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const server = await startMarketplace({ dataDir });
  // Timed until it is ready, not until it has stopped.
  await server.kill();
  rmSync(dataDir, { recursive: true, force: true });
}

function variants(): Variant[] {
  const home = temporaryFolder();
  const commands: [string, string[]][] = [
    [NODE, ['-e', '0']],
    ['mkt --version', [MKT, '--version']],
    ['mkt --help', [MKT, '--help']],
    ['mkt validate FILE', [MKT, 'validate', contractFile(home)]],
  ];
  return [
    ...commands.map(([name, args]): Variant => {
      const run = command(home, args);
      return { name, measure: (seconds) => timed(seconds, run) };
    }),
    { name: SERVER, measure: (seconds) => timed(seconds, () => startAndStop(home)) },
  ];
}

export const cli: Benchmark = {
  title: 'Starting commands and the server',
  method:
    'From the start of the process to its end; for the server, to its ready line with an empty data folder. Compared with Node doing nothing.',
  notMeasured: [
    'the first run after an installation, with a cold disk; starting with a database that has orders in it.',
  ],
  async run(options) {
    const measured = await measureInRounds(variants(), options);
    const against = (name: string) => measured.ratio(name, NODE, 'ms');
    return {
      tables: [
        {
          title: 'Time to exit, or to readiness',
          columns: ['command', 'ms', '±', 'ratio'],
          rows: measured.names.map((name) => [
            name,
            figure(measured.median(name, 'ms')),
            percent(measured.spread(name, 'ms')),
            ratio(against(name)),
          ]),
        },
      ],
      chart: {
        title: 'Time to exit, or to readiness',
        unit: 'ms',
        bars: measured.names.map((name) => ({
          label: name === SERVER ? 'mkt-marketplace serve' : name,
          value: measured.median(name, 'ms'),
          own: name !== NODE,
        })),
      },
      goals: [
        ...['mkt --version', 'mkt --help'].map((name) => ({
          name: `${name} ÷ ${NODE}`,
          value: against(name),
          floor: 1.4,
          target: 1.25,
          better: 'lower' as const,
        })),
        {
          name: `mkt validate FILE ÷ ${NODE}`,
          value: against('mkt validate FILE'),
          floor: 4,
          target: 2.5,
          better: 'lower',
        },
      ],
    };
  },
};
