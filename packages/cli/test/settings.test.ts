import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSameEndpoint } from '../src/store/loopback.ts';
import { API_KEY, fakeMarketplace, OTHER_KEY, type FakeMarketplace } from './fake-marketplace.ts';
import { me } from './records.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';
import { spawnMkt } from './spawn-mkt.ts';

let home: string;
let market: FakeMarketplace;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mkt-home-'));
  market = await fakeMarketplace(() => ({ body: me }));
});
afterEach(async () => {
  await market[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

const mkt = (argv: string[], options: RunOptions = {}) =>
  runMkt(argv, { cwd: home, settingsFolder: folder(), ...options });

const login = (...argv: string[]) =>
  mkt(['login', '--with-token', '--base-url', market.url, ...argv], { stdin: `${API_KEY}\n` });

const folder = () => join(home, 'config', 'mkt');
const path = () => join(folder(), 'logins.json');
const host = () => new URL(market.url).host.replace(':', '-');

const sentKeys = () => market.requests.map(({ headers }) => headers['x-mkt-api-key']);

describe('mkt login', () => {
  it('saves a valid key in a file that only its owner can read', async () => {
    const { code, stdout, stderr } = await login();
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`${market.url} as ${me.userId}`);
    expect(sentKeys()).toEqual([API_KEY]);

    expect(stderr).toContain(`as ${host()} in ${path()}`);
    expect((await stat(path())).mode & 0o777).toBe(0o600);
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await readFile(path(), 'utf8'))).toEqual({
      default: host(),
      logins: { [host()]: { baseUrl: market.url, apiKey: API_KEY, origin: 'given' } },
    });
    expect(await readdir(folder())).toEqual(['logins.json']);

    const who = await mkt(['whoami', '--json']);
    expect(JSON.parse(who.stdout)).toEqual({
      ...me,
      market: host(),
      baseUrl: market.url,
      chosenBy: 'the default of mkt login',
      keyExpiresAt: null,
      keyFrom: 'login',
    });
  });

  it('saves nothing when the marketplace rejects the key', async () => {
    await using other = await fakeMarketplace(() => ({
      status: 401,
      body: { error: 'No.', type: 'unauthenticated' },
    }));
    const { code } = await mkt(['login', '--with-token', '--base-url', other.url], {
      stdin: API_KEY,
    });
    expect(code).toBe(4);
    expect(await readdir(home)).toEqual([]);
  });

  it.each([
    ['not a key', 'mkt_short', 'malformed'],
    ['nothing', '', 'stdin is empty'],
  ])('exits with 2 for %s on stdin, and sends no request', async (_, stdin, says) => {
    const { code, stderr } = await mkt(['login', '--with-token', '--base-url', market.url], {
      stdin,
    });
    expect([code, market.requests]).toEqual([2, []]);
    expect(stderr).toContain(says);
    expect(stderr).not.toContain('mkt_short');
  });

  it('warns that MKT_API_KEY overrides the saved key', async () => {
    const env = { MKT_API_KEY: OTHER_KEY };
    const argv = ['login', '--with-token', '--base-url', market.url];
    const { stderr } = await mkt(argv, { env, stdin: API_KEY });
    expect(stderr).toContain('MKT_API_KEY is set and overrides the saved key.');
    expect(sentKeys()).toEqual([API_KEY]);
  });
});

