// docs/buy/webhooks.md: buyers are told of settled orders.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createApi, type Api } from '../../../../test-bed/api.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import {
  challengeIn,
  hold,
  json,
  OK,
  type Handler,
  type Reply,
  type Seller,
} from '../../../../test-bed/seller.ts';
import { until } from '../../../../test-bed/until.ts';
import { changeBeside } from '../accounts/database-beside.ts';
import { openMarket, publish, type Market } from '../market.ts';
import { EMBEDDED, MARKETS, type MarketUnderTest } from '../markets.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Also when a chore ran a moment ago. */
const NEXT_RUN_MS = 2 * SECOND_MS;
const HOOK = 'POST /hook';

interface World {
  market: Market;
  /** A server that sells, and receives. */
  server: Seller;
  listingId: string;
  webhook: any;
}

async function open(
  { openMarket: open, newHome }: MarketUnderTest,
  hook: Handler = () => OK,
): Promise<World> {
  const market = await open(await newHome());
  const server = await openSeller({ [HOOK]: hook });
  const { id: listingId } = await publish(market, server);
  return { market, server, listingId, webhook: await created(market.api, server) };
}

async function created(api: Api, { url }: Seller, query = ''): Promise<any> {
  const { status, body } = await api.post('/v1/webhooks', { url: `${url}/hook${query}` });
  expect(status).toBe(201);
  return body;
}

const received = ({ server }: Pick<World, 'server'>) => server.requestsTo(HOOK);
const idsReceived = (world: World) => received(world).map(({ headers }) => headers['webhook-id']);

async function buy({ market, listingId }: World, input: object = {}): Promise<any> {
  const { body } = await market.api.activate(listingId, input, 10);
  expect(body.orderState).toBe('completed');
  return body;
}

const attemptsOf = async ({ market, webhook }: World) =>
  (await market.api.get(`/v1/webhooks/${webhook.id}/attempts?limit=100`)).body.data;

const stored = async ({ market, webhook }: World) =>
  (await market.api.get(`/v1/webhooks/${webhook.id}`)).body;

function verified(world: World, secret: string, at = -1): any {
  const request = received(world).at(at);
  if (!request) throw new Error('Nothing was received.');
  return new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
}

