// The commands, flags and exit codes of `mkt-marketplace`.
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { activate, connect, openMarket, settled } from './market.ts';
import { closedAddress, serveRaw } from '../../test-bed/local-server.ts';
import { collect, spawnMarketplace } from '../../test-bed/marketplace-process.ts';
import { runMarketplace } from './run-marketplace.ts';
import { json, startSeller } from '../../test-bed/seller.ts';
import { createOwnServers } from './own-servers.ts';
import { startServer } from './start-server.ts';
import { pollUntil } from '../../test-bed/poll-until.ts';
import { createGate } from '../../test-bed/gate.ts';

const market = await openMarket();
const { newFolder, start } = createOwnServers();

const COMMANDS = [
  ['migrate'],
  ['keys', 'create'],
  ['backup'],
  ['restore'],
  ['secrets', 're-encrypt'],
  ['reviews', 'approve'],
  ['audit'],
  ['listings', 'archive'],
];

describe('mkt-marketplace', () => {
  for (const command of [[], ...COMMANDS]) {
    const line = ['mkt-marketplace', ...command].join(' ');
    it(`shows the usage for: ${line} --help`, async () => {
      const { code, stdout, stderr } = await runMarketplace([...command, '--help']);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: ${line}[ \\[]`));
      expect(stderr).toBe('');
    });
  }

  it('lists the defaults of serve in its help', async () => {
    const { stdout } = await runMarketplace(['serve', '--help']);
    for (const word of [
      'Usage: mkt-marketplace serve',
      '127.0.0.1',
      '8787',
      '.mkt',
      '--dev',
      '--host',
      '--port',
      '--data',
      '--json',
    ]) {
      expect(stdout).toContain(word);
    }
  });

  it('prints its version with --version', async () => {
    const { code, stdout } = await runMarketplace(['--version']);
    expect(code).toBe(0);
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+/);
  });
});

describe('an invalid command line', () => {
  for (const args of [
    ['nonsense'],
    ['serve', '--nonsense'],
    ['serve', 'extra'],
    ['serve', '--dev', '--port', 'x'],
    ['serve', '--dev', '--port', '70000'],
    ['keys', 'nonsense'],
    ['keys', 'create'],
    ['backup'],
  ]) {
    it(`exits with 2 and one line of explanation: ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runMarketplace(args);
      expect(code, stderr).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/\S/);
      expect(stderr).not.toMatch(/node_modules|\bat .*:\d+/);
    });
  }
});

describe('keys create', () => {
  async function create(...args: string[]) {
    const folder = ['--data', await newFolder()];
    await runMarketplace(['migrate', ...folder]);
    return runMarketplace(['keys', 'create', ...folder, ...args]);
  }

  it('prints only { "key": … } with --json', async () => {
    const { code, stdout } = await create('--email', 'a@example.com', '--scopes', '*', '--json');
    expect(code).toBe(0);
    expect(Object.keys(JSON.parse(stdout))).toContain('key');
    expect(JSON.parse(stdout).key).toMatch(/^mkt_[0-9A-Za-z]{49}$/);
  });

  for (const [what, args] of [
    ['an invalid email address', ['--email', 'invalid', '--scopes', '*']],
    ['a scope that is not there', ['--email', 'a@example.com', '--scopes', 'provider:steal']],
    [
      'one of two scopes that is not there',
      ['--email', 'a@example.com', '--scopes', 'order:read,x'],
    ],
  ] as const) {
    it(`refuses ${what} with one sentence`, async () => {
      const { code, stdout, stderr } = await create(...args, '--json');
      expect(code).toBeGreaterThan(0);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/\S/);
      expect(stderr).not.toMatch(/node_modules|\bat .*:\d+/);
    });
  }

  it('needs no encryption key outside dev mode', async () => {
    const { code } = await create('--email', 'a@example.com', '--scopes', 'order:read', '--json');
    expect(code).toBe(0);
  });
});

