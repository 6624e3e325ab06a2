import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
  lchown,
  mkdir,
  mkdtemp,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDevKey } from '../src/store/dev-key.ts';
import { readSettings } from '../src/store/settings.ts';
import { API_KEY, fakeMarketplace, OTHER_KEY, type FakeMarketplace } from './fake-marketplace.ts';
import { me } from './records.ts';
import { runMkt } from './run-mkt.ts';

let project: string;
let market: FakeMarketplace;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'mkt-dev-key-'));
  await mkdir(join(project, '.mkt'));
  await writeFile(join(project, '.mkt', 'dev-key'), `${API_KEY}\n`);
  await writeFile(join(project, '.mkt', 'dev-address'), 'http://127.0.0.1:9\n');
  await mkdir(join(project, 'my-service'));
  market = await fakeMarketplace(() => ({ body: me }));
});
afterEach(async () => {
  await market[Symbol.asyncDispose]();
  await rm(project, { recursive: true });
});

const whoami = (env: Record<string, string>, cwd = join(project, 'my-service')) =>
  runMkt(['whoami'], { cwd, env: { MKT_BASE_URL: market.url, ...env } });
const sentKeys = () => market.requests.map(({ headers }) => headers['x-mkt-api-key']);

describe('the key of a marketplace in dev mode', () => {
  it('is found in the data folder, here or above', async () => {
    for (const cwd of [project, join(project, 'my-service')]) {
      const { code, stdout } = await whoami({}, cwd);
      expect(code).toBe(0);
      expect(stdout).toContain(`${me.keyId} (${join(project, '.mkt', 'dev-key')})`);
    }
    expect(sentKeys()).toEqual([API_KEY, API_KEY]);
  });

  it('comes after every other key', async () => {
    await whoami({ MKT_API_KEY: OTHER_KEY });
    expect(sentKeys()).toEqual([OTHER_KEY]);
  });

  it('comes with the address of that marketplace, unless another is given', async () => {
    await writeFile(join(project, '.mkt', 'dev-address'), `${market.url}\n`);
    const { code } = await runMkt(['whoami'], { cwd: join(project, 'my-service'), env: {} });
    expect([code, sentKeys()]).toEqual([0, [API_KEY]]);
    await using other = await fakeMarketplace(() => ({ body: me }));
    await whoami({ MKT_BASE_URL: other.url });
    expect([other.requests.length, market.requests.length]).toEqual([1, 1]);
  });

  it.each(['http://localhost', 'localhost', '127.0.0.1', 'http://[::1]'])(
    'is that of the folder at every usual name of this machine: %s',
    async (name) => {
      const { port } = new URL(market.url);
      await writeFile(join(project, '.mkt', 'dev-address'), `${market.url}\n`);
      const settingsFolder = async () => join(project, 'no-settings');
      for (const given of [name, `${name}:${port}`]) {
        const env = { MKT_BASE_URL: given };
        const settings = await readSettings({}, { env, cwd: project, settingsFolder });
        const folder = given === name ? undefined : join(project, '.mkt');
        expect([given, settings.folder]).toEqual([given, folder]);
      }
    },
  );

  it('comes with that address in MKT_API_KEY too, but another key does not', async () => {
    await writeFile(join(project, '.mkt', 'dev-address'), `${market.url}\n`);
    const settingsFolder = async () => join(project, 'no-settings');
    const addressWith = async (key: string) => {
      const env = { MKT_API_KEY: key };
      return (await readSettings({}, { env, cwd: project, settingsFolder })).baseUrl;
    };
    expect(await addressWith(API_KEY)).toBe(market.url);
    expect(await addressWith(OTHER_KEY)).toBeUndefined();
  });

  it('is sent to no other machine, whatever the address in the folder', async () => {
    await writeFile(join(project, '.mkt', 'dev-address'), 'https://market.example\n');
    const settingsFolder = async () => join(project, 'no-settings');
    const settings = await readSettings({}, { env: {}, cwd: project, settingsFolder });
    expect(settings.baseUrl).toBeUndefined();
  });

  it('is ignored when its marketplace has never listened', async () => {
    await rm(join(project, '.mkt', 'dev-address'));
    await whoami({});
    expect(sentKeys()).toEqual([undefined]);
  });

  it('is told apart from a saved key and a key in the environment when it is refused', async () => {
    await using other = await fakeMarketplace(() => ({
      status: 401,
      body: { error: 'The API key is unknown, revoked or expired.', type: 'unauthenticated' },
    }));
    const { stderr } = await whoami({ MKT_BASE_URL: other.url });
    expect(stderr).toContain(
      `${other.url} does not know the key (${join(project, '.mkt', 'dev-key')}).`,
    );
    expect(stderr).not.toContain('MKT_API_KEY');
  });

  it('is ignored when it is not a key', async () => {
    await writeFile(join(project, '.mkt', 'dev-key'), 'mkt_nothing');
    await whoami({});
    expect(sentKeys()).toEqual([undefined]);
  });

  it('is sent only to this machine', async () => {
    const settingsFolder = async () => join(project, 'no-settings');
    const env = { MKT_BASE_URL: 'https://market.example' };
    const settings = await readSettings({}, { env, cwd: project, settingsFolder });
    expect([settings.apiKey, settings.keyFrom]).toEqual([undefined, 'none']);
    const { code, stderr } = await whoami({ MKT_BASE_URL: 'http://market.invalid' });
    expect([code, sentKeys()]).toEqual([7, []]);
    expect(stderr).not.toContain('dev-key');
  });
});