describe.each(MARKETS)('a webhook, on $name', (engine) => {
  it('is notified once of each settled order, signed as Standard Webhooks prescribes', async () => {
    const world = await open(engine);
    const { market, webhook } = world;
    const order = await buy(world, { city: 'Oslo' });
    await market.advance(NEXT_RUN_MS);
    await market.advance(NEXT_RUN_MS);
    expect(received(world)).toHaveLength(1);
    const { requestBody: _, result: __, ...data } = order;
    const message = verified(world, webhook.secret);
    expect(message).toEqual({ type: 'order.settled', timestamp: order.completedAt, data });
    expect(received(world)[0]?.headers).toMatchObject({
      'user-agent': 'mkt-marketplace',
      'content-type': 'application/json',
    });
    expect(await attemptsOf(world)).toEqual([
      {
        id: expect.any(String),
        deliveryId: received(world)[0]?.headers['webhook-id'],
        type: 'order.settled',
        orderId: order.id,
        at: expect.any(String),
        status: 200,
        error: null,
        durationMs: expect.any(Number),
        nextAttemptAt: null,
      },
    ]);
  });

  it('is notified again after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, under the same id, freshly signed', async () => {
    const world = await open(engine, () => ({ status: 503 }));
    const { market, webhook } = world;
    await buy(world);
    const waits = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS];
    for (const [sent, waitMs] of [NEXT_RUN_MS, ...waits, 10 * HOUR_MS].entries()) {
      if (sent > 0) {
        await market.advance(waitMs - 4 * SECOND_MS);
        expect(received(world)).toHaveLength(sent);
      }
      await market.advance(sent > 0 ? 4 * SECOND_MS + 500 : waitMs);
      expect(received(world)).toHaveLength(sent + 1);
      // The library judges age by the clock of this machine; the first is as fresh as its clock.
      if (sent === 0) verified(world, webhook.secret);
    }
    await market.advance(DAY_MS);
    expect(received(world)).toHaveLength(7);
    expect(new Set(idsReceived(world)).size).toBe(1);
    const stamps = received(world).map(({ headers }) => headers['webhook-timestamp']);
    expect(new Set(stamps).size).toBe(7);
    const attempts = await attemptsOf(world);
    expect(attempts.map(({ status }: any) => status)).toEqual(Array.from({ length: 7 }, () => 503));
    expect(attempts[0]).toMatchObject({ error: 'The receiver returned 503', nextAttemptAt: null });
    const [, last] = attempts;
    const [at, next] = [last.at, last.nextAttemptAt].map((time) => Date.parse(time));
    expect(((next ?? 0) - (at ?? 0)) / (10 * HOUR_MS)).toBeCloseTo(1, 2);
  });

  it('with a filter is notified only of orders that meet every condition', async () => {
    const { openMarket, newHome } = engine;
    const market = await openMarket(await newHome());
    const server = await openSeller({
      [HOOK]: () => OK,
      'POST /run': ({ body }) =>
        JSON.parse(String(body)).fail ? { status: 503 } : json({ done: true }),
    });
    const [first, second] = [await publish(market, server), await publish(market, server)];
    const agent = (await market.api.post('/v1/api-keys', { name: 'agent', scopes: ['*'] })).body;
    const byAgent = market.api.as(agent.key);
    const filters: Record<string, object | null> = {
      all: null,
      key: { keyId: agent.id },
      listing: { listingId: second.slug },
      failed: { orderState: 'failed' },
      three: { keyId: agent.id, listingId: second.id, orderState: 'completed' },
    };
    const stored: Record<string, any> = {};
    for (const [name, filter] of Object.entries(filters)) {
      const url = `${server.url}/hook?${name}`;
      const { status, body } = await market.api.post('/v1/webhooks', { url, filter });
      expect(status).toBe(201);
      stored[name] = body;
    }
    expect(stored['all'].filter).toEqual({ keyId: null, listingId: null, orderState: null });
    expect(stored['listing'].filter).toMatchObject({ listingId: second.id });
    const ids: string[] = [];
    const order = async (api: Api, { id }: { id: string }, input = {}) =>
      void ids.push((await api.activate(id, input, 10)).body.id);
    await order(market.api, first);
    await order(byAgent, first, { fail: true });
    await order(byAgent, second);
    await order(market.api, second, { fail: true });
    await market.advance(NEXT_RUN_MS);
    const told = (name: string) =>
      server
        .requestsTo(HOOK)
        .filter(({ query }) => query === name)
        .map(({ body }) => ids.indexOf(JSON.parse(String(body)).data.id))
        .toSorted((one, other) => one - other);
    expect(Object.keys(filters).map((name) => [name, told(name)])).toEqual([
      ['all', [0, 1, 2, 3]],
      ['key', [1, 2]],
      ['listing', [2, 3]],
      ['failed', [1, 3]],
      ['three', [2]],
    ]);

    // A condition that is not given stays; null removes one, or all.
    const patch = async (filter: unknown) =>
      (await market.api.patch(`/v1/webhooks/${stored['three'].id}`, { filter })).body.filter;
    const three = { keyId: agent.id, listingId: second.id, orderState: 'completed' };
    expect(await patch({ keyId: null })).toEqual({ ...three, keyId: null });
    await market.api.patch(`/v1/listings/${second.id}`, { listingState: 'archived' });
    expect(await patch({ ...three, keyId: null })).toEqual({ ...three, keyId: null });
    expect(await patch(null)).toEqual({ keyId: null, listingId: null, orderState: null });
    await order(byAgent, first);
    await market.advance(NEXT_RUN_MS);
    expect(told('three')).toEqual([2, 4]);
  });

  it('refuses a filter by a key or a listing that the account cannot see', async () => {
    const { market, server, webhook } = await open(engine);
    const other = await market.otherApi();
    const foreign = (await other.post('/v1/api-keys', { name: 'other', scopes: [] })).body.id;
    const { id: draft } = (
      await other.post('/v1/providers', {
        title: 'Hidden',
        listingState: 'draft',
        runContract: { method: 'POST', endpointPath: `${server.url}/run` },
      })
    ).body;
    for (const [filter, path] of [
      [{ keyId: foreign }, '/filter/keyId'],
      [{ keyId: draft }, '/filter/keyId'],
      [{ keyId: 'agent' }, '/filter/keyId'],
      [{ listingId: draft }, '/filter/listingId'],
      [{ listingId: 'no-such-listing' }, '/filter/listingId'],
      [{ orderState: 'running' }, '/filter/orderState'],
      [{ metadata: {} }, '/filter/metadata'],
      ['failed', '/filter'],
    ] as const) {
      for (const refused of [
        await market.api.post('/v1/webhooks', { url: `${server.url}/hook?2`, filter }),
        await market.api.patch(`/v1/webhooks/${webhook.id}`, { filter }),
      ]) {
        expect([refused.status, refused.body.type]).toEqual([400, 'invalid_request']);
        expect(refused.body.details[0].path).toBe(path);
      }
    }
  });

  it('is not notified of orders that settled before it existed, or while it is paused', async () => {
    const world = await open(engine);
    const { market, webhook, server } = world;
    const patch = (change: object) => market.api.patch(`/v1/webhooks/${webhook.id}`, change);
    await patch({ state: 'paused' });
    await buy(world, { n: 1 });
    await market.advance(NEXT_RUN_MS);
    await patch({ state: 'active' });
    const second = await created(market.api, server, '?second');
    const order = await buy(world, { n: 2 });
    await market.advance(NEXT_RUN_MS);
    const told = received(world).map(({ body }) => JSON.parse(String(body)).data.id);
    expect(told).toEqual([order.id, order.id]);
    expect(new Set(idsReceived(world)).size).toBe(2);
    await market.api.delete(`/v1/webhooks/${second.id}`);
    await buy(world, { n: 3 });
    await market.advance(NEXT_RUN_MS);
    expect(received(world)).toHaveLength(3);
  });

  it('is sent what waits for a retry once it is resumed', async () => {
    let status = 500;
    const world = await open(engine, () => ({ status }));
    const { market, webhook } = world;
    const order = await buy(world);
    await market.advance(NEXT_RUN_MS);
    await market.api.patch(`/v1/webhooks/${webhook.id}`, { state: 'paused' });
    await market.advance(HOUR_MS);
    expect(received(world)).toHaveLength(1);
    status = 204;
    await market.api.patch(`/v1/webhooks/${webhook.id}`, { state: 'active' });
    await market.advance(NEXT_RUN_MS);
    expect(received(world)).toHaveLength(2);
    expect((await attemptsOf(world))[0]).toMatchObject({ orderId: order.id, status: 204 });
  });

  it('is disabled after five days without success, and enabled by state active', async () => {
    let status = 500;
    const world = await open(engine, () => ({ status }));
    const { market, webhook } = world;
    for (let day = 0; day < 5; day++) {
      await buy(world, { day });
      await market.advance(NEXT_RUN_MS);
      expect(await stored(world)).toMatchObject({ state: 'active', disabledReason: null });
      await market.advance(DAY_MS);
    }
    await buy(world);
    await market.advance(NEXT_RUN_MS);
    await market.advance(NEXT_RUN_MS);
    const reason = expect.stringContaining('No delivery has succeeded for 5 days');
    expect(await stored(world)).toMatchObject({ state: 'disabled', disabledReason: reason });
    expect(market.log.filter(({ message }) => message.startsWith('webhook disabled'))).toHaveLength(
      1,
    );
    const failed = received(world).length;
    await buy(world);
    await market.advance(DAY_MS);
    expect(received(world)).toHaveLength(failed);
    status = 200;
    await market.api.patch(`/v1/webhooks/${webhook.id}`, { state: 'active' });
    expect(await stored(world)).toMatchObject({ state: 'active', disabledReason: null });
    await buy(world);
    await market.advance(NEXT_RUN_MS);
    expect((await attemptsOf(world))[0]).toMatchObject({ status: 200 });
  });

  it('is signed with both secrets while a rotation overlaps, and only the new one afterwards', async () => {
    const world = await open(engine);
    const { market, webhook } = world;
    const rotated = await market.api.post(`/v1/webhooks/${webhook.id}/secret/rotate`, {
      gracePeriodSeconds: 60,
    });
    expect(rotated.body).toMatchObject({ secret: expect.stringMatching(/^whsec_/) });
    await buy(world);
    await market.advance(NEXT_RUN_MS);
    for (const secret of [webhook.secret, rotated.body.secret]) verified(world, secret);
    await market.advance(MINUTE_MS);
    await buy(world);
    await market.advance(NEXT_RUN_MS);
    verified(world, rotated.body.secret);
    expect(() => verified(world, webhook.secret)).toThrow('No matching signature');
    expect((await stored(world)).secret).toBeUndefined();
  });

  it('that hangs fails after 15 s and delays no other', async () => {
    const world = await open(engine, hold);
    const { market, server, listingId } = world;
    server.on('POST /quick', () => OK);
    const buyer = await market.otherApi();
    await buyer.post('/v1/webhooks', { url: `${server.url}/quick` });
    for (let n = 0; n < 20; n++) await buy(world, { n });
    const hanging = market.advance(NEXT_RUN_MS);
    await until(() => received(world).length === 8);
    await buyer.activate(listingId, {}, 10);
    await market.advance(NEXT_RUN_MS);
    await until(() => server.requestsTo('POST /quick').length === 1);
    expect(received(world)).toHaveLength(8);
    market.clock.move(15 * SECOND_MS);
    await hanging;
    const attempts = await attemptsOf(world);
    expect(attempts).toHaveLength(8);
    const error = 'The receiver did not respond in time';
    expect(attempts[0]).toMatchObject({ status: null, error });
    // A receiver that fails gets one request at a time.
    const next = market.advance(NEXT_RUN_MS);
    await until(() => received(world).length > 8);
    server.on(HOOK, () => OK);
    expect(received(world)).toHaveLength(9);
    market.clock.move(15 * SECOND_MS);
    await next;
    await market.advance(NEXT_RUN_MS);
    await market.advance(5 * MINUTE_MS);
    expect(new Set(idsReceived(world)).size).toBe(20);
  });

  it('survives a restart: what was being sent is sent again under the same id', async () => {
    const home = await engine.newHome();
    const market = await engine.openMarket(home);
    const server = await openSeller({ [HOOK]: hold });
    const { id: listingId } = await publish(market, server);
    const webhook = await created(market.api, server);
    const world = { market, server, listingId, webhook };
    await buy(world);
    void market.advance(NEXT_RUN_MS);
    await until(() => received(world).length === 1);
    await buy(world);
    await market.close();
    server.on(HOOK, () => OK);
    const again = await engine.openMarket(home);
    await again.advance(NEXT_RUN_MS);
    await until(() => received(world).length >= 3);
    const ids = idsReceived(world);
    expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
  });

  it('is sent a test in any state, which neither counts nor is repeated', async () => {
    let status = 204;
    const world = await open(engine, () => ({ status }));
    const { market, webhook } = world;
    const path = `/v1/webhooks/${webhook.id}`;
    const good = await market.api.post(`${path}/test`, {});
    expect(good).toMatchObject({ status: 200, body: { orderId: null, status: 204, error: null } });
    expect(verified(world, webhook.secret)).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: webhook.id },
    });
    status = 302;
    await market.api.patch(path, { state: 'paused' });
    const bad = await market.api.post(`${path}/test`, {});
    const error = 'The receiver returned 302; redirects are not followed';
    expect(bad.body).toMatchObject({ status: 302, error, nextAttemptAt: null });
    await market.advance(HOUR_MS);
    expect(received(world)).toHaveLength(2);
    expect(await attemptsOf(world)).toEqual([bad.body, good.body]);
  });

  it('is one of at most 20 per account, also when many are created at once', async () => {
    const world = await open(engine);
    const api = await world.market.otherApi();
    const all = await Promise.all(
      Array.from({ length: 25 }, () => api.post('/v1/webhooks', { url: world.server.url })),
    );
    const refused = all.filter(({ status }) => status === 429);
    expect(all.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body).toMatchObject({ type: 'quota_exceeded', limit: 'webhooks' });
    const { body } = await api.get('/v1/webhooks?limit=100');
    expect(body.data).toHaveLength(20);
    await api.delete(`/v1/webhooks/${body.data[0].id}`);
    expect((await api.post('/v1/webhooks', { url: world.server.url })).status).toBe(201);
  });

  it('of a suspended account is sent nothing until the account is resumed', async () => {
    const world = await open(engine);
    const { market } = world;
    await buy(world);
    const { userId } = (await market.api.get('/v1/me')).body;
    const set = (value: string) =>
      changeBeside(
        market.home,
        `UPDATE account SET suspended_at = ${value} WHERE id = '${userId}'`,
      );
    await set('1');
    await market.advance(NEXT_RUN_MS);
    expect(received(world)).toHaveLength(0);
    await set('NULL');
    await market.advance(NEXT_RUN_MS);
    expect(received(world)).toHaveLength(1);
  });

  it('is sent nothing but a signed challenge until its URL has responded to it', async () => {
    const world = await open(engine);
    const { market } = world;
    const server = await openSeller({ [HOOK]: () => OK }, { confirms: false });
    const webhook = await created(market.api, server);
    expect(webhook).toMatchObject({
      state: 'pending',
      pendingReason: expect.stringContaining('returned 200, but not the challenge'),
    });
    const asked = { ...world, server, webhook };
    expect(verified(asked, webhook.secret)).toEqual({
      type: 'webhook.challenge',
      timestamp: expect.any(String),
      challenge: expect.stringMatching(/^[\w-]{32}$/),
      data: { webhookId: webhook.id },
    });
    await buy(world);
    await market.advance(NEXT_RUN_MS);
    expect(received(asked)).toHaveLength(1);
    expect(await stored(asked)).toMatchObject({ state: 'pending' });
    // A record that was read can be sent back, which asks nothing.
    const same = await market.api.patch(`/v1/webhooks/${webhook.id}`, await stored(asked));
    expect(same).toMatchObject({ status: 200, body: { state: 'pending' } });
    server.on(HOOK, (request) => ({ body: challengeIn(request) ?? '' }));
    const test = await market.api.post(`/v1/webhooks/${webhook.id}/test`, {});
    expect(test.body).toMatchObject({ status: 200, error: null });
    expect(await stored(asked)).toMatchObject({ state: 'active', pendingReason: null });
    const order = await buy(asked);
    await market.advance(NEXT_RUN_MS);
    expect(received(asked)).toHaveLength(3);
    expect(verified(asked, webhook.secret)).toMatchObject({ data: { id: order.id } });
  });

  it('challenges a new URL before it replaces the old one, and misses no order if it responds', async () => {
    const world = await open(engine);
    const { market, webhook } = world;
    const other = await openSeller();
    const silent = await openSeller({ [HOOK]: () => OK }, { confirms: false });
    const patch = async (change: object) =>
      (await market.api.patch(`/v1/webhooks/${webhook.id}`, change)).body;
    other.on('POST /new', () => OK);
    const order = await buy(world);
    expect(await patch({ url: `${other.url}/new` })).toMatchObject({ state: 'active' });
    await market.advance(NEXT_RUN_MS);
    const [told] = other.requestsTo('POST /new');
    expect(JSON.parse(String(told?.body)).data.id).toBe(order.id);
    expect(await patch({ url: `${silent.url}/hook` })).toMatchObject({ state: 'pending' });
    await buy(world);
    await market.advance(NEXT_RUN_MS);
    expect(silent.requestsTo(HOOK)).toHaveLength(1);
    // The answer of a URL confirms no other one.
    expect(await patch({ state: 'paused' })).toMatchObject({ state: 'paused' });
    expect(await patch({ state: 'active' })).toMatchObject({ state: 'pending' });
    expect(await patch({ url: `${other.url}/new` })).toMatchObject({
      state: 'active',
      pendingReason: null,
    });
    expect(received(world)).toHaveLength(0);
    expect(await patch({ state: 'disabled' })).toMatchObject({ type: 'invalid_state_transition' });
  });

  it('whose receiver returns 410 is disabled at once, and challenged again before it is enabled', async () => {
    const world = await open(engine, () => ({ status: 410 }));
    const { market, webhook, server } = world;
    const patch = async (change: object) =>
      (await market.api.patch(`/v1/webhooks/${webhook.id}`, change)).body;
    await buy(world);
    await market.advance(NEXT_RUN_MS);
    const reason = expect.stringContaining('410');
    expect(await stored(world)).toMatchObject({ state: 'disabled', disabledReason: reason });
    expect((await attemptsOf(world))[0]).toMatchObject({ status: 410, nextAttemptAt: null });
    await server.close();
    expect(await patch({ state: 'active' })).toMatchObject({
      state: 'pending',
      disabledReason: null,
      pendingReason: expect.stringContaining('The receiver'),
    });
    await market.advance(DAY_MS);
    expect(received(world)).toHaveLength(1);
  });

  it('is not disabled, and keeps its retries, when a URL that it no longer has returns 410', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const world = await open(engine, async () => {
      await answered;
      return { status: 410 };
    });
    const { market, webhook } = world;
    await buy(world);
    const sent = market.advance(NEXT_RUN_MS);
    await until(() => received(world).length === 1);
    const other = await openSeller({ [HOOK]: () => OK });
    const path = `/v1/webhooks/${webhook.id}`;
    await market.api.patch(path, { url: `${other.url}/hook` });
    answer();
    await sent;
    expect(await stored(world)).toMatchObject({ state: 'active', url: `${other.url}/hook` });
    await market.advance(5 * SECOND_MS);
    await market.advance(NEXT_RUN_MS);
    expect(other.requestsTo(HOOK)).toHaveLength(1);
  });

  it('is confirmed only by its present URL, however late another one responds', async () => {
    const world = await open(engine);
    const { market, webhook, server } = world;
    const path = `/v1/webhooks/${webhook.id}`;
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const slow = await openSeller(
      {
        [HOOK]: async (request) => {
          await answered;
          return { body: challengeIn(request) ?? '' };
        },
      },
      { confirms: false },
    );
    await market.api.patch(path, { state: 'paused' });
    const { body: paused } = await market.api.patch(path, { url: `${slow.url}/hook` });
    expect(paused).toMatchObject({ state: 'paused' });
    const resumed = market.api.post(`${path}/test`, {});
    await until(() => slow.requestsTo(HOOK).length === 1);
    await market.api.patch(path, { state: 'active', url: `${server.url}/hook` });
    answer();
    await resumed;
    expect(await stored(world)).toMatchObject({ state: 'active', url: `${server.url}/hook` });
  });

  it.each(['gzip', 'br'])('may send the challenge back compressed with %s', async (encoding) => {
    const compress = encoding === 'br' ? brotliCompressSync : gzipSync;
    const server = await openSeller(
      {
        [HOOK]: (request) => ({
          body: compress(challengeIn(request) ?? ''),
          headers: { 'content-encoding': encoding },
        }),
      },
      { confirms: false },
    );
    const market = await engine.openMarket(await engine.newHome());
    expect(await created(market.api, server)).toMatchObject({ state: 'active' });
    // What it becomes is limited too.
    server.on(HOOK, () => ({
      status: 404,
      body: compress(Buffer.alloc(100_000)),
      headers: { 'content-encoding': encoding },
    }));
    expect(await created(market.api, server, '?large')).toMatchObject({
      state: 'pending',
      pendingReason: 'The receiver returned 404',
    });
  });

  it('is notified of an order once, however many webhooks of the account have its URL', async () => {
    const world = await open(engine);
    const { market, server } = world;
    for (let n = 0; n < 3; n++) await created(market.api, server);
    await created(await market.otherApi(), server);
    await buy(world);
    await market.advance(NEXT_RUN_MS);
    expect(received(world)).toHaveLength(1);
  });

  it('is notified of the events that it names, and of no others', async () => {
    const world = await open(engine);
    const { market, webhook, server } = world;
    await created(market.api, server, '?other');
    await changeBeside(
      market.home,
      `UPDATE webhook SET events_json = '["order.created"]' WHERE id = '${webhook.id}'`,
    );
    await buy(world);
    await market.advance(NEXT_RUN_MS);
    expect(received(world).map(({ query }) => query)).toEqual(['other']);
  });

  it('shows what was sent and returned, without signatures, and how the last attempts went', async () => {
    let hook: Reply = { status: 503, body: Buffer.from('down\0\xff'.padEnd(3_000, 'é')) };
    const world = await open(engine, () => hook);
    const { market, webhook } = world;
    const order = await buy(world, { city: 'Oslo' });
    await market.advance(NEXT_RUN_MS);
    const [attempt] = await attemptsOf(world);
    const path = `/v1/deliveries/${attempt.deliveryId}`;
    const { body: delivery } = await market.api.get(path);
    const [sent] = received(world);
    const { response } = delivery.attempts[0];
    expect(delivery).toEqual({
      id: sent?.headers['webhook-id'],
      webhookId: webhook.id,
      type: 'order.settled',
      orderId: order.id,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'mkt-marketplace',
        'webhook-id': sent?.headers['webhook-id'],
      },
      body: String(sent?.body),
      nextAttemptAt: attempt.nextAttemptAt,
      attempts: [{ ...attempt, response }],
    });
    expect(response).toMatch(/^down\uFFFD/);
    expect(response.length).toBeLessThanOrEqual(1_024);
    expect(await stored(world)).toMatchObject({
      failingSince: expect.any(String),
      waiting: 1,
      nextAttemptAt: attempt.nextAttemptAt,
      recentAttempts: { succeeded: 0, failed: 1 },
      lastAttempt: attempt,
    });
    hook = OK;
    await market.advance(10 * SECOND_MS);
    const { body: ended } = await market.api.get(path);
    expect(ended.attempts.map(({ status }: any) => status)).toEqual([200, 503]);
    expect(ended.nextAttemptAt).toBeNull();
    const list = await market.api.get('/v1/webhooks');
    expect(list.body.data[0]).toMatchObject({
      failingSince: null,
      waiting: 0,
      nextAttemptAt: null,
      recentAttempts: { succeeded: 1, failed: 1 },
      lastAttempt: { status: 200, deliveryId: delivery.id },
    });
    const failed = await market.api.get(`/v1/webhooks/${webhook.id}/attempts?outcome=failed`);
    expect(failed.body.data).toEqual([attempt]);
  });

  it('is sent a delivery again under its webhook-id: a success ends the retries, a failure changes nothing', async () => {
    let status = 503;
    const world = await open(engine, () => ({ status }));
    const { market, webhook } = world;
    await buy(world);
    await market.advance(NEXT_RUN_MS);
    const [first] = await attemptsOf(world);
    const before = await stored(world);
    const send = () => market.api.post(`/v1/deliveries/${first.deliveryId}/send`, {});
    status = 410;
    expect((await send()).body).toMatchObject({ status: 410, nextAttemptAt: first.nextAttemptAt });
    const { state, failingSince } = await stored(world);
    expect([state, failingSince]).toEqual(['active', before.failingSince]);
    await market.api.patch(`/v1/webhooks/${webhook.id}`, { state: 'paused' });
    status = 204;
    const sent = await send();
    expect(sent).toMatchObject({ status: 200, body: { status: 204, nextAttemptAt: null } });
    expect(verified(world, webhook.secret).type).toBe('order.settled');
    expect(await stored(world)).toMatchObject({ waiting: 0, failingSince: null });
    await market.api.patch(`/v1/webhooks/${webhook.id}`, { state: 'active' });
    await market.advance(DAY_MS);
    expect(received(world)).toHaveLength(3);
    expect(new Set(idsReceived(world))).toEqual(new Set([first.deliveryId]));
    expect((await send()).body.status).toBe(204);
    expect((await market.api.post('/v1/deliveries/nothing/send', {})).status).toBe(404);
  });

  it('is not sent a delivery again while its URL is not confirmed, nor a challenge', async () => {
    const world = await open(engine);
    const { market, webhook } = world;
    const test = (await market.api.post(`/v1/webhooks/${webhook.id}/test`, {})).body;
    const again = await market.api.post(`/v1/deliveries/${test.deliveryId}/send`, {});
    expect(again.body).toMatchObject({ type: 'webhook.test', deliveryId: test.deliveryId });
    const silent = await openSeller({ [HOOK]: () => OK }, { confirms: false });
    await market.api.patch(`/v1/webhooks/${webhook.id}`, { url: `${silent.url}/hook` });
    const refused = await market.api.post(`/v1/deliveries/${test.deliveryId}/send`, {});
    expect([refused.status, refused.body.type]).toEqual([409, 'invalid_state_transition']);
    const challenge = (await market.api.post(`/v1/webhooks/${webhook.id}/test`, {})).body;
    expect(challenge.type).toBe('webhook.challenge');
    const path = `/v1/deliveries/${challenge.deliveryId}`;
    const { body } = await market.api.get(path);
    // A server that has not agreed is not read to the caller.
    expect(body).toMatchObject({ attempts: [{ status: 200, response: null }] });
    expect(JSON.parse(body.body).type).toBe('webhook.challenge');
    expect((await market.api.post(`${path}/send`, {})).status).toBe(400);
    expect(silent.requestsTo(HOOK)).toHaveLength(2);
  });

  it('leaves no attempts older than seven days, and nothing when it is deleted', async () => {
    const world = await open(engine);
    const { market, webhook } = world;
    await buy(world);
    await market.advance(NEXT_RUN_MS);
    expect(await attemptsOf(world)).toHaveLength(1);
    await market.advance(7 * DAY_MS);
    await market.advance(HOUR_MS);
    expect(await attemptsOf(world)).toEqual([]);
    await market.api.delete(`/v1/webhooks/${webhook.id}`);
    const { status, body } = await market.api.get(`/v1/webhooks/${webhook.id}`);
    expect([status, body.type]).toEqual([404, 'not_found']);
  });
});

