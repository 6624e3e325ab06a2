import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cpuMicros, rssMib } from './measure/process-figures.ts';
import { measureInRounds, type Sample, type Variant } from './measure/rounds.ts';
import { median } from './measure/statistics.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import type { Benchmark } from './report/benchmark.ts';
import { figure, percent, ratio } from './report/table.ts';

const MKT = join(import.meta.dirname, '../packages/cli/bin/mkt.js');
const SERVER = 'mkt mcp';
const BARE = 'Node by hand';
/** The least that can answer: a constant, for the first line. */
const BARE_PROGRAM =
  "process.stdin.once('data', () => console.log('{}')).on('end', () => process.exit());";
/** Starts per measurement, even if they take longer than its time. */
const STARTS = 7;

const INITIALIZE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  },
})}\n`;

/** Starts a program, waits for its first response, and ends it as an agent does. */
async function startOnce(args: readonly string[], home: string): Promise<Sample> {
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, TMPDIR: home, NO_COLOR: '1' };
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const closed = once(child, 'close');
  child.stdin.write(INITIALIZE);
  const responded = await Promise.race([once(child.stdout, 'data'), closed.then(() => undefined)]);
  if (!responded) throw new Error(`${args.join(' ')} ended without a response.`);
  const ms = performance.now() - startedMs;
  const pid = child.pid ?? 0;
  const cpuMs = cpuMicros(pid) / 1000;
  const mib = rssMib(pid);
  child.stdin.end();
  await closed;
  return { ms, cpuMs, mib };
}

async function measure(args: readonly string[], home: string, seconds: number): Promise<Sample> {
  const starts: Sample[] = [];
  const endMs = performance.now() + seconds * 1000;
  while (starts.length < STARTS || performance.now() < endMs) {
    starts.push(await startOnce(args, home));
  }
  const medianOf = (name: string) => median(starts.map((start) => start[name] ?? Number.NaN));
  return { ms: medianOf('ms'), cpuMs: medianOf('cpuMs'), mib: medianOf('mib') };
}

function variants(): Variant[] {
  // A separate home folder, so that the user's settings and compile cache are not touched.
  const home = temporaryFolder();
  const programs: [string, string[]][] = [
    [BARE, ['-e', BARE_PROGRAM]],
    [SERVER, [MKT, 'mcp']],
  ];
  return programs.map(([name, args]) => ({
    name,
    measure: (seconds) => measure(args, home, seconds),
  }));
}

export const mcp: Benchmark = {
  title: 'Starting mkt mcp',
  method:
    'From the start of the process to its response to `initialize` over stdio, with the processor time and the resident memory until then: the median of at least 7 starts in each round. Compared with a Node program that responds to the first line with a constant.',
  notMeasured: [
    'the first start after an installation, with a cold disk; memory during calls; `npx`, which takes longer than the program that it starts.',
  ],
  async run(options) {
    const measured = await measureInRounds(variants(), options);
    return {
      tables: [
        {
          title: 'Until the response to `initialize`',
          columns: ['program', 'ms', '±', 'ratio', 'CPU ms', '±', 'memory MiB', '±'],
          rows: measured.names.map((name) => [
            name,
            figure(measured.median(name, 'ms')),
            percent(measured.spread(name, 'ms')),
            ratio(measured.ratio(name, BARE, 'ms')),
            figure(measured.median(name, 'cpuMs')),
            percent(measured.spread(name, 'cpuMs')),
            figure(measured.median(name, 'mib')),
            percent(measured.spread(name, 'mib')),
          ]),
        },
      ],
      goals: [],
    };
  },
};
