// A replay store that several processes share lets each order run once, whichever of them is called.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { closedAddress } from '../../../test-bed/local-server.ts';
import { sqliteReplayStore } from '../src/processes/sqlite-replay-store.ts';
import { removeBundles, startRecipe } from './programs.ts';
import { SECRET, signCall } from './signed-calls.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mkt-replay-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await removeBundles();
});

/** Starts a program and returns its address. */
async function start(recipe: string, env: Record<string, string> = {}) {
  const { url, port } = await closedAddress();
  const options = { port, path: '/health', env: { MKT_SIGNING_SECRET: SECRET, ...env } };
  return { url, program: await startRecipe(recipe, options) };
}

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('the SQLite replay store', () => {
  const runs = () => join(folder, 'runs');
  const startSeller = () =>
    start('test/recording-seller.ts', { RUNS: runs(), REPLAY_FILE: join(folder, 'seen.db') });
  const ordersRun = async () => (await readFile(runs(), 'utf8')).trim().split('\n');

  it('lets one of four processes run an order that each gets four times at once', async () => {
    await writeFile(runs(), '');
    const sellers = await Promise.all(times(4, startSeller));
    onTestFinished(async () => {
      for (const { program } of sellers) await program.kill();
    });
    const calls = await Promise.all(times(50, () => signCall()));
    for (const call of calls) {
      const sent = times(16, (index) => call.sendTo(sellers[index % 4]!.url));
      const statuses = await Promise.all(sent);
      expect(statuses.toSorted((a, b) => Number(a) - Number(b))).toEqual([
        200,
        ...times(15, () => 401),
      ]);
    }
    expect((await ordersRun()).toSorted()).toEqual(calls.map(({ orderId }) => orderId).toSorted());
  });

  it('refuses a replay after kill -9, at whatever moment it was', async () => {
    await writeFile(runs(), '');
    const survivor = await startSeller();
    onTestFinished(() => survivor.program.kill());
    for (let round = 0; round < 5; round++) {
      const { url, program } = await startSeller();
      const calls = await Promise.all(times(20, () => signCall()));
      const sent = calls.map((call) => call.sendTo(url));
      // Once some have run, others are on their way.
      await Promise.race(sent);
      await program.kill();
      await Promise.all(sent);
      for (const call of calls) {
        await call.sendTo(survivor.url);
        expect(await call.sendTo(survivor.url)).toBe(401);
      }
    }
    const orders = await ordersRun();
    expect(orders.length).toBeGreaterThan(50);
    expect(new Set(orders).size).toBe(orders.length);
  });

  it('forgets orders after 10 minutes', () => {
    vi.useFakeTimers({ now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const file = join(folder, 'old.db');
    const store = sqliteReplayStore(file);
    const kept = () => new DatabaseSync(file).prepare('SELECT id FROM seen_orders').all();
    expect([store.add('a'), store.add('a')]).toEqual([true, false]);
    vi.setSystemTime(Date.now() + 9 * 60_000);
    expect([store.add('b'), store.add('a')]).toEqual([true, false]);
    expect(kept()).toHaveLength(2);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(store.add('c')).toBe(true);
    expect(kept().map((row) => row['id'])).toEqual(['b', 'c']);
  });
});

it.each([
  ['the processes of node:cluster', 'src/processes/main.ts'],
  ['Cloudflare Workers, with a Durable Object', 'src/cloudflare-processes/wrangler.jsonc'],
])('%s run an order once', async (_, recipe) => {
  const { url, program } = await start(recipe, { REPLAY_FILE: join(folder, 'cluster.db') });
  onTestFinished(() => program.kill());
  for (let round = 0; round < 10; round++) {
    const call = await signCall();
    const statuses = await Promise.all(times(16, () => call.sendTo(url)));
    expect(statuses.toSorted((a, b) => Number(a) - Number(b))).toEqual([
      200,
      ...times(15, () => 401),
    ]);
  }
});