describe('settings', () => {
  it('come from the flag, else the environment, else the login', async () => {
    await login();
    market.requests.length = 0;
    const env = { MKT_API_KEY: OTHER_KEY };
    await mkt(['whoami']);
    await mkt(['whoami'], { env });
    await mkt(['whoami', '--api-key', API_KEY], { env });
    await mkt(['whoami'], { env: { MKT_API_KEY: ' ' } });
    expect(sentKeys()).toEqual([API_KEY, OTHER_KEY, API_KEY, API_KEY]);
  });

  it('never send the key of a login to another address', async () => {
    await login();
    await using other = await fakeMarketplace(() => ({ body: me }));
    await mkt(['whoami'], { env: { MKT_BASE_URL: other.url } });
    expect(other.requests.map(({ headers }) => headers['x-mkt-api-key'])).toEqual([undefined]);
    await mkt(['whoami', '--base-url', `${market.url}/`]);
    expect(sentKeys().at(-1)).toBe(API_KEY);
  });

  it('take the usual names of this machine for one address, also without a scheme', async () => {
    await login();
    const { port } = new URL(market.url);
    for (const address of [`localhost:${port}`, `http://localhost:${port}`]) {
      const byOption = await mkt(['whoami', '--base-url', address]);
      const byVariable = await mkt(['whoami'], { env: { MKT_BASE_URL: address } });
      expect([byOption.code, byVariable.code]).toEqual([0, 0]);
    }
    expect(sentKeys()).toEqual(Array.from({ length: 5 }, () => API_KEY));
    await mkt(['whoami', '--base-url', `127.0.0.2:${port}`]);
    expect(sentKeys().slice(5)).toEqual(
      sentKeys()
        .slice(5)
        .map(() => undefined),
    );
    const out = await mkt(['logout', '--base-url', `localhost:${port}`]);
    expect([out.code, out.stderr]).toEqual([0, expect.stringContaining('logged out')]);
  });

  it.each([
    ['market.example', 'it must be a URL. Did you mean https://market.example?'],
    ['market', 'it must be a URL such as http://localhost:8787 or https://market.example.'],
  ])('say what an address lacks: %s', async (address, says) => {
    const byOption = await mkt(['whoami', '--base-url', address]);
    expect([byOption.code, byOption.stderr]).toEqual([
      2,
      expect.stringContaining(`✖ --base-url cannot be ${address}: ${says}`),
    ]);
    const byVariable = await mkt(['whoami'], { env: { MKT_BASE_URL: address } });
    expect([byVariable.code, byVariable.stderr]).toEqual([
      2,
      `✖ MKT_BASE_URL cannot be ${address}: ${says}\n`,
    ]);
  });

  it.each([
    ['{"logins":', 'is not JSON'],
    ['{}', 'is damaged: its logins cannot be read'],
    ['{"logins":{"work":{"apiKey":7}}}', 'is damaged: its logins cannot be read'],
  ])('report a damaged file in one sentence and do not change it: %s', async (text, says) => {
    await mkdir(folder(), { recursive: true });
    await writeFile(path(), text);
    for (const argv of [['whoami'], ['login', '--with-token'], ['logout']]) {
      const { code, stderr } = await mkt(argv, { stdin: API_KEY });
      expect([argv, code]).toEqual([argv, 2]);
      expect(stderr).toContain(`The settings file ${path()} ${says}.`);
    }
    expect(await readFile(path(), 'utf8')).toBe(text);
    const env = { MKT_BASE_URL: market.url, MKT_API_KEY: API_KEY };
    expect((await mkt(['whoami'], { env: env })).code).toBe(0);
  });

  it('report a file in place of their folder in one sentence', async () => {
    await mkdir(join(folder(), '..'), { recursive: true });
    await writeFile(folder(), '');
    const { code, stderr } = await login();
    expect([code, stderr]).toEqual([1, expect.stringContaining(`✖ ${folder()}`)]);
  });

  it.each(['__proto__', '../up', 'a b', ''])(
    'refuse the name %j of a marketplace',
    async (name) => {
      const { code } = await mkt(['whoami', '--market', name || ' ', '--base-url', market.url]);
      expect(code).toBe(name === '' ? 0 : 2);
    },
  );
});

it('saves settings in the folder of the operating system', async () => {
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'xdg'), APPDATA: home };
  const argv = ['login', '--with-token', '--base-url', market.url];
  const { code, stderr } = await spawnMkt(argv, { env, stdin: API_KEY });
  expect(code).toBe(0);
  const [, saved = ''] = /saved +as \S+ in (.+)/.exec(stderr) ?? [];
  expect(saved.startsWith(home)).toBe(true);
  expect(await readFile(saved, 'utf8')).toContain(API_KEY);
});

describe('mkt login with an empty MKT_BASE_URL', () => {
  it.each(['', '  '])('keeps the address of the login: %j', async (empty) => {
    await login('--market', 'work');
    market.requests.length = 0;
    const again = { stdin: OTHER_KEY, env: { MKT_BASE_URL: empty } };
    const { code } = await mkt(['login', '--with-token', '--market', 'work'], again);
    expect([code, market.requests.length]).toEqual([0, 1]);
    const saved = JSON.parse(await readFile(path(), 'utf8'));
    expect(saved.logins.work).toEqual({ baseUrl: market.url, apiKey: OTHER_KEY, origin: 'given' });
  });
});

it('takes every name of this machine for the same endpoint, and no other name', () => {
  const run = 'http://127.0.0.1:4000/run';
  for (const host of ['localhost', 'api.localhost', 'LOCALHOST', '127.0.0.2', '[::1]']) {
    expect([host, isSameEndpoint(`http://${host}:4000/run`, run)]).toEqual([host, true]);
  }
  for (const host of ['localhost.example', '10.0.0.1', 'api.example', '127.0.0.1.example']) {
    expect([host, isSameEndpoint(`http://${host}:4000/run`, run)]).toEqual([host, false]);
  }
  expect(isSameEndpoint('http://localhost:4001/run', run)).toBe(false);
});
