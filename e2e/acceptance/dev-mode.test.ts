// docs/reference/protocol.md#modes: dev mode, and what is required outside it.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isApiKey, SCOPES } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { connect, createKey } from './market.ts';
import { newEncryptionKey } from './production.ts';
import { runMarketplace } from './run-marketplace.ts';
import { createOwnServers } from './own-servers.ts';

const { newFolder, start } = createOwnServers();

/** Runs `serve`, which must refuse to start; returns its output of one or two sentences. */
async function refused(args: string[], env: Record<string, string> = {}, dataDir?: string) {
  const data = dataDir ?? (await newFolder());
  const ended = await runMarketplace(['serve', '--port', '0', '--data', data, ...args], { env });
  expect(ended.code, ended.stderr).toBeGreaterThan(0);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).toMatch(/\S/);
  expect(ended.stderr.trim().split('\n').length).toBeLessThanOrEqual(4);
  expect(ended.stderr).not.toMatch(/node_modules|\bat .*:\d+:\d+|Error:/);
  return ended.stderr;
}

describe.concurrent('serve --dev --json', () => {
  it('prints one line on stdout when it is ready, and reports dev mode on stderr', async () => {
    const server = await start();
    const { ready } = server;
    expect(Object.keys(ready).toSorted()).toEqual([
      'baseUrl',
      'dashboardUrl',
      'devApiKey',
      'event',
      'pid',
    ]);
    expect(ready.event).toBe('ready');
    expect(ready.pid).toBeGreaterThan(1);
    expect(new URL(ready.baseUrl).hostname).toBe('127.0.0.1');
    expect((await fetch(ready.dashboardUrl)).status).toBe(200);
    await fetch(`${server.baseUrl}/v1/me`);
    expect(server.stdout().trim().split('\n')).toHaveLength(1);
    expect(server.stderr()).toMatch(/dev/i);
  });

  it('creates an account whose key has every scope and is stored readable only by its owner, so that a restart prints the same key', async () => {
    const server = await start();
    const key = server.ready.devApiKey ?? '';
    expect(isApiKey(key)).toBe(true);
    const headers = { 'x-mkt-api-key': key };
    const me: any = await (await fetch(`${server.baseUrl}/v1/me`, { headers })).json();
    expect(me.scopes.toSorted()).toEqual([...SCOPES].toSorted());
    const files = await readdir(server.dataDir);
    const holding = [];
    for (const name of files) {
      const path = join(server.dataDir, name);
      const { mode } = await stat(path);
      if (!(await stat(path)).isFile()) continue;
      if ((await readFile(path)).includes(key)) holding.push({ name, mode: mode & 0o777 });
    }
    expect(holding).toHaveLength(1);
    expect(holding[0]?.mode).toBe(0o600);
    expect(await server.stop()).toBe(0);
    const again = await start({ dataDir: server.dataDir });
    expect(again.ready.devApiKey).toBe(key);
  });

  it('generates an encryption key that only its owner can read', async () => {
    const { dataDir } = await start();
    const keys = [];
    for (const name of await readdir(dataDir)) {
      const text = (await readFile(join(dataDir, name), 'latin1')).trim();
      const isKey = /^[A-Za-z0-9+/]{43}=$/.test(text);
      if (isKey) keys.push((await stat(join(dataDir, name))).mode & 0o777);
    }
    expect(keys).toEqual([0o600]);
  });

  it('refuses to start in production', async () => {
    expect(await refused(['--dev'], { NODE_ENV: 'production' })).toMatch(/production/i);
  });

  for (const host of ['0.0.0.0', '::']) {
    it(`refuses to listen on ${host} unless exposure is explicitly allowed`, async () => {
      expect(await refused(['--dev', '--host', host])).toContain('--dev-expose');
    });
  }

  it('listens on a public address when exposure is explicitly allowed', async () => {
    const server = await start({ args: ['--host', '0.0.0.0', '--dev-expose'] });
    const { port } = new URL(server.ready.baseUrl);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  it('listens on other loopback names without a further flag', async () => {
    const server = await start({ args: ['--host', 'localhost'] });
    expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200);
  });
});

describe.concurrent('serve outside dev mode', () => {
  it('refuses to start without MKT_ENCRYPTION_KEY, and shows how to generate one', async () => {
    const message = await refused([]);
    expect(message).toContain('MKT_ENCRYPTION_KEY');
    expect(message).toMatch(/openssl|randomBytes|base64/);
  });

  for (const [what, key] of [
    ['empty', ''],
    ['no base64', 'not base64 at all!'],
    ['too short', Buffer.alloc(16).toString('base64')],
    ['too long', Buffer.alloc(48).toString('base64')],
    ['good, with a bad one behind it', `${newEncryptionKey()},short`],
  ] as const) {
    it(`refuses an encryption key that is ${what}, without showing it`, async () => {
      const message = await refused([], { MKT_ENCRYPTION_KEY: key });
      expect(message).toContain('MKT_ENCRYPTION_KEY');
      if (key.length > 5) expect(message).not.toContain(key);
    });
  }

  it('creates no account, prints no key, and may run with NODE_ENV=production', async () => {
    const env = { MKT_ENCRYPTION_KEY: newEncryptionKey(), NODE_ENV: 'production' };
    const server = await start({ dev: false, env });
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
    expect(Object.keys(server.ready).toSorted()).toEqual([
      'baseUrl',
      'dashboardUrl',
      'event',
      'pid',
    ]);
    expect(server.stderr()).not.toMatch(/dev mode/i);
  });

  it('refuses HTTP and private addresses, which dev mode accepts', async () => {
    const runContract = { method: 'POST', endpointPath: 'http://127.0.0.1:9/run' };
    const body = { title: 'Local', runContract, listingState: 'draft' };
    const dev = await connect(await start());
    expect((await dev.api.post('/v1/providers', body)).status).toBe(201);
    const env = { MKT_ENCRYPTION_KEY: newEncryptionKey() };
    const server = await start({ dev: false, env });
    const own = (await connect(server)).anonymous.as(await createKey(server, 'a@example.com', '*'));
    expect((await own.post('/v1/providers', body)).body.type).toBe('url_not_allowed');
  });
});

describe.concurrent('the data folder', () => {
  it('belongs to one server: a second one is refused in one sentence, and the first continues to run', async () => {
    const server = await start();
    const message = await refused(['--dev'], {}, server.dataDir);
    expect(message).toContain(server.dataDir);
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
  });

  it('can be used again after its server was killed or stopped', async () => {
    const server = await start();
    await server.stop('SIGKILL');
    const again = await start({ dataDir: server.dataDir });
    expect(await again.stop('SIGINT')).toBe(0);
    await start({ dataDir: server.dataDir });
  });

  it('is created with its parent folders when it does not exist', async () => {
    const dataDir = join(await newFolder(), 'a', 'b');
    await start({ dataDir });
    expect((await readdir(dataDir)).length).toBeGreaterThan(0);
  });

  it('is reported in one sentence when it cannot be created', async () => {
    const file = join(await newFolder(), 'file');
    await writeFile(file, '');
    await refused(['--dev'], {}, join(file, 'below'));
  });
});