describe.each(EMBEDDED)('a host that receives', () => {
  it('gets few challenges while it does not respond, which does not affect other accounts', async () => {
    const market = await openMarket();
    const server = await openSeller({ [HOOK]: () => OK }, { confirms: false });
    const { id } = await created(market.api, server);
    const test = () => market.api.post(`/v1/webhooks/${id}/test`, {});
    let sent = 1;
    while (sent < 30 && (await test()).status === 200) sent += 1;
    expect(received({ server })).toHaveLength(sent);
    expect(sent).toBeLessThan(20);
    const refused = await test();
    expect([refused.status, refused.body.type]).toEqual([429, 'rate_limited']);
    const more = await created(market.api, server, '?more');
    expect(more.pendingReason).toContain('Too many challenges');
    expect(received({ server })).toHaveLength(sent);
    await market.advance(Number(refused.headers.get('retry-after')) * SECOND_MS);
    server.on(HOOK, (request) => ({ body: challengeIn(request) ?? '' }));
    expect((await test()).body).toMatchObject({ error: null });
    expect((await created(await market.otherApi(), server)).state).toBe('active');
  });

  it('gets a limited number of requests a second from all accounts, in turns', async () => {
    const environment = { MKT_WEBHOOK_REQUESTS_PER_HOST: '4' };
    const market = await openMarket({ environment });
    const server = await openSeller({ [HOOK]: () => OK });
    const { id: listingId } = await publish(market, server);
    const buyers = [market.api, await market.otherApi()];
    for (const buyer of buyers) {
      await created(buyer, server);
      for (let n = 0; n < 12; n++) await buyer.activate(listingId, { n }, 10);
    }
    await market.advance(NEXT_RUN_MS);
    const first = received({ server }).length;
    expect(first).toBeGreaterThanOrEqual(4);
    expect(first).toBeLessThanOrEqual(12);
    const keys = new Set(
      received({ server }).map(({ body }) => JSON.parse(String(body)).data.keyId),
    );
    expect(keys.size).toBe(2);
    for (let second = 0; second < 6; second++) await market.advance(SECOND_MS);
    expect(received({ server })).toHaveLength(24);
  });

  it('gets one request more at a time with each success after a failure', async () => {
    const market = await openMarket();
    let status = 500;
    const server = await openSeller({ [HOOK]: () => ({ status }) });
    const { id: listingId } = await publish(market, server);
    await created(market.api, server);
    for (let n = 0; n < 12; n++) await market.api.activate(listingId, { n }, 10);
    await market.advance(NEXT_RUN_MS);
    const failed = received({ server }).length;
    status = 200;
    let held = 0;
    server.on(HOOK, (request, response) => {
      held += 1;
      // The first succeeds; the others stay open.
      return held === 1 ? OK : hold(request, response);
    });
    const next = market.advance(MINUTE_MS);
    await until(() => held === 3);
    expect(received({ server })).toHaveLength(failed + 3);
    market.clock.move(15 * SECOND_MS);
    await next;
  });
});

