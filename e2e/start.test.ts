import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@mkt/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FREE_PORTS = ['--port', '0', '--text-insights-port', '0', '--qr-code-port', '0'];
/** Three servers are started, on a machine that runs other tests too. */
const PATIENT = { timeout: 120_000 };

const { FORCE_COLOR: _, ...others } = process.env;
const environment = { ...others, NO_COLOR: '1' };

let data: string;
const started: ChildProcess[] = [];

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'mkt start '));
});

afterEach(async () => {
  for (const { pid, exitCode, signalCode } of started.splice(0)) {
    if (pid !== undefined && exitCode === null && signalCode === null)
      process.kill(-pid, 'SIGKILL');
  }
  await rm(data, { recursive: true, force: true, maxRetries: 5 });
});

/** `npm start -- …`, in a process group of its own as in a terminal. */
function npmStart(...args: string[]) {
  const child = spawn('npm', ['start', '--silent', '--', ...args], {
    cwd: ROOT,
    detached: true,
    env: environment,
  });
  started.push(child);
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (said.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (said.stderr += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  return {
    pid: child.pid ?? 0,
    ended,
    said,
    /** Resolves when both orders are through and the servers stay up. */
    up: () => expect.poll(() => said.stdout, PATIENT).toContain('Ctrl-C stops everything'),
  };
}

const onceMore = () => npmStart('--once', ...FREE_PORTS, '--data', data).ended;

const urlsOf = (text: string) => [...new Set(text.match(/http:\/\/127\.0\.0\.1:\d+/g))];

/** Those of the three servers that answer; they are given time to end. */
const GOING = { timeout: 15_000 };
async function answering({ stderr }: { stderr: string }): Promise<string[]> {
  const urls = urlsOf(stderr);
  if (urls.length !== 3) throw new Error(`There were ${urls.length} servers: ${stderr}`);
  const answers = await Promise.all(
    urls.map((url) =>
      fetch(url).then(
        () => url,
        () => null,
      ),
    ),
  );
  return answers.filter((url) => url !== null);
}

/** One of the sellers, by the tree of processes. */
async function pidOfSeller(ancestor: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const parents = new Map(processes.map(([pid, ppid]) => [Number(pid), Number(ppid)]));
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === ancestor || isBelow(parents.get(pid)));
  const found = processes.find(
    ([pid, , ...args]) => args.at(-1) === 'src/main.ts' && isBelow(Number(pid)),
  );
  return Number(found?.[0]);
}

describe('npm start -- --once', () => {
  it(
    'publishes two sellers, buys from both and ends; again with the same data',
    PATIENT,
    async () => {
      const first = await onceMore();
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
      await expect.poll(() => answering(first), GOING).toEqual([]);

      const kept = await readFile(join(data, 'demo.json'), 'utf8');
      const second = await onceMore();
      expect(second).toMatchObject({ code: 0 });
      // Its sellers have other addresses; the listings are the same ones.
      expect(await readFile(join(data, 'demo.json'), 'utf8')).toBe(kept);
      expect(second.stdout).toContain('buyer → text-insights ');
      await expect.poll(() => answering(second), GOING).toEqual([]);
      expect((await readdir(data)).filter((name) => name.endsWith('.partial'))).toEqual([]);
    },
  );
});

describe('npm start', () => {
  it('stays up, with sellers that verify their calls, until Ctrl-C', PATIENT, async () => {
    await onceMore();
    const start = npmStart(...FREE_PORTS, '--data', data);
    await start.up();
    const [baseUrl = '', insightsUrl = '', qrCodeUrl = ''] = urlsOf(start.said.stderr);
    const apiKey = (await readFile(join(data, 'dev-key'), 'utf8')).trim();
    expect(start.said.stdout).toContain(`Open ${baseUrl}, or try it yourself:`);
    expect(start.said.stdout).toContain(`MKT_API_KEY=$(cat '${data}/dev-key')`);

    const mkt = createClient({ baseUrl, apiKey });
    const { data: listings } = await mkt.listings.list();
    expect(listings.map(({ slug }) => slug).toSorted()).toEqual(['qr-code', 'text-insights']);
    const { data: orders } = await mkt.orders.list();
    expect(orders.map(({ orderState }) => orderState)).toEqual(Array(4).fill('completed'));

    expect(await mkt.run('text-insights', { text: 'Hello there.' })).toMatchObject({ words: 2 });
    for (const url of [insightsUrl, qrCodeUrl]) {
      const unsigned = await fetch(`${url}/run`, { method: 'POST', body: '{"text":"Hello"}' });
      expect(unsigned.status).toBe(401);
    }

    process.kill(-start.pid, 'SIGINT');
    expect(await start.ended).toMatchObject({ code: 0 });
    await expect.poll(() => answering(start.said), GOING).toEqual([]);
  });

  it('leaves nothing behind when npm is killed', PATIENT, async () => {
    const start = npmStart(...FREE_PORTS, '--data', data);
    await start.up();
    process.kill(start.pid, 'SIGKILL');
    await expect.poll(() => answering(start.said), GOING).toEqual([]);
  });

  it('leaves nothing behind when it is killed itself', PATIENT, async () => {
    const args = ['scripts/start.mjs', ...FREE_PORTS, '--data', data];
    const child = spawn('node', args, { cwd: ROOT, detached: true, env: environment });
    started.push(child);
    const said = { stderr: '' };
    child.stderr.on('data', (chunk) => (said.stderr += String(chunk)));
    await expect.poll(() => urlsOf(said.stderr).length, PATIENT).toBe(3);
    child.kill('SIGKILL');
    await expect.poll(() => answering(said), GOING).toEqual([]);
  });

  it('ends when one of its servers does, and says what that said last', PATIENT, async () => {
    const start = npmStart(...FREE_PORTS, '--data', data);
    await start.up();
    process.kill(await pidOfSeller(start.pid), 'SIGKILL');
    const { code, stderr } = await start.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /✖ (qr-code|text-insights) ended \(ended by SIGKILL\)\.\n {4}.* listens on http/,
    );
    await expect.poll(() => answering(start.said), GOING).toEqual([]);
  });

  it('says which flag changes a port that is taken', PATIENT, async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const flag of ['--port', '--text-insights-port', '--qr-code-port']) {
      const { code, stderr } = await npmStart(...FREE_PORTS, flag, String(port)).ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(
        new RegExp(`^✖ Port ${port}, for [-a-z ]+, is taken .*${flag} <port>\\n`),
      );
    }
    server.close();
  });

  it.each([
    [['--port', 'eighty'], '✖ --port must be a number from 0 to 65535, not "eighty".'],
    [['--prot', '1'], "✖ Unknown option '--prot'. See: npm start -- --help"],
    [
      ['--port', '9000', '--qr-code-port', '9000'],
      '✖ Port 9000 is asked for the marketplace and qr-code',
    ],
  ])('refuses %j in one sentence', async (args, sentence) => {
    const { code, stderr } = await npmStart(...args).ended;
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')[0]).toContain(sentence);
  });

  it('shows the last lines of what failed', PATIENT, async () => {
    const file = join(data, 'a file');
    await writeFile(file, '');
    const { code, stderr } = await npmStart(...FREE_PORTS, '--data', file).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /✖ The marketplace did not start \(exit code 1\)\.\n(?: {4}.*\n)* {4}✖ The data folder/,
    );
  });
});
