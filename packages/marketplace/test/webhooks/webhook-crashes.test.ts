// docs/buy/webhooks.md#guarantees: a server that is killed forgets no delivery, and repeats none under
// another id.
import { describe, expect, it } from 'vitest';
import { published } from '../../../../test-bed/reviewed.ts';
import { hold, OK } from '../../../../test-bed/seller.ts';
import { until } from '../../../../test-bed/until.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { newFolder, openMarket, providerOf } from '../market.ts';
import { startMarketplace } from '../marketplace-process.ts';
import { newDatabase } from '../postgres/databases.ts';
import { createMovableClock } from '../../src/server/outside.ts';

const HOOK = 'POST /hook';
const ORDERS = 12;
const LEASE_MS = 25_000;

/** A server in a process of its own, with orders that settle just before it is killed. */
async function killed(args: string[], env: Record<string, string>) {
  const server = await openSeller({ [HOOK]: hold });
  const before = await startMarketplace(args, env);
  const { body: created } = await before.api.post('/v1/providers', providerOf(server));
  const { id } = await published(before.api, created.id);
  await before.api.post('/v1/webhooks', { url: `${server.url}/hook` });
  const orders: string[] = [];
  const buy = async () => {
    const { body } = await before.api.activate(id, {}, 10);
    expect(body.orderState).toBe('completed');
    orders.push(body.id);
  };
  for (let n = 0; n < ORDERS / 2; n++) await buy();
  // Some requests are under way; the other orders have settled a moment ago.
  await until(() => server.requestsTo(HOOK).length >= ORDERS / 2);
  for (let n = 0; n < ORDERS / 2; n++) await buy();
  await before.end('SIGKILL');
  server.on(HOOK, () => OK);
  return { server, orders, sentBefore: server.requestsTo(HOOK).length };
}

/** The ids under which each order was delivered. */
function idsByOrder(requests: readonly { headers: object; body: Buffer }[]) {
  const ids = new Map<string, Set<unknown>>();
  for (const { headers, body } of requests) {
    const order = JSON.parse(String(body)).data.id as string;
    const known = ids.get(order) ?? new Set();
    ids.set(order, known.add((headers as Record<string, unknown>)['webhook-id']));
  }
  return ids;
}

/** The orders that were delivered, and whether each had a single id. */
function delivered(requests: Parameters<typeof idsByOrder>[0]) {
  const ids = idsByOrder(requests);
  return {
    orders: [...ids.keys()].toSorted(),
    single: [...ids.values()].every((of) => of.size === 1),
  };
}

describe('after kill -9, every settled order is delivered, under one id', () => {
  it('on SQLite, at once when the server is back', async () => {
    const env = { MKT_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') };
    const args = ['--data', newFolder()];
    const { server, orders, sentBefore } = await killed(args, env);
    await startMarketplace(args, env);
    await until(() => server.requestsTo(HOOK).length >= sentBefore + ORDERS);
    const expected = { orders: orders.toSorted(), single: true };
    expect(delivered(server.requestsTo(HOOK))).toEqual(expected);
  });

  it('on Postgres, by another process when the lease has ended', async () => {
    const database = await newDatabase();
    const key = Buffer.alloc(32, 1).toString('base64');
    const env = { MKT_ENCRYPTION_KEY: key, MKT_DATABASE_URL: database };
    const folder = newFolder();
    const { server, orders, sentBefore } = await killed(['--data', folder], env);
    const clock = createMovableClock();
    const environment = { MKT_ENCRYPTION_KEY: key };
    const market = await openMarket({ folder, database, clock, environment });
    await market.advance(1_000);
    // What was being sent belongs to the lost process until its lease ends.
    expect(server.requestsTo(HOOK).length - sentBefore).toBeLessThan(ORDERS);
    await market.advance(LEASE_MS);
    await market.advance(2_000);
    await until(() => server.requestsTo(HOOK).length >= sentBefore + ORDERS);
    const expected = { orders: orders.toSorted(), single: true };
    expect(delivered(server.requestsTo(HOOK))).toEqual(expected);
  });
});

describe('two workers on one database', () => {
  it('do not send one delivery at the same time', async () => {
    const database = await newDatabase();
    const folder = newFolder();
    const clock = createMovableClock();
    const open = () => openMarket({ folder, database, clock });
    const [first, second] = [await open(), await open()];
    const server = await openSeller({ [HOOK]: () => OK });
    const { body: created } = await first.api.post('/v1/providers', providerOf(server));
    await first.reviewsIdle();
    await first.api.post('/v1/webhooks', { url: `${server.url}/hook` });
    for (let n = 0; n < ORDERS; n++) await first.api.activate(created.id, {}, 10);
    clock.move(2_000);
    await Promise.all([first.clock.advance(0), second.clock.advance(0)]);
    await first.advance(2_000);
    await second.advance(2_000);
    const requests = server.requestsTo(HOOK);
    expect([requests.length, idsByOrder(requests).size]).toEqual([ORDERS, ORDERS]);
  });
});