describe.each(EMBEDDED)('the URL of a webhook', () => {
  it('is https on a public address outside dev mode, also by the addresses of its name', async () => {
    const market = await openMarket({
      dev: false,
      resolve: (_, found) => found(null, [{ address: '10.0.0.1', family: 4 }]),
    });
    const { apiKey } = await market.createAccount();
    const api = createApi(market.url, apiKey);
    for (const url of [
      'http://buyer.example.com/hook',
      'https://127.0.0.1/hook',
      'https://[::1]/hook',
      'https://169.254.169.254/latest',
      'https://localhost/hook',
      'https://user:secret@buyer.example.com/hook',
      'https://buyer.example.com:22/hook',
      'ftp://buyer.example.com',
      'x',
    ]) {
      const { status } = await api.post('/v1/webhooks', { url });
      expect([url, status]).toEqual([url, 400]);
    }
    const { body: webhook } = await api.post('/v1/webhooks', { url: 'https://buyer.example.com' });
    const { status } = await api.patch(`/v1/webhooks/${webhook.id}`, { url: 'https://10.0.0.1' });
    expect(status).toBe(400);
    const { body } = await api.post(`/v1/webhooks/${webhook.id}/test`, {});
    expect(body).toMatchObject({
      status: null,
      error: 'The URL resolves to an address that is not public',
    });
  });
});
