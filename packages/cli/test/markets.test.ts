// Which marketplace a command calls, and with which key (docs/start/setup.md#which-marketplace).
import { mkdir, mkdtemp, readFile, rm, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatApiKey } from '@mkt/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings, type ConnectionFlags } from '../src/store/settings.ts';
import { API_KEY, fakeMarketplace, OTHER_KEY } from './fake-marketplace.ts';
import { startMarketplace } from './real-marketplace.ts';
import { me } from './records.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';
import { startTextSeller } from './seller.ts';

const DEV_KEY = formatApiKey(new Uint8Array(32).fill(11));
const [LIVE, STAGING, DEV] = [
  'https://market.example',
  'https://staging.example',
  'http://127.0.0.1:8701',
];
const UNUSED = 'http://127.0.0.1:9';

let home: string;
let cwd: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mkt-markets-'));
  cwd = join(home, 'project');
  // Nothing above it is looked at.
  await mkdir(join(cwd, '.git'), { recursive: true });
});
afterEach(() => rm(home, { recursive: true }));

const settings = () => join(home, 'settings');
const mkt = (argv: string[], options: RunOptions = {}) =>
  runMkt(argv, { cwd, settingsFolder: settings(), ...options });

async function logIn(saved: object): Promise<void> {
  await mkdir(settings(), { recursive: true });
  await writeFile(join(settings(), 'logins.json'), JSON.stringify(saved));
}
const write = async (name: string, text: string) => {
  await mkdir(join(cwd, '.mkt'), { recursive: true });
  await writeFile(join(cwd, name), text);
};
const devMarketplace = async (address: string) => {
  await write('.mkt/dev-key', DEV_KEY);
  await write('.mkt/dev-address', address);
};
const projectNames = (names: object) => write('mkt.json', JSON.stringify(names));

const LOGINS = {
  default: 'live',
  logins: {
    live: { baseUrl: LIVE, apiKey: API_KEY, origin: 'device' },
    staging: { baseUrl: STAGING, apiKey: OTHER_KEY, origin: 'device' },
  },
};

