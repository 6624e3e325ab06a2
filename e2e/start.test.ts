import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@mkt/client';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { it, test } from '../test-bed/by-lane.ts';
import { serveRaw } from '../test-bed/within-test.ts';

const ROOT = join(import.meta.dirname, '..');
const FREE_PORTS = ['--port', '0', '--text-insights-port', '0', '--qr-code-port', '0'];
/** `npm start` may build first, on a machine that runs other tests at the same time. */
const PATIENT = { timeout: 120_000 };

const { FORCE_COLOR: _, ...others } = process.env;
const environment = { ...others, NO_COLOR: '1' };

let data: string;
const started: ChildProcess[] = [];

/** Kills what still runs, in groups of its own: also when the tests are interrupted. */
function killStarted(): void {
  for (const { pid, exitCode, signalCode } of started.splice(0)) {
    if (pid !== undefined && exitCode === null && signalCode === null)
      process.kill(-pid, 'SIGKILL');
  }
}
process.once('exit', killStarted);

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'mkt start '));
});

afterEach(async () => {
  killStarted();
  await rm(data, { recursive: true, force: true, maxRetries: 5 });
});

/** `npm start -- …`, in its own process group as in a terminal. */
function npmStart(...args: string[]) {
  const child = spawn('npm', ['start', '--silent', '--', ...args], {
    cwd: ROOT,
    detached: true,
    env: environment,
  });
  started.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  return {
    pid: child.pid ?? 0,
    ended,
    output,
    /** Resolves when both orders are completed and the servers keep running. */
    up: () => expect.poll(() => output.stdout, PATIENT).toContain('Press Ctrl-C to stop.'),
  };
}

const runOnce = () => npmStart('--once', ...FREE_PORTS, '--data', data).ended;

const urlsOf = (text: string) => [...new Set(text.match(/http:\/\/127\.0\.0\.1:\d+/g))];

/** The servers take a moment to close. */
const CLOSING = { timeout: 60_000 };

async function respondingAt(urls: readonly string[]): Promise<string[]> {
  const responses = await Promise.all(
    urls.map((url) =>
      fetch(url).then(
        () => url,
        () => null,
      ),
    ),
  );
  return responses.filter((url) => url !== null);
}

/** The process in which all three servers run. */
async function pidOfServers(ancestor: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const parents = new Map(processes.map(([pid, ppid]) => [Number(pid), Number(ppid)]));
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === ancestor || isBelow(parents.get(pid)));
  const found = processes.find(
    ([pid, , ...args]) => args.includes('scripts/demo/main.mjs') && isBelow(Number(pid)),
  );
  return Number(found?.[0]);
}

/** Those of the three servers that still respond. */
async function responding({ stderr }: { stderr: string }): Promise<string[]> {
  const urls = urlsOf(stderr);
  if (urls.length !== 3) throw new Error(`There were ${urls.length} servers: ${stderr}`);
  return await respondingAt(urls);
}