describe.concurrent('serve', () => {
  it('reports in one sentence that its port is in use', async () => {
    await using other = await serveRaw((socket) => socket.destroy());
    const { port } = other;
    const args = ['serve', '--dev', '--port', String(port), '--data', await newFolder()];
    const { code, stderr } = await runMarketplace(args);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(String(port));
    expect(stderr).not.toMatch(/node_modules|\bat .*:\d+/);
  });

  it('says that a marketplace already runs on its port', async () => {
    const { baseUrl } = await start();
    const args = ['serve', '--dev', '--port', new URL(baseUrl).port, '--data', await newFolder()];
    const { code, stderr } = await runMarketplace(args);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(`✖ A marketplace already runs at ${baseUrl}: publish to it`);
    expect(stderr).toMatch(/choose another port: --port \d+\n$/);
  });

  it.each([
    ['', 'Publish to it. Or stop it'],
    ['.mkt', (parent: string) => `Publish to it in ${parent}: npx mkt publish. Or stop it`],
  ])(
    'says where the marketplace of its data folder runs, and what to do: %j',
    async (name, says) => {
      const parent = await newFolder();
      const dataDir = join(parent, name);
      const { baseUrl } = await start({ dataDir });
      const args = ['serve', '--dev', '--port', '0', '--data', dataDir];
      const { code, stderr } = await runMarketplace(args);
      expect(code).toBeGreaterThan(0);
      expect(stderr).toContain(
        `✖ A marketplace already runs at ${baseUrl} with the data folder ${dataDir}. ${typeof says === 'string' ? says : says(parent)}`,
      );
    },
  );

  it('does not call a server by https whose address is that of a proxy', async () => {
    const dataDir = await newFolder();
    await start({ dataDir });
    await writeFile(join(dataDir, 'dev-address'), 'https://market.example.com\n');
    const { stderr } = await runMarketplace(['serve', '--dev', '--port', '0', '--data', dataDir]);
    expect(stderr).toContain('✖ Another running marketplace is using the data folder');
  });

  it('does not name an address of that folder where no marketplace answers', async () => {
    const dataDir = await newFolder();
    await start({ dataDir });
    for (const address of [(await closedAddress()).url, 'nonsense']) {
      await writeFile(join(dataDir, 'dev-address'), `${address}\n`);
      const { stderr } = await runMarketplace(['serve', '--dev', '--port', '0', '--data', dataDir]);
      expect(stderr).toContain(
        `✖ Another running marketplace is using the data folder ${dataDir}.`,
      );
    }
  });

  it('prints its URL in a readable sentence without --json', async () => {
    const args = ['serve', '--dev', '--port', '0', '--data', await newFolder()];
    const child = spawnMarketplace(args);
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    await pollUntil(
      'it says its address',
      () => (/http:\/\/127\.0\.0\.1:\d+/.test(stdout() + stderr()) ? true : undefined),
      30_000,
    );
    expect(stdout()).not.toContain('"event"');
    child.kill();
    await once(child, 'close');
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`completes the calls in flight and exits with 0 on ${signal}`, async () => {
      const server = await startServer({ dataDir: await newFolder() });
      const own = await connect(server);
      const seller = await startSeller();
      const { provider } = await own.publish({ seller });
      const gate = createGate();
      seller.on('POST /run', gate.before(json({ late: true })));
      const { body } = await own.api.post('/v1/orders', { listingId: provider.id });
      await gate.reached;
      const ended = server.stop(signal);
      gate.open();
      expect(await ended).toBe(0);
      const again = await startServer({ dataDir: server.dataDir });
      const order = (await (await connect(again)).api.get(`/v1/orders/${body.id}`)).body;
      expect(order).toMatchObject({ orderState: 'completed', result: { late: true } });
      expect(seller.requestsTo('POST /run')).toHaveLength(1);
      await again.stop();
      await seller.close();
    });
  }
});

describe.concurrent('backup and restore', () => {
  it('copy the data of a running server', async () => {
    const { provider } = await market.publish({ provider: { title: 'Kept in the backup' } });
    const order = await activate(market.api, provider.id, { kept: true });
    const to = await newFolder();
    const file = join(to, 'backup.db');
    const made = await market.server.run(['backup', file, '--data', market.server.dataDir]);
    expect(made.code, made.stderr).toBe(0);
    expect((await readFile(file)).subarray(0, 15).toString()).toBe('SQLite format 3');

    const again = await market.server.run(['backup', file, '--data', market.server.dataDir]);
    expect(again.code).toBeGreaterThan(0);
    expect(again.stderr).toMatch(/exist/i);
    expect((await market.api.get(`/v1/orders/${order.id}`)).body).toEqual(order);
  });

  it('refuse a folder without a marketplace, and create no file', async () => {
    const to = await newFolder();
    const file = join(to, 'backup.db');
    const { code, stderr } = await runMarketplace(['backup', file, '--data', join(to, 'nothing')]);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(/\S/);
    await expect(readFile(file)).rejects.toThrow(/ENOENT/);
  });

  it('restore the data, and settle open orders as interrupted', async () => {
    const from = await startServer({
      dataDir: await newFolder(),
      env: { MKT_CALLS_PER_SELLER: '1' },
    });
    const own = await connect(from);
    const seller = await startSeller();
    const { provider } = await own.publish({ seller });
    const done = await activate(own.api, provider.id, {});
    const gate = createGate();
    seller.on('POST /run', gate.before(json({})));
    const running = (await own.api.post('/v1/orders', { listingId: provider.id })).body;
    await gate.reached;
    const pending = (await own.api.post('/v1/orders', { listingId: provider.id })).body;
    const file = join(await newFolder(), 'backup.db');
    expect((await from.run(['backup', file, '--data', from.dataDir])).code).toBe(0);
    gate.open();
    await settled(own.api, pending);
    await from.stop();
    const calls = seller.requests.length;

    const restored = await runMarketplace(['restore', file, '--data', from.dataDir, '--force']);
    expect(restored.code, restored.stderr).toBe(0);
    const to = await startServer({ dataDir: from.dataDir });
    const api = (await connect(to)).api.as(own.api.key);
    expect((await api.get(`/v1/orders/${done.id}`)).body).toEqual(done);
    for (const { id } of [running, pending]) {
      expect((await api.get(`/v1/orders/${id}`)).body).toMatchObject({
        orderState: 'failed',
        failure: { kind: 'interrupted' },
        charged: false,
      });
    }
    expect(seller.requests.length).toBe(calls);
    await to.stop();
    await seller.close();
  });

  it('refuse to restore a file that is not a backup', async () => {
    const to = await newFolder();
    const file = join(to, 'noise.db');
    await writeFile(file, 'This is no database.');
    const { code, stderr } = await runMarketplace(['restore', file, '--data', to]);
    expect(code).toBeGreaterThan(0);
    expect(stderr).not.toMatch(/unknown command|node_modules|\bat .*:\d+/);
  });
});