describe('the marketplace of a command', () => {
  interface Case {
    flags?: ConnectionFlags;
    env?: Record<string, string>;
    has?: ('dev' | 'mkt.json' | 'logins')[];
    calls: string | undefined;
    key: string | undefined;
    by: string;
  }
  const all: Case['has'] = ['dev', 'mkt.json', 'logins'];
  const cases: Record<string, Case> = {
    'is the one that --market names, before the environment': {
      flags: { market: 'staging' },
      env: {
        MKT_BASE_URL: LIVE,
        MKT_API_KEY: API_KEY,
      },
      has: all,
      calls: STAGING,
      key: OTHER_KEY,
      by: '--market',
    },
    'may be named in mkt.json alone: MKT_API_KEY is for it, if no login is': {
      flags: { market: 'shop' },
      env: { MKT_API_KEY: API_KEY },
      has: ['mkt.json'],
      calls: 'https://shop.example',
      key: API_KEY,
      by: '--market',
    },
    'named by --market gets no MKT_API_KEY whose MKT_BASE_URL is another': {
      flags: { market: 'shop' },
      env: {
        MKT_API_KEY: API_KEY,
        MKT_BASE_URL: LIVE,
      },
      has: all,
      calls: 'https://shop.example',
      key: undefined,
      by: '--market',
    },
    'is the one of --base-url, with the key that is saved for it': {
      flags: { baseUrl: `${STAGING}/` },
      has: all,
      calls: `${STAGING}/`,
      key: OTHER_KEY,
      by: '--base-url',
    },
    'is the one of MKT_BASE_URL, before the one of the folder': {
      env: { MKT_BASE_URL: STAGING },
      has: all,
      calls: STAGING,
      key: OTHER_KEY,
      by: 'MKT_BASE_URL',
    },
    'is the one of the folder, with its own key, in spite of logins and mkt.json': {
      has: all,
      calls: DEV,
      key: DEV_KEY,
      by: 'the marketplace of ',
    },
    'is the one of the folder by its address too': {
      flags: { baseUrl: DEV },
      has: all,
      calls: DEV,
      key: DEV_KEY,
      by: '--base-url',
    },
    'is the default of mkt.json, before that of the logins': {
      has: ['mkt.json', 'logins'],
      calls: STAGING,
      key: OTHER_KEY,
      by: 'the default in mkt.json',
    },
    'is the default of the logins where nothing else names one': {
      env: {
        MKT_BASE_URL: ' ',
        MKT_API_KEY: '',
      },
      has: ['logins'],
      calls: LIVE,
      key: API_KEY,
      by: 'the default of mkt login',
    },
    'is the one whose key MKT_API_KEY is': {
      env: { MKT_API_KEY: OTHER_KEY },
      has: all,
      calls: STAGING,
      key: OTHER_KEY,
      by: 'the login staging, whose key it is',
    },
    'is the one of the folder if MKT_API_KEY is its key': {
      env: { MKT_API_KEY: DEV_KEY },
      has: all,
      calls: DEV,
      key: DEV_KEY,
      by: 'whose key it is',
    },
    'is the default of the client if nothing names one': {
      calls: undefined,
      key: undefined,
      by: 'the built-in default',
    },
  };
  const table = Object.entries(cases).map(([title, given]) => ({ title, given }));

  it.each(table)('$title', async ({ given: { flags = {}, env = {}, has = [], ...expected } }) => {
    if (has.includes('dev')) await devMarketplace(DEV);
    if (has.includes('mkt.json')) {
      const marketplaces = {
        // A login of this name elsewhere does not count: the project decides.
        live: { baseUrl: 'https://other.example' },
        staging: { baseUrl: `${STAGING}/` },
        shop: { baseUrl: 'https://shop.example' },
      };
      await projectNames({ default: 'staging', marketplaces });
    }
    if (has.includes('logins')) await logIn(LOGINS);
    const settingsFolder = async () => settings();
    const found = await readSettings(flags, { env, cwd, settingsFolder });
    const withoutSlash = (url?: string) => url?.replace(/\/$/, '');
    expect([withoutSlash(found.baseUrl), found.apiKey]).toEqual([
      withoutSlash(expected.calls),
      expected.key,
    ]);
    expect(found.chosenBy).toContain(expected.by);
  });

  it('is not one that only mkt.json names, for a key without an address', async () => {
    await projectNames({ default: 'live', marketplaces: { live: { baseUrl: LIVE } } });
    const { code, stderr } = await mkt(['search'], { env: { MKT_API_KEY: API_KEY } });
    expect([code, stderr]).toEqual([2, expect.stringContaining('which only mkt.json names')]);
    expect(stderr).toContain('add --market live, or set MKT_BASE_URL');
  });

  it('is refused under a name that nothing has, with the names that there are', async () => {
    await logIn(LOGINS);
    const { code, stderr } = await mkt(['search', '--market', 'stagin']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean staging?')]);
    expect(stderr).toContain('You have live, staging.');
    const both = await mkt(['search', '--market', 'live', '--base-url', STAGING]);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining(`live is ${LIVE}, not`)]);
  });

  it('is not taken from a mkt.json that anyone could have written', async () => {
    await projectNames({ default: 'live', marketplaces: { live: { baseUrl: UNUSED } } });
    await chmod(join(cwd, 'mkt.json'), 0o666);
    await using market = await fakeMarketplace(() => ({ body: me }));
    await logIn({
      default: 'mine',
      logins: { mine: { baseUrl: market.url, apiKey: API_KEY, origin: 'given' } },
    });
    for (const env of [{}, { MKT_API_KEY: OTHER_KEY }]) {
      const { code, stderr } = await mkt(['whoami'], { env });
      expect([code, stderr]).toEqual([0, expect.stringContaining('mkt.json is ignored')]);
    }
    expect(market.requests.length).toBe(2);
  });

  it('has no name that a shell would read as more than a word', async () => {
    const name = 'live; echo hacked';
    await projectNames({ default: name, marketplaces: { [name]: { baseUrl: LIVE } } });
    const { code, stderr } = await mkt(['search'], { env: { MKT_API_KEY: API_KEY } });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('"live; echo hacked" cannot be the name of a marketplace'),
    ]);
  });

  it('is named before its results and errors if it is not on this machine', async () => {
    const live = { baseUrl: 'http://market.invalid', apiKey: API_KEY, origin: 'device' };
    await logIn({ default: 'live', logins: { live } });
    const { code, stderr } = await mkt(['search']);
    expect([code, stderr]).toEqual([
      7,
      expect.stringMatching(/^Marketplace live: http:\/\/market\.invalid\n.*✖/s),
    ]);
    expect(stderr).toContain('Check the address of live, in mkt.json or with mkt whoami --all');
  });
});

