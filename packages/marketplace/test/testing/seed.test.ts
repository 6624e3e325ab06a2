// `serve --dev --seed`: listings for tests of buyers. docs/test/testing.md has the table.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createClient, type Client } from '@mkt/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  collect,
  CURRENT,
  readyLineOf,
  runToCompletion,
  spawnMarketplace,
} from '../../../../test-bed/marketplace-process.ts';
import { newFolder } from '../market.ts';

const program = CURRENT;
const SLUGS = ['fail', 'flaky', 'invalid', 'ok', 'slow', 'timeout'].map(
  (name) => `mkt-test-${name}`,
);

async function serveSeeded(folder: string) {
  const args = ['serve', '--dev', '--seed', '--json', '--port', '0', '--data', folder];
  const child = spawnMarketplace(args, { program });
  onTestFinished(() => void child.kill('SIGKILL'));
  const stderr = collect(child.stderr);
  const { baseUrl, devApiKey } = await readyLineOf(child);
  return {
    client: createClient({ baseUrl, apiKey: devApiKey }),
    stderr,
    /** Resolves with its exit code and the seconds that it took. */
    async stop() {
      const startedAt = performance.now();
      child.kill('SIGTERM');
      const [code] = await once(child, 'close');
      return { code, seconds: (performance.now() - startedAt) / 1_000 };
    },
  };
}

const catalogueOf = async (client: Client) =>
  (await client.listings.list()).data.map(({ slug, revision }) => ({ slug, revision }));

async function orderOf(client: Client, slug: string, input: object = {}) {
  const { id } = await client.activate(slug, input);
  return client.orders.wait(id);
}

describe('serve --dev --seed', () => {
  it('sells the test listings as soon as it is ready, and again after a restart', async () => {
    const folder = newFolder();
    const first = await serveSeeded(folder);
    const { client } = first;
    expect(first.stderr()).toContain(`Test listings: ${SLUGS.join(', ')}\n`);
    const catalogue = (await catalogueOf(client)).toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
    expect(catalogue).toEqual(SLUGS.map((slug) => ({ slug, revision: 1 })));

    expect(await client.run('mkt-test-ok', { message: 'hi' })).toEqual({
      message: 'hi',
      attempt: 1,
    });
    const failing = { failure: { kind: 'seller_status', sellerStatus: 503 }, charged: false };
    expect(await orderOf(client, 'mkt-test-fail', { status: 503 })).toMatchObject(failing);
    expect(await orderOf(client, 'mkt-test-invalid')).toMatchObject({ outputValid: false });
    expect(await orderOf(client, 'mkt-test-flaky')).toMatchObject({ orderState: 'failed' });
    expect(await orderOf(client, 'mkt-test-flaky')).toMatchObject({ result: { attempt: 2 } });
    const slow = await orderOf(client, 'mkt-test-slow', { delayMs: 300 });
    expect(slow.durationMs).toBeGreaterThanOrEqual(300);
    const paused = await client.listings.update('mkt-test-slow', { listingState: 'paused' });
    expect(paused.listingState).toBe('paused');

    // An order that is never answered does not delay the end.
    await client.activate('mkt-test-timeout', {});
    const ended = await first.stop();
    expect(ended.code).toBe(0);
    expect(ended.seconds).toBeLessThan(10);

    const second = await serveSeeded(folder);
    expect(second.stderr()).toContain('! mkt-test-slow is paused.\n');
    expect((await catalogueOf(second.client)).length).toBe(SLUGS.length);
    expect(await second.client.run('mkt-test-ok', {})).toEqual({ message: 'ok', attempt: 1 });
    expect((await second.stop()).code).toBe(0);
  });

  it('follows the listings to another port, when theirs is taken', async () => {
    const folder = newFolder();
    const first = await serveSeeded(folder);
    const { runContract } = await first.client.listings.get('mkt-test-ok');
    const { port } = new URL(runContract.endpointPath);
    await first.stop();
    const taken = await listenOn(Number(port));
    onTestFinished(() => void taken.close());
    const second = await serveSeeded(folder);
    expect(await second.client.run('mkt-test-ok', {})).toMatchObject({ attempt: 1 });
    expect((await catalogueOf(second.client)).map(({ revision }) => revision)).toEqual(
      SLUGS.map(() => 2),
    );
  });

  it.each([
    { args: [], why: 'so it needs dev mode: mkt-marketplace serve --dev --seed' },
    {
      args: ['--dev', '--role', 'api', '--database', 'postgres://127.0.0.1:1/none'],
      why: 'so it needs a process that also reviews: --role all, not api.',
    },
  ])('is refused with $args', async ({ args, why }) => {
    const env = { MKT_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') };
    const ended = await runToCompletion(
      ['serve', '--seed', '--data', newFolder(), '--port', '0', ...args],
      { program, env },
    );
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toContain(why);
    expect(ended.stdout).toBe('');
  });
});

async function listenOn(port: number) {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
