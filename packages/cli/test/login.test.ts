// mkt login and mkt logout with a real marketplace and a person who decides in a browser.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { createClient } from '@mkt/client';
import { it, test } from '../../../test-bed/by-lane.ts';
import { API_KEY, fakeMarketplace } from './fake-marketplace.ts';
import { Interrupted } from '../src/terminal/shell.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { withoutBrowser } from './no-browser.ts';
import { me } from './records.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';

let market: RealMarketplace;
let home: string;
/** The cookie of the person of dev mode. */
let cookie: string;

beforeAll(async () => {
  market = await startMarketplace();
  const response = await fetch(`${market.url}/auth/dev`, {
    method: 'POST',
    headers: { origin: market.url, 'content-type': 'application/json' },
    body: JSON.stringify({ token: market.apiKey }),
  });
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
});
afterAll(() => market.close());
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mkt-login-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const settings = () => join(home, 'settings');
const mkt = (argv: string[], options: RunOptions = {}) =>
  runMkt(argv, { cwd: home, settingsFolder: settings(), ...options });
const savedKey = async () => {
  const { logins, default: name } = await savedLogins();
  return logins[name].apiKey as string;
};
const savedLogins = async () => JSON.parse(await readFile(join(settings(), 'logins.json'), 'utf8'));

const decide = (decision: 'approve' | 'deny', body: object) =>
  fetch(`${market.url}/auth/device/${decision}`, {
    method: 'POST',
    headers: { origin: market.url, cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Calls `act` once with the code, as soon as it is shown. */
function onCode(act: (userCode: string) => unknown) {
  let seen = false;
  return (text: string) => {
    const [code] = /[B-Z]{4}-[B-Z]{4}/.exec(text) ?? [];
    if (seen || code === undefined) return;
    seen = true;
    act(code);
  };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const meOf = (apiKey: string) => createClient({ baseUrl: market.url, apiKey }).me();

describe('mkt login', () => {
  it('gets a key of its own, which logout revokes', async () => {
    const { code, stdout, stderr } = await mkt(
      ['login', '--base-url', market.url, '--scopes', 'order:read,order:create'],
      {
        onStderr: onCode((userCode) =>
          decide('approve', { userCode, scopes: ['order:read'], expiresAt: inDays(90) }),
        ),
      },
    );
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`${market.url}/device`);
    expect(stderr).toContain('logged in');
    expect(stderr).toContain('The key expires in 90 days; then log in again.');
    expect(stderr).not.toContain('█');
    const key = await savedKey();
    expect(stderr).not.toContain(key);
    expect((await meOf(key)).scopes).toEqual(['order:read']);
    const { data } = await createClient({
      baseUrl: market.url,
      apiKey: market.apiKey,
    }).apiKeys.list();
    expect(data[0]).toMatchObject({ origin: 'device', scopes: ['order:read'] });

    expect((await mkt(['whoami'])).stdout).toMatch(/^expires +\d{4}-\d\d-\d\d /m);
    const out = await mkt(['logout']);
    expect([out.code, out.stderr]).toEqual([0, expect.stringContaining(`…${key.slice(-4)}`)]);
    await expect(meOf(key)).rejects.toMatchObject({ type: 'unauthenticated' });
    expect(await savedLogins()).toEqual({ logins: {} });
    expect((await mkt(['logout'])).stderr).toContain('nothing to do');
  });

  test('continues where no browser can be opened, and says to open the page', async () => {
    await using _ = await withoutBrowser();
    const { code, stderr } = await mkt(['login', '--base-url', market.url, '--browser'], {
      onStderr: onCode((userCode) =>
        decide('approve', { userCode, scopes: ['order:read'], expiresAt: inDays(90) }),
      ),
    });
    expect(code).toBe(0);
    expect(stderr).toContain(`${market.url}/device`);
    expect(stderr).toContain('! No browser could be opened here: open the page yourself.');
    expect(stderr).toContain('logged in');
  });

  test('keeps a login that another terminal saved in the meantime', async () => {
    await using other = await fakeMarketplace(() => ({ body: me }));
    const second = ['login', '--with-token', '--market', 'other', '--base-url', other.url];
    const { code } = await mkt(['login', '--market', 'first', '--base-url', market.url], {
      onStderr: onCode(async (userCode) => {
        await mkt(second, { stdin: API_KEY });
        await decide('approve', { userCode, scopes: ['order:read'], expiresAt: inDays(90) });
      }),
    });
    expect(code).toBe(0);
    const saved = await savedLogins();
    expect([saved.default, Object.keys(saved.logins)]).toEqual(['other', ['other', 'first']]);
  });

  test('draws no QR code on a terminal: no phone can open the page of this machine', async () => {
    const shown = await mkt(['login', '--base-url', market.url], {
      isTerminal: true,
      onStderr: onCode((userCode) => decide('deny', { userCode })),
    });
    expect(shown.code).toBe(1);
    expect(shown.stderr).toContain(`${market.url}/device`);
    expect(shown.stderr).not.toContain('▀');
    expect(shown.stderr).toContain('No API key was created: The login was denied.');
    expect(await readdir(home)).toEqual([]);
  });

  it('warns of a page that is not of the marketplace, and opens and draws only one that is', async () => {
    const refused = { error: 'access_denied', error_description: 'The login was denied.' };
    await using relay = await fakeMarketplace(({ path }) =>
      path === '/auth/device/code'
        ? {
            body: {
              device_code: 'x',
              user_code: 'WDJB-MJHT',
              verification_uri: 'https://market.example/device',
              expires_in: 600,
              interval: 0,
            },
          }
        : { status: 400, body: refused },
    );
    const { code, stderr } = await mkt(['login', '--base-url', relay.url, '--browser'], {
      isTerminal: true,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('This page belongs to market.example, not to the marketplace');
    expect(stderr).not.toMatch(/▀|No browser/);
  });

  it('leaves nothing when it is interrupted', async () => {
    const interrupt = new AbortController();
    const { code } = await mkt(['login', '--base-url', market.url], {
      signal: interrupt.signal,
      onStderr: onCode(() => interrupt.abort(new Interrupted(130))),
    });
    expect(code).toBe(130);
    expect(await readdir(home)).toEqual([]);
  });

  test('revokes the key again when it cannot be saved', async () => {
    await writeFile(settings(), '');
    const before = await keyIds();
    const { code, stderr } = await mkt(['login', '--base-url', market.url], {
      onStderr: onCode((userCode) => decide('approve', { userCode, scopes: ['*'] })),
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`✖ ${settings()}`)]);
    expect(await keyIds()).toEqual(before);
  });

  it.each([[['--json']], [['--no-input']]])(
    'requires --with-token together with %j',
    async (argv) => {
      const { code, stderr } = await mkt(['login', '--base-url', market.url, ...argv]);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining('Pipe in an API key: mkt login --with-token'),
      ]);
    },
  );

  it('requires --with-token in CI', async () => {
    const { code, stderr } = await mkt(['login', '--base-url', market.url], { env: { CI: '1' } });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Pipe in an API key: mkt login --with-token'),
    ]);
  });
});

