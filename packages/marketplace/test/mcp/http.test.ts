// docs/buy/agents.md#over-http: who may use /mcp, and what it does with requests that are not of an agent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAgent, callTool, openAgentWorld, type AgentWorld } from './agent.ts';

let world: AgentWorld;
beforeAll(async () => {
  world = await openAgentWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const MANY = Array.from({ length: 120 }, (_, n) => `listing-${n}`).join(',');
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** Sends a request as a program would; `undefined` leaves a header out. */
async function send(
  headers: Record<string, string | undefined> = {},
  {
    method = 'POST',
    query = '',
    body = PING,
  }: { method?: string; query?: string; body?: any } = {},
) {
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${world.market.apiKey}`,
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => !!entry[1]);
  const response = await fetch(`${world.market.url}/mcp${query}`, {
    method,
    headers: given,
    ...(method === 'POST' && { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && JSON.parse(text),
  };
}

describe('a large message', () => {
  const padding = 'x'.repeat(17 * 1024);
  const message = (method: string, params: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

  it.each(['ping', 'tools/list', 'nothing', 'tools/call2'])(
    'is refused if it is a %s',
    async (method) => {
      const { status, body } = await send({}, { body: message(method, { _meta: { padding } }) });
      expect([status, body.type]).toEqual([413, 'payload_too_large']);
      const small = await send({}, { body: message(method, {}) });
      expect(small.status).not.toBe(413);
    },
  );

  it('is accepted if it calls a tool', async () => {
    const call = { name: 'run_listing', arguments: { listing: 'nowhere', input: { padding } } };
    const { status, text } = await send({}, { body: message('tools/call', call) });
    expect([status, text]).toEqual([200, expect.stringContaining('not_found')]);
  });
});

describe('who may use /mcp', () => {
  it('needs an API key, in either header', async () => {
    const { status, headers, body } = await send({ authorization: undefined });
    expect({ status, type: body.type }).toEqual({ status: 401, type: 'unauthenticated' });
    expect(headers.get('www-authenticate')).toContain('Bearer');
    const key = { authorization: undefined, 'x-mkt-api-key': world.market.apiKey };
    expect((await send(key)).status).toBe(200);
    expect((await send({ authorization: 'Bearer mkt_wrong' })).status).toBe(401);
  });

  it('does not accept the session of a person in place of a key', async () => {
    const { status } = await send({ authorization: undefined, cookie: 'mkt_session=x' });
    expect(status).toBe(401);
  });

  it('refuses pages of other sites, as MCP requires', async () => {
    const { status, body } = await send({ origin: 'https://evil.example' });
    expect({ status, type: body.type }).toEqual({ status: 403, type: 'forbidden_origin' });
    expect((await send({ origin: world.market.url })).status).toBe(200);
  });

  it('lets a key do only what its scopes allow', async () => {
    const { apiKey } = await world.market.createAccount({ scopes: ['order:read_own'] });
    const agent = await openAgent(world.market, { apiKey });
    const run = await callTool(agent, 'run_listing', { listing: 'weather', input: { city: 'X' } });
    expect(run.text).toMatch(/^insufficient_scope: .*No order was placed\./);
    expect(run.data.error.requiredScope).toBe('order:create');
    expect(run.text).toContain('mkt keys create --name agent --scopes order:create,order:read_own');
  });

  it('says what is left of the budget of a key, after a purchase and when nothing was bought', async () => {
    const scopes = ['order:create', 'order:read_own'];
    const budget = { limit: 0.03, currency: 'USD', period: 'day' };
    const { body } = await world.market.api.post('/v1/api-keys', { name: 'agent', scopes, budget });
    const agent = await openAgent(world.market, { apiKey: body.key });
    const args = { listing: 'weather', input: { city: 'Oslo' } };
    const before = await callTool(agent, 'whoami');
    expect(before.sentence).toMatch(/^This API key may still spend 0\.03 USD until \d{4}-/);
    expect(before.data).toMatchObject({
      keyName: 'agent',
      scopes,
      budget: { ...budget, remaining: { amount: 0.03, currency: 'USD' } },
    });
    const bought = await callTool(agent, 'run_listing', args);
    expect(bought.sentence).toContain('This API key may still spend 0.01 USD until ');
    const { orderId } = bought.data;
    const own = await callTool(agent, 'list_orders');
    expect(own.data.orders).toMatchObject([{ orderId }]);
    expect((await callTool(agent, 'get_order', { orderId })).isError).toBe(false);
    const over = await callTool(agent, 'run_listing', args);
    expect(over.text).toMatch(/^budget_exceeded: .*No order was placed\. .*tell the user\.$/m);
    expect(over.data.error).toMatchObject({
      type: 'budget_exceeded',
      reason: 'limit',
      remaining: { amount: 0.01, currency: 'USD' },
    });
  });

  it('says that nothing limits a key without a budget', async () => {
    const agent = await openAgent(world.market);
    const { sentence, data } = await callTool(agent, 'whoami');
    expect(sentence).toBe('Nothing limits what this API key may spend.');
    expect(data).toMatchObject({ budget: null, keyName: expect.any(String) });
    const wrong = await callTool(agent, 'whoami', { key: 'x' });
    expect(wrong.text).toContain('There is no argument "key"; this tool has none.');
  });

  it('does not show the orders of another account', async () => {
    const mine = await openAgent(world.market);
    const args = { listing: 'weather', input: { city: 'Oslo' } };
    const { orderId } = (await callTool(mine, 'run_listing', args)).data;
    const { apiKey } = await world.market.createAccount();
    const stranger = await openAgent(world.market, { apiKey });
    expect((await callTool(stranger, 'get_order', { orderId })).text).toMatch(/^not_found: /);
  });
});

describe('requests that are not of an agent', () => {
  it.each([
    ['a GET', {}, { method: 'GET' }, 405, 'method_not_allowed'],
    ['a DELETE', {}, { method: 'DELETE' }, 405, 'method_not_allowed'],
    ['no JSON', {}, { body: '{' }, 400, 'invalid_json'],
    ['no body', {}, { body: '' }, 400, 'invalid_json'],
    ['another type', { 'content-type': 'text/plain' }, {}, 415, 'unsupported_media_type'],
    ['a large body', {}, { body: `"${'x'.repeat(300_000)}"` }, 413, 'payload_too_large'],
    ['a batch', {}, { body: `[${PING}]` }, 400, 'invalid_request'],
    [
      'a number that would be rounded',
      {},
      { body: '{"id":9007199254740993}' },
      400,
      'invalid_request',
    ],
    ['a name that occurs twice', {}, { body: '{"id":1,"id":2}' }, 400, 'invalid_json'],
    ['another parameter', {}, { query: '?sure=1' }, 400, 'invalid_request'],
    ['no one', {}, { query: '?confirmAbove=1&confirm=me' }, 400, 'invalid_request'],
    ['who confirms what', {}, { query: '?confirm=person' }, 400, 'invalid_request'],
    ['a currency of nothing', {}, { query: '?currency=EUR' }, 400, 'invalid_request'],
    ['a limit that is no amount', {}, { query: '?confirmAbove=1e3' }, 400, 'invalid_request'],
    ['too many listings', {}, { query: `?listings=${MANY}` }, 400, 'invalid_request'],
    ['names that are no slugs', {}, { query: '?listings=A%20b' }, 400, 'invalid_request'],
  ])('refuses %s', async (_, headers, request, status, type) => {
    const response = await send(headers, request);
    expect({ status: response.status, type: response.body.type }).toEqual({ status, type });
  });

  it('refuses to connect with a listing that does not exist, and names it', async () => {
    const query = '?listings=weather,wether,qr-kode';
    for (const method of ['initialize', 'server/discover', 'tools/list']) {
      const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
      const { status, body } = await send({}, { query, body: message });
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error: 'The query parameter listings names listings that do not exist: wether, qr-kode.',
      });
    }
  });

  it('connects with a listing that has been withdrawn, and without its tool', async () => {
    const { id, slug } = await world.publish({ title: 'Withdrawn' });
    await world.market.api.patch(`/v1/listings/${id}`, { listingState: 'archived' });
    const agent = await openAgent(world.market, { query: `?listings=weather,${slug}` });
    const names = new Set((await agent.listTools()).tools.map(({ name }) => name));
    expect([names.has('weather'), names.has(slug)]).toEqual([true, false]);
  });

  it.each([
    ['no message', '{}'],
    ['null', 'null'],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"no/such"}'],
    [
      'a tool that does not exist',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
    ],
    ['a call without a name', '{"jsonrpc":"2.0","id":1,"method":"tools/call"}'],
    ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
    ['parameters that are no object', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}'],
    [
      'arguments that are no object',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_listing","arguments":[]}}',
    ],
    ['a method of every object', '{"jsonrpc":"2.0","id":1,"method":"__proto__","params":{}}'],
  ])('answers %s with an error of JSON-RPC', async (_, body) => {
    const { status, text } = await send({}, { body });
    expect(status).toBeLessThan(500);
    expect(text).toMatch(/"code":-32\d{3}/);
  });

  it('answers a version that does not exist with those that do', async () => {
    const { status, text } = await send({ 'mcp-protocol-version': '1999-01-01' });
    expect(status).toBe(400);
    expect(text).toContain('supported versions: 2025-11-25');
  });

  it('has no sessions, so that the id of none is unknown', async () => {
    const { status, headers } = await send({ 'mcp-session-id': 'of-another-server' });
    expect({ status, session: headers.get('mcp-session-id') }).toEqual({
      status: 200,
      session: null,
    });
  });

  it('buys nothing for a call to which it could send no response', async () => {
    const call = { name: 'run_listing', arguments: { listing: 'weather', input: { city: 'X' } } };
    const notification = { jsonrpc: '2.0', method: 'tools/call', params: call };
    const before = world.seller.calls.length;
    expect((await send({}, { body: JSON.stringify(notification) })).status).toBe(202);
    const { body } = await world.market.api.get('/v1/orders');
    expect(body.data.filter((order: any) => order.requestBody.city === 'X')).toEqual([]);
    expect(world.seller.calls).toHaveLength(before);
  });

  it('buys within the trace of the request', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const call = {
      name: 'run_listing',
      arguments: { listing: 'weather', input: { city: 'Oslo' } },
    };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
    const headers = { traceparent, tracestate: 'agent=1' };
    expect((await send(headers, { body: JSON.stringify(message) })).status).toBe(200);
    expect(world.seller.calls.at(-1)?.headers).toMatchObject(headers);
  });

  it('counts requests against the rate limit of the account', async () => {
    const { openMarket } = await import('../market.ts');
    const market = await openMarket({
      environment: { MKT_RATE_REQUESTS_PER_SECOND: '2', MKT_RATE_BURST: '2' },
    });
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${market.apiKey}`,
    };
    const requests = Array.from({ length: 5 }, () =>
      fetch(`${market.url}/mcp`, { method: 'POST', headers, body: PING }),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses).toContain(429);
  });
});
