// The quickstarts of README.md and docs/README.md as a reader types them in a clone: the same commands on
// free ports, and the output that the pages show. Packages from a registry are linked instead.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blocksOf } from '../scripts/documentation/markdown.ts';
import { read, ROOT } from '../scripts/documentation/pages.ts';
import { closedAddress } from '../test-bed/local-server.ts';
import { linkPackages, projectEnvironment } from './templates/render-project.ts';

const PATIENT = { timeout: 120_000 };
const SECOND_TERMINAL = '# in a second terminal';
const TITLES = ['Buy a call', 'Sell a service', 'Develop against a marketplace'];

interface Quickstart {
  /** What is typed in each of two terminals, without comments. */
  first: string[];
  second: string[];
  /** What the last command prints. */
  shown: string;
}

function quickstart(page: string, title: string): Quickstart {
  const [, rest = ''] = read(page).split(new RegExp(`^#+ ${title}$`, 'm'));
  const [typed, printed] = blocksOf(rest);
  const [first = '', second = ''] = (typed?.text ?? '').split(SECOND_TERMINAL);
  const linesOf = (text: string) =>
    text
      .split('\n')
      .map((line) => line.replace(/(?:^|\s)#\s.*$|^, in .*$/, '').trim())
      .filter((line) => line !== '');
  return { first: linesOf(first), second: linesOf(second), shown: printed?.text ?? '' };
}

let folder: string;
const started: ChildProcess[] = [];
/** Servers in groups of their own, with everything that they have started. */
function killStarted(): void {
  for (const { pid, exitCode, signalCode } of started) {
    if (pid !== undefined && exitCode === null && signalCode === null)
      process.kill(-pid, 'SIGTERM');
  }
}
process.once('exit', killStarted);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mkt-quickstart-'));
  await mkdir(join(folder, 'clone'));
});
afterEach(async () => {
  killStarted();
  const running = started
    .splice(0)
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(running.map((child) => once(child, 'exit')));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const environment = {
  ...projectEnvironment(),
  NO_COLOR: '1',
  PATH: [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
};
/** The programs of the clone are in the path. */
const withoutNpx = (command: string) => command.replace(/\bnpx /, '');

/** Starts a command that keeps running, and resolves once it has printed the text. */
async function keepRunning(command: string, cwd: string, until: RegExp): Promise<void> {
  const child = spawn('bash', ['-c', withoutNpx(command)], {
    cwd,
    env: environment,
    detached: true,
  });
  started.push(child);
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  await expect.poll(() => output, { timeout: 100_000, interval: 200 }).toMatch(until);
}

/** Runs commands one after the other, and returns what the last one prints on stdout. The others may fail. */
async function run(commands: readonly string[], cwd: string, more: Record<string, string> = {}) {
  const [last = '', ...others] = commands.toReversed().map(withoutNpx);
  const within = { cwd, env: { ...environment, ...more } };
  for (const command of others.toReversed()) {
    await promisify(execFile)('bash', ['-c', command], within).catch(() => undefined);
  }
  return (await promisify(execFile)('bash', ['-c', last], within)).stdout;
}

/** The variables with which commands elsewhere find a marketplace in dev mode. */
async function marketplaceIn(data: string) {
  const [address, key] = await Promise.all(
    ['dev-address', 'dev-key'].map((name) => readFile(join(data, name), 'utf8')),
  );
  return { MKT_BASE_URL: String(address).trim(), MKT_API_KEY: String(key).trim() };
}

describe('the quickstarts', () => {
  it.each(TITLES)('are the same on both pages: %s', (title) => {
    const { first, second, shown } = quickstart('README.md', title);
    expect(quickstart('docs/README.md', title)).toEqual({ first, second, shown });
    expect([first, second, shown].every(({ length }) => length > 0)).toBe(true);
  });

  it('Buy a call', PATIENT, async () => {
    const { first, second, shown } = quickstart('README.md', 'Buy a call');
    expect(first).toEqual(['npm start']);
    const data = join(folder, 'data');
    const ports = '--port 0 --text-insights-port 0 --qr-code-port 0';
    await keepRunning(
      `npm start --silent -- ${ports} --data ${data}`,
      ROOT,
      /Press Ctrl-C to stop/,
    );
    expect(await run(second, ROOT, await marketplaceIn(data))).toBe(shown);
  });

  it('Sell a service', PATIENT, async () => {
    const { first, second, shown } = quickstart('README.md', 'Sell a service');
    const [init = '', dev = ''] = first;
    const [service, marketplace] = await Promise.all([closedAddress(), closedAddress()]);
    expect(init).toMatch(/ --install$/);
    await run([`${init.replace(' --install', '')} --port ${service.port}`], join(folder, 'clone'));
    const project = join(folder, 'text-length');
    await linkPackages(project);
    const clone = join(folder, 'clone');
    await keepRunning(`${dev} --port ${marketplace.port}`, clone, /✔ published/);
    expect(await run(second, project)).toBe(shown);
  });

  it('Develop against a marketplace', PATIENT, async () => {
    const { first, second, shown } = quickstart('README.md', 'Develop against a marketplace');
    const [serve = ''] = first;
    const data = join(folder, 'data');
    const clone = join(folder, 'clone');
    await keepRunning(`exec ${withoutNpx(serve)} --port 0 --data ${data}`, clone, /API key: /);
    expect(await run(second, clone, await marketplaceIn(data))).toBe(shown);
  });
});
