// Ends `mkt dev` in every way, at random moments, and looks for what it leaves behind.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { closedAddress } from '../../test-bed/local-server.ts';
import { childrenOf } from './process-figures.ts';
import { defineTorture, runAsProgram, type TortureRun } from './torture-run.ts';

const CYCLES = 50;
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const MKT = pathOf('../../packages/cli/bin/mkt.js');
/** `terminal`: the pseudo-terminal is closed, because the program that holds it is killed. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL', 'terminal'] as const;
type Ending = (typeof ENDINGS)[number];

/** Some are ended before the service is ready. */
const EARLY_SHARE = 0.3;
const MAX_EARLY_MS = 2_500;
const READY_WITHIN_MS = 60_000;
/** A service has 3 s to stop before it is killed, and the machine may be busy. */
const GONE_WITHIN_MS = 30_000;
const POLL_MS = 50;
const PROGRESS_EVERY = 10;
/** Inherited by everything that the service starts. */
const MARK = 'MKT_TEST_RUN';

/**
 * A service that does not cooperate: it ignores SIGTERM, and has a child with its own session
 * that listens as well.
 */
const UNCOOPERATIVE = `
import { spawn } from 'node:child_process';
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
const listen = "require('net').createServer().listen(Number(process.env.CHILD_PORT), '127.0.0.1'); process.on('SIGTERM', () => {})";
spawn(process.execPath, ['-e', listen], { detached: true, stdio: 'ignore' }).unref();
await import('./service.mjs');
`;

interface Ports {
  market: number;
  service: number;
  child: number;
}

async function writeProject(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await copyFile(pathOf('../../test-bed/plain-service.mjs'), join(folder, 'service.mjs'));
  await writeFile(join(folder, 'stubborn.mjs'), UNCOOPERATIVE);
  const scripts = { start: 'node service.mjs', stubborn: 'node stubborn.mjs' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }));
}

const freePort = async () => (await closedAddress()).port;

const isFree = async (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

interface Started {
  child: ChildProcess;
  ready: Promise<void>;
}

function start(
  { folder, ports, mark }: { folder: string; ports: Ports; mark: string },
  ending: Ending,
  isStubborn: boolean,
): Started {
  const command = isStubborn ? ['--', process.execPath, '--run', 'stubborn'] : [];
  // On a terminal as people use it, with keys.
  const json = ending === 'terminal' ? [] : ['--json'];
  const args = [MKT, 'dev', ...json, '--port', String(ports.market), ...command];
  const env = {
    PATH: process.env['PATH'],
    PORT: String(ports.service),
    CHILD_PORT: String(ports.child),
    [MARK]: mark,
  };
  const child =
    ending === 'terminal'
      ? spawn('script', ['-qfec', [process.execPath, ...args].join(' '), '/dev/null'], {
          cwd: folder,
          env,
          stdio: ['pipe', 'pipe', 'ignore'],
        })
      : spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ready = new Promise<void>((resolve) => {
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/"event":"published"|✔\S* published/.test(line)) resolve();
    });
  });
  return { child, ready };
}

/** The process and everything below it, as ids. */
async function treeOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [pid, ...(await Promise.all(children.map(treeOf))).flat()];
}

/** Running processes that are known from before, or that have inherited the mark. */
async function remaining(known: ReadonlyMap<number, string>, mark: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
      const state = stat.slice(stat.lastIndexOf(')') + 2).charAt(0);
      if (stat === '' || state === 'Z' || state === 'X') return [];
      const environ = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      const isMarked = environ.includes(`${MARK}=${mark}`);
      // An id is reused only by a process that was started later.
      const isKnown = known.get(Number(pid)) === startedAt(stat);
      if (!isMarked && !isKnown) return [];
      const line = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
      return [`${pid} ${line.replaceAll('\0', ' ')}`];
    }),
  );
  return found.flat();
}

const START_TIME = 19;
const startedAt = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME];

async function identities(pids: readonly number[]): Promise<Map<number, string>> {
  const known = new Map<number, string>();
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
    const time = startedAt(stat);
    if (time !== undefined) known.set(pid, time);
  }
  return known;
}

async function endOnce(run: TortureRun, ending: Ending, cycle: number): Promise<boolean> {
  const { report, random, folder } = run;
  const project = dirname(folder.logFile);
  const mark = randomUUID();
  const ports = { market: await freePort(), service: await freePort(), child: await freePort() };
  const isStubborn = random.chance(0.5);
  const { child, ready } = start({ folder: project, ports, mark }, ending, isStubborn);
  const ended = once(child, 'exit');
  const isEarly = random.chance(EARLY_SHARE);
  const limitMs = isEarly ? random.int(0, MAX_EARLY_MS) : READY_WITHIN_MS;
  const isReady = await Promise.race([
    ready.then(() => true),
    pause(limitMs, false),
    ended.then(() => false),
  ]);
  const about = `${ending}, cycle ${cycle}${isStubborn ? ', stubborn service' : ''}`;
  if (!isReady && !isEarly) report.violation('not ready', about);
  const pids = child.pid === undefined ? [] : await treeOf(child.pid);
  const known = await identities(pids);
  report.checked('processes', known.size);
  child.kill(ending === 'terminal' ? 'SIGKILL' : ending);
  const deadline = performance.now() + GONE_WITHIN_MS;
  let left = await remaining(known, mark);
  while (left.length > 0 && performance.now() < deadline) {
    await pause(POLL_MS);
    left = await remaining(known, mark);
  }
  for (const process of left) report.violation('left behind', `${about}: ${process}`);
  for (const [name, port] of Object.entries(ports)) {
    report.checked('ports');
    if (!(await isFree(port))) report.violation('bound ports', `${about}: ${name} ${port}`);
  }
  await ended;
  return isReady;
}

/** Starts and ends `mkt dev`, `cycles` times for each way to end it. */
export const leftovers = defineTorture(
  {
    name: 'leftovers',
    kinds: ['left behind', 'bound ports', 'not ready'],
    checks: ['processes', 'ports', 'services that were ready'],
  },
  async (run) => {
    const { cycles = CYCLES } = run.options;
    await writeProject(dirname(run.folder.logFile));
    let early = 0;
    for (let cycle = 1; cycle <= cycles; cycle++) {
      for (const ending of ENDINGS) {
        if (await endOnce(run, ending, cycle)) run.report.checked('services that were ready');
        else early++;
      }
      if (cycle % PROGRESS_EVERY === 0) {
        run.report.progress(`${cycle} of each, ${run.report.found()} findings`);
      }
    }
    return {
      done: `${cycles} times each ${ENDINGS.join(', ')}`,
      figures: `${early} before the service was ready`,
    };
  },
);

await runAsProgram(import.meta.url, leftovers);
