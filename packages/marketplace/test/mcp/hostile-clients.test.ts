// docs/buy/agents.md#over-http: clients that disconnect, repeat themselves or hold many requests open.
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hold, json } from '../../../../test-bed/seller.ts';
import { callTool, CITY, openAgent, openAgentWorld, type AgentWorld } from './agent.ts';

const SHARE = 4;
let world: AgentWorld;
beforeAll(async () => {
  world = await openAgentWorld({ environment: { MKT_SHARE_MCP_REQUESTS: String(SHARE) } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  world.seller.calls.length = 0;
  world.seller.on('POST /run', ({ body }) => json({ echo: JSON.parse(body.toString()) }));
});

const runOf = (args: object) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'run_listing', arguments: { listing: 'weather', ...args } },
  });

const post = (body: string, signal?: AbortSignal, apiKey = world.market.apiKey) =>
  fetch(`${world.market.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${apiKey}`,
    },
    body,
    ...(signal && { signal }),
  });

/** The calls that have arrived, once there are as many as wanted. */
const calls = async (count: number) => {
  await expect.poll(() => world.seller.calls.length).toBe(count);
  return world.seller.calls;
};

describe('a client that disconnects while its call is running', () => {
  it.each([
    ['with an idempotency key, which then returns the order', 'interrupted-1'],
    ['without one, whose order is in the list', undefined],
  ])('loses nothing and buys nothing twice: %s', async (_, idempotencyKey) => {
    world.seller.on('POST /run', hold);
    const args = { input: { city: `Oslo ${idempotencyKey}` }, idempotencyKey };
    const abort = new AbortController();
    const lost = post(runOf(args), abort.signal).then((response) => response.text());
    const [call] = await calls(1);
    abort.abort();
    await expect(lost).rejects.toThrow('aborted');
    call?.respond({ ok: true });

    const agent = await openAgent(world.market);
    const orderId = call?.orderId;
    if (idempotencyKey) {
      const again = await callTool(agent, 'run_listing', { listing: 'weather', ...args });
      expect(again.data).toMatchObject({ orderId, orderState: 'completed', result: { ok: true } });
    }
    const found = await callTool(agent, 'list_orders', { listing: 'weather', limit: 1 });
    expect(found.data.orders).toMatchObject([{ orderId, price: { amount: 0.02 } }]);
    const order = await callTool(agent, 'get_order', { orderId, waitSeconds: 10 });
    expect(order.data).toMatchObject({ orderState: 'completed', charged: true });
    expect(world.seller.calls).toHaveLength(1);
  });
});

describe('a confirmation', () => {
  const ARGS = { listing: 'weather', input: { city: 'Oslo' } };
  const LIMIT = { query: '?confirmAbove=0.01&confirm=agent' };

  async function confirmation(args: Record<string, unknown> = ARGS) {
    const agent = await openAgent(world.market, LIMIT);
    const asked = await callTool(agent, 'run_listing', args);
    return { agent, agreed: { ...args, mkt_confirm: asked.data.error.mkt_confirm as string } };
  }

  it('that is sent many times at once, by several sessions, buys one order', async () => {
    const { agent, agreed } = await confirmation();
    const others = [await openAgent(world.market, LIMIT), await openAgent(world.market, LIMIT)];
    const runs = await Promise.all(
      [agent, ...others].map((each) => callTool(each, 'run_listing', agreed)),
    );
    expect(new Set(runs.map(({ data }) => data.orderId)).size).toBe(1);
    expect(runs.map(({ isError }) => isError)).toEqual([false, false, false]);
    expect(world.seller.calls).toHaveLength(1);
  });

  it('is worth nothing to another key, even of the same account', async () => {
    const { agreed } = await confirmation();
    const { body } = await world.market.api.post('/v1/api-keys', {
      name: 'other',
      scopes: ['order:create', 'order:read'],
    });
    const other = await openAgent(world.market, { ...LIMIT, apiKey: body.key });
    const run = await callTool(other, 'run_listing', agreed);
    expect(run.data.error.type).toBe('confirmation_required');
    expect(world.seller.calls).toHaveLength(0);
  });

  it('ends with the revision that it was for, although the price is the same', async () => {
    const { id, slug, revision } = await world.publish({
      title: 'Revised',
      price: { amount: 0.02, currency: 'USD' },
      runContract: { inputSchema: CITY },
    });
    const { agent, agreed } = await confirmation({ ...ARGS, listing: slug });
    await world.market.api.patch(`/v1/listings/${id}`, { price: { amount: 0.03 } });
    await world.market.api.patch(`/v1/listings/${id}`, { price: { amount: 0.02 } });
    const run = await callTool(agent, 'run_listing', agreed);
    expect(run.data.error).toMatchObject({ type: 'confirmation_required', amount: 0.02 });
    expect(run.data.error.revision).toBeGreaterThan(revision ?? 1);
    expect(world.seller.calls).toHaveLength(0);
  });
});

describe('an account with many open requests', () => {
  it('is refused one more, with the limit and when to try again, until one ends', async () => {
    world.seller.on('POST /run', hold);
    const aborts = Array.from({ length: SHARE }, () => new AbortController());
    const open = aborts.map(({ signal }, n) =>
      post(runOf({ input: { city: `City ${n}` } }), signal).then(
        (response) => response.text(),
        () => 'aborted',
      ),
    );
    await calls(SHARE);
    const refused = await post(runOf({ input: { city: 'One more' } }));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ type: 'quota_exceeded', limit: 'mcp_requests' });
    const { apiKey } = await world.market.createAccount();
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect((await post(ping, undefined, apiKey)).status).toBe(200);

    // A client that disconnects gives its place back.
    aborts[0]?.abort();
    await expect.poll(async () => (await post(ping)).status).toBe(200);
    for (const call of world.seller.calls) call.respond({ ok: true });
    await Promise.all(open);
    expect((await post(ping)).status).toBe(200);
  });

  it('gets its places back from a client that disconnects with requests in a row', async () => {
    world.seller.on('POST /run', hold);
    const { hostname, port } = new URL(world.market.url);
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' });
    for (let n = 1; n <= SHARE; n++) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      // The response to the second waits for the first, and is never written.
      socket.write(rawPost(runOf({ input: { city: `Town ${n}` } })) + rawPost(ping));
      await calls(n);
      socket.destroy();
    }
    await expect.poll(async () => (await post(ping)).status).toBe(200);
    for (const call of world.seller.calls) call.respond({ ok: true });
  });
});

const rawPost = (body: string) =>
  [
    'POST /mcp HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Authorization: Bearer ${world.market.apiKey}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