const keyIds = async () => {
  const { data } = await createClient({
    baseUrl: market.url,
    apiKey: market.apiKey,
  }).apiKeys.list();
  return data.map(({ id }) => id);
};

describe('mkt logout', () => {
  /** A login that the device flow made. */
  const save = async (baseUrl: string) => {
    await mkt(['login', '--with-token', '--market', 'work', '--base-url', baseUrl], {
      stdin: API_KEY,
    });
    const saved = await savedLogins();
    saved.logins.work.origin = 'device';
    await writeFile(join(settings(), 'logins.json'), JSON.stringify(saved));
  };

  it('removes the key and says that it is still valid if the marketplace is away', async () => {
    const gone = await fakeMarketplace(() => ({ body: me }));
    await save(gone.url);
    await gone[Symbol.asyncDispose]();
    const { code, stderr, stdout } = await mkt(['logout', '--json']);
    expect(code).toBe(7);
    expect(JSON.parse(stdout)).toEqual({ market: 'work', wasLoggedIn: true, revoked: false });
    expect(stderr).toContain('is still valid');
    expect(stderr).toContain('mkt keys revoke');
    expect((await mkt(['logout'])).stderr).toContain('nothing to do');
  });

  it('keeps the key valid with --keep-key, and sends nothing', async () => {
    await using other = await fakeMarketplace(() => ({ body: me }));
    await save(other.url);
    const { code, stdout } = await mkt(['logout', '--keep-key', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ market: 'work', wasLoggedIn: true, revoked: false });
    expect(other.requests.map(({ path }) => path)).toEqual(['/v1/me']);
  });

  it('leaves a key valid that it did not create', async () => {
    const stdin = market.apiKey ?? '';
    await mkt(['login', '--with-token', '--base-url', market.url], { stdin });
    const { code, stderr } = await mkt(['logout']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('mkt login did not create it')]);
    expect((await meOf(stdin)).scopes.length).toBeGreaterThan(0);
    expect(await savedLogins()).toEqual({ logins: {} });
  });

  test('exits with 2 and names the logins when there are several and none is the default', async () => {
    await using other = await fakeMarketplace(() => ({ body: me }));
    await save(other.url);
    const login = ['login', '--with-token', '--base-url', other.url];
    await mkt([...login, '--market', 'play'], { stdin: API_KEY });
    expect((await mkt(['logout'])).stderr).toContain('logged out       work');
    await save(other.url);
    const saved = await savedLogins();
    await writeFile(join(settings(), 'logins.json'), JSON.stringify({ logins: saved.logins }));
    const { code, stderr } = await mkt(['logout']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('There are several logins')]);
    const there = await mkt(['logout', '--base-url', other.url]);
    expect([there.code, there.stderr]).toEqual([2, expect.stringContaining(': play, work.')]);
    const typo = await mkt(['logout', '--market', 'pley']);
    expect([typo.code, typo.stderr]).toEqual([2, expect.stringContaining('Did you mean play?')]);
  });
});