describe('npm start', () => {
  it(
    'publishes two sellers, buys from both and exits, or runs until Ctrl-C with the same data',
    PATIENT,
    async () => {
      const first = await runOnce();
      expect(first).toMatchObject({ code: 0 });
      expect(first.stderr).toMatch(/✔ toolchain ready \(Node 24\.\d+\.\d+\) +\d+\.\d s\n/);
      expect(first.stderr).toMatch(/✔ packages built +\d+\.\d s\n/);
      expect(first.stderr).toMatch(/✔ marketplace +http:\S+ +SQLite .*market\.db' +dev mode\n/);
      for (const name of ['text-insights', 'qr-code']) {
        const line = new RegExp(`✔ ${name} +http:\\S+ +published +6 checks passed\\n`);
        expect(first.stderr).toMatch(line);
      }
      expect(first.stdout).toMatch(
        /buyer → text-insights +README\.md, [\d.]+ kB +completed in \d+ ms/,
      );
      expect(first.stdout).toMatch(
        /[\d,]+ words · \d+ sentences · reading ease [\d.]+ · keywords: \w+/,
      );
      expect(first.stdout).toMatch(/buyer → qr-code +https:\/\/example\.com +completed in \d+ ms/);
      expect(first.stdout).not.toContain('Ctrl-C');
      expect(await readFile(join(data, 'qr-code.svg'), 'utf8')).toMatch(/^<svg .*<\/svg>$/s);
      await expect.poll(() => responding(first), CLOSING).toEqual([]);

      const kept = await readFile(join(data, 'demo.json'), 'utf8');
      const start = npmStart(...FREE_PORTS, '--data', data);
      await start.up();
      // Its sellers have other addresses and update the same listings.
      expect(await readFile(join(data, 'demo.json'), 'utf8')).toBe(kept);
      expect(start.output.stdout).toContain('buyer → text-insights ');
      const [baseUrl = '', insightsUrl = '', qrCodeUrl = ''] = urlsOf(start.output.stderr);
      const apiKey = (await readFile(join(data, 'dev-key'), 'utf8')).trim();
      const [, token] = /#sign-in=(\S+)/.exec(start.output.stdout) ?? [];
      expect(start.output.stdout).toContain(`\n  ${baseUrl}/#sign-in=${token}\n`);
      const signedIn = await fetch(`${baseUrl}/auth/dev`, {
        method: 'POST',
        headers: { origin: baseUrl, 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      expect(signedIn.status).toBe(200);
      expect(start.output.stdout).toContain(`MKT_API_KEY=$(cat '${data}/dev-key')`);

      const market = createClient({ baseUrl, apiKey });
      const { data: listings } = await market.listings.list();
      expect(listings.map(({ slug }) => slug).toSorted()).toEqual(['qr-code', 'text-insights']);
      const { data: orders } = await market.orders.list();
      expect(orders.map(({ orderState }) => orderState)).toEqual(Array(4).fill('completed'));

      expect(await market.run('text-insights', { text: 'Hello there.' })).toMatchObject({
        words: 2,
      });
      for (const url of [insightsUrl, qrCodeUrl]) {
        const unsigned = await fetch(`${url}/run`, { method: 'POST', body: '{"text":"Hello"}' });
        expect(unsigned.status).toBe(401);
      }

      process.kill(-start.pid, 'SIGINT');
      expect(await start.ended).toMatchObject({ code: 0 });
      await expect.poll(() => responding(start.output), CLOSING).toEqual([]);
    },
  );

  test('leaves nothing behind when npm is killed', PATIENT, async () => {
    const start = npmStart(...FREE_PORTS, '--data', data);
    await start.up();
    process.kill(start.pid, 'SIGKILL');
    await expect.poll(() => responding(start.output), CLOSING).toEqual([]);
  });

  test('leaves nothing behind when it is killed itself', PATIENT, async () => {
    const args = ['scripts/start.mjs', ...FREE_PORTS, '--data', data];
    const child = spawn('node', args, { cwd: ROOT, detached: true, env: environment });
    started.push(child);
    const output = { stderr: '' };
    child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
    await expect.poll(() => urlsOf(output.stderr).length, PATIENT).toBe(3);
    child.kill('SIGKILL');
    await expect.poll(() => responding(output), CLOSING).toEqual([]);
  });

  it('exits with an error when the process of its servers is killed', PATIENT, async () => {
    const start = npmStart(...FREE_PORTS, '--data', data);
    await start.up();
    process.kill(await pidOfServers(start.pid), 'SIGKILL');
    expect((await start.ended).code).not.toBe(0);
    await expect.poll(() => responding(start.output), CLOSING).toEqual([]);
  });

  test('stops on Ctrl-C while it publishes, without an error message', PATIENT, async () => {
    const start = npmStart(...FREE_PORTS, '--data', data);
    await expect.poll(() => start.output.stderr, PATIENT).toContain('✔ marketplace');
    process.kill(-start.pid, 'SIGINT');
    const { code, stderr } = await start.ended;
    expect(code).not.toBe(0);
    expect(stderr).not.toContain('✖');
    await expect.poll(() => respondingAt(urlsOf(stderr)), CLOSING).toEqual([]);
  });

  test('names every port that is in use, and a command that works', PATIENT, async () => {
    const [first, second] = [
      await serveRaw((socket) => socket.destroy()),
      await serveRaw((socket) => socket.destroy()),
    ];
    await writeFile(join(data, 'running'), `${process.pid}\n`);
    const { code, stderr } = await npmStart(
      '--port',
      '0',
      '--text-insights-port',
      String(first.port),
      '--qr-code-port',
      String(second.port),
      '--data',
      data,
      '--once',
    ).ended;
    expect(code).toBe(1);
    expect(stderr).toContain(`✖ Port ${first.port} (text-insights) is in use`);
    expect(stderr).toContain(`Port ${second.port} (qr-code) is in use`);
    const command = /: (npm start .*)\n$/.exec(stderr)?.[1] ?? '';
    expect(command).toMatch(
      /^npm start -- --port 0 --text-insights-port \d+ --qr-code-port \d+ --data '.*-2' --once$/,
    );
    try {
      const ran = await promisify(execFile)('sh', ['-c', command], { cwd: ROOT, env: environment });
      expect(ran.stdout).toContain('completed');
    } finally {
      await rm(`${data}-2`, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  it.each([
    [['--port', 'eighty'], '✖ --port must be a number from 0 to 65535, not "eighty".'],
    [['--prot', '1'], "✖ Unknown option '--prot'. See: npm start -- --help"],
    [
      ['--port', '9000', '--qr-code-port', '9000'],
      '✖ the marketplace and qr-code cannot both use port 9000.',
    ],
  ])('refuses %j in one sentence', async (args, sentence) => {
    const { code, stderr } = await npmStart(...args).ended;
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')[0]).toContain(sentence);
  });

  it('explains what is wrong with its data folder', PATIENT, async () => {
    const file = join(data, 'a file');
    await writeFile(file, '');
    const { code, stderr } = await npmStart(...FREE_PORTS, '--data', file).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/✖ The data folder .*a file.*\n$/);
  });
});