describe('a key that is refused', () => {
  it('is mistyped if its checksum is wrong: nothing is sent, and the exit code is 4', async () => {
    const { code, stderr } = await whoami({ MKT_API_KEY: `${API_KEY.slice(0, -1)}!` });
    expect([code, market.requests]).toEqual([4, []]);
    expect(stderr).toContain('The API key (MKT_API_KEY) is mistyped');
    expect(stderr).not.toContain(API_KEY.slice(0, 20));
  });

  it('is of another marketplace otherwise', async () => {
    await using other = await fakeMarketplace(() => ({
      status: 401,
      body: { error: 'The API key is unknown, revoked or expired.', type: 'unauthenticated' },
    }));
    const { code, stderr } = await whoami({ MKT_BASE_URL: other.url, MKT_API_KEY: API_KEY });
    expect(code).toBe(4);
    expect(stderr).toContain(
      `${other.url} does not know the key of the environment variable MKT_API_KEY, which is sent instead of the one that mkt login saved.`,
    );
    expect(stderr).toContain('Check it: mkt doctor.');
    expect(stderr).toContain(`unset MKT_API_KEY, then mkt login --base-url ${other.url}`);
  });

  it('was not sent at all if there is none', async () => {
    await rm(join(project, '.mkt'), { recursive: true });
    await using other = await fakeMarketplace(() => ({
      status: 401,
      body: { error: 'Send an API key.', type: 'unauthenticated' },
    }));
    const { code, stderr } = await whoami({ MKT_BASE_URL: other.url });
    expect([code, stderr]).toEqual([4, expect.stringContaining(', or set MKT_API_KEY.')]);
    expect(stderr).toContain(`✖ There is no API key for ${other.url}.`);
    // The one of another folder can be pasted in.
    expect(stderr).toContain(
      `mkt login --base-url ${other.url} --with-token < FOLDER/.mkt/dev-key`,
    );
  });
});

describe('a data folder that is not the user’s alone', () => {
  const refused = 'is ignored: another user owns it or can write to it.';
  const data = () => join(project, '.mkt');

  beforeEach(() => writeFile(join(data(), 'dev-address'), `${market.url}\n`));
  const run = () => runMkt(['search'], { cwd: join(project, 'my-service'), env: {} });

  it('is used, and named, if it is', async () => {
    market.requests.length = 0;
    const { stderr } = await run();
    expect(stderr).toContain(`Marketplace of ${data()}: ${market.url}\n`);
    expect(stderr).not.toContain(refused);
    const json = await runMkt(['whoami', '--json'], { cwd: project, env: {} });
    expect([json.code, json.stderr]).toEqual([0, '']);
  });

  it.skipIf(process.getuid?.() !== 0).each(['.', 'dev-key', 'dev-address'])(
    'is not used if another user owns %s',
    async (name) => {
      await chown(join(data(), name), 4_321, 4_321);
      const { code, stderr } = await run();
      expect([code, market.requests]).toEqual([7, []]);
      expect(stderr).toContain(`! ${data()} ${refused}`);
    },
  );

  it.each(['.', 'dev-key', 'dev-address'])(
    'is not used if everyone may write to %s',
    async (name) => {
      await chmod(join(data(), name), name === '.' ? 0o777 : 0o666);
      const { stderr } = await run();
      expect(market.requests).toEqual([]);
      expect(stderr).toContain(refused);
    },
  );

  it.skipIf(process.getuid?.() !== 0)(
    'is not opened if another user owns it: a named pipe would never end',
    async () => {
      const key = join(data(), 'dev-key');
      await rm(key);
      execFileSync('mkfifo', [key]);
      await chown(key, 4_321, 4_321);
      expect((await run()).stderr).toContain(refused);
    },
  );

  it('is used on Windows, where every file looks writable by all', async () => {
    const { getuid } = process;
    await chmod(join(data(), 'dev-key'), 0o666);
    try {
      Object.assign(process, { getuid: undefined });
      expect(await findDevKey(project)).toMatchObject({ kind: 'found' });
    } finally {
      Object.assign(process, { getuid });
    }
    expect(await findDevKey(project)).toMatchObject({ kind: 'foreign' });
  });

  it.skipIf(process.getuid?.() !== 0)(
    'is not used if another user made the link to it',
    async () => {
      await rename(data(), join(project, 'elsewhere'));
      await symlink(join(project, 'elsewhere'), data());
      expect((await run()).stderr).not.toContain(refused);
      await lchown(data(), 4_321, 4_321);
      expect((await run()).stderr).toContain(refused);
    },
  );

  it('is not looked for above the root of the project, or above the home folder', async () => {
    const inside = join(project, 'my-service', 'src');
    await mkdir(inside);
    const { found, above } = {
      found: await findDevKey(inside),
      above: join(project, 'my-service'),
    };
    expect(found?.kind).toBe('found');
    vi.stubEnv('HOME', above);
    expect(await findDevKey(inside)).toBeUndefined();
    vi.unstubAllEnvs();
    expect(await findDevKey(inside)).toEqual(found);
    await mkdir(join(above, '.git'));
    expect(await findDevKey(inside)).toBeUndefined();
  });
});