describe('the marketplace of a folder', () => {
  it('is not replaced by a login when it is not running: the error says how to start it', async () => {
    await devMarketplace(UNUSED);
    await using market = await fakeMarketplace(() => ({ body: me }));
    const login = ['login', '--with-token', '--base-url', market.url, '--market', 'work'];
    const loggedIn = await mkt(login, { stdin: API_KEY });
    expect(loggedIn.stderr).toContain('! Commands here still go to');
    expect(loggedIn.stderr).toContain('--market work');
    market.requests.length = 0;
    const { code, stderr } = await mkt(['search']);
    expect([code, market.requests]).toEqual([7, []]);
    expect(stderr).toContain(`The marketplace of ${join(cwd, '.mkt')} is not running.`);
    expect(stderr).toContain(`cd ${cwd}, then mkt dev`);
    expect(stderr).toContain('--market NAME');
    expect((await mkt(['whoami', '--market', 'work'])).code).toBe(0);
  });

  it('is distinguished from another one that listens at its address', async () => {
    await using other = await fakeMarketplace(() => ({
      status: 401,
      body: { error: 'The API key is unknown, revoked or expired.', type: 'unauthenticated' },
    }));
    await devMarketplace(other.url);
    const { code, stderr } = await mkt(['whoami']);
    expect([code, stderr]).toEqual([
      4,
      expect.stringContaining('so another marketplace listens there.'),
    ]);
    expect(stderr).toContain(`Start it: cd ${cwd}`);
    expect(stderr).not.toContain('mkt login');
  });
});

describe('two marketplaces', () => {
  it('are kept apart in one folder, each by its name', async () => {
    await using dev = await startMarketplace();
    await using shop = await startMarketplace();
    await using seller = await startTextSeller();
    await devMarketplace(dev.url);
    await write('.mkt/dev-key', dev.apiKey ?? '');
    const login = ['login', '--with-token', '--base-url', shop.url, '--market', 'shop'];
    expect((await mkt(login, { stdin: shop.apiKey ?? '' })).code).toBe(0);

    // Without a name: the folder's own, in spite of the login.
    const publish = ['publish', '--service-url', seller.url, '--yes', '--no-secret-file'];
    const here = await mkt(publish);
    expect([here.code, here.stderr]).toEqual([0, expect.stringContaining(dev.url)]);
    expect((await shop.client().search()).data).toEqual([]);
    const there = await mkt([...publish, '--market', 'shop']);
    expect([there.code, there.stderr]).toEqual([0, expect.stringContaining(shop.url)]);

    const { marketplaces } = JSON.parse(await readFile(join(cwd, '.mkt', 'mkt.json'), 'utf8'));
    const [atShop, atDev] = [shop, dev].map(({ url }) =>
      Object.entries<{ baseUrl: string; listings: object }>(marketplaces).find(
        ([, { baseUrl }]) => baseUrl === url,
      ),
    );
    expect([atShop?.[0], Object.keys(atShop?.[1].listings ?? {})]).toEqual(['shop', ['POST /run']]);
    expect(Object.keys(atDev?.[1].listings ?? {})).toEqual(['POST /run']);

    const who = await mkt(['whoami', '--market', 'shop', '--json']);
    expect(JSON.parse(who.stdout)).toMatchObject({ market: 'shop', chosenBy: '--market' });
    const own = await mkt(['whoami']);
    expect(own.stdout).toContain(`the marketplace of ${join(cwd, '.mkt')}`);
    expect((await mkt(['whoami', '--all'])).stdout).toMatch(/^\*\s+shop\s+http/m);

    // The default of the project gives way to its own marketplace, until that is gone.
    await rm(join(cwd, '.mkt', 'dev-key'));
    await projectNames({ default: 'shop', marketplaces: { shop: { baseUrl: shop.url } } });
    expect((await mkt(['listings', 'list'])).stdout).toContain('text-insights');
    expect((await mkt(['logout', '--market', 'shop'])).code).toBe(0);
    const without = await mkt(['whoami']);
    expect([without.code, without.stderr]).toEqual([
      4,
      expect.stringContaining('mkt login --market shop'),
    ]);
  });

  it('can be logged in to one after the other; the first stays the default', async () => {
    await using one = await fakeMarketplace(() => ({ body: me }));
    await using two = await fakeMarketplace(() => ({ body: me }));
    const login = (url: string, ...argv: string[]) =>
      mkt(['login', '--with-token', '--base-url', url, ...argv], { stdin: API_KEY });
    await login(one.url, '--market', 'one');
    const second = await login(two.url, '--market', 'two');
    expect(second.stderr).toContain('! Commands here still go to one (the default of mkt login).');
    const taken = await login(two.url, '--market', 'one');
    expect([taken.code, taken.stderr]).toEqual([
      2,
      expect.stringContaining(`one is the name of ${one.url}`),
    ]);
    const requests = one.requests.length + two.requests.length;
    expect((await mkt(['login', '--market', 'two', '--default'])).code).toBe(0);
    expect(one.requests.length + two.requests.length).toBe(requests);
    expect(JSON.parse((await mkt(['whoami', '--json'])).stdout)).toMatchObject({ market: 'two' });
  });
});
