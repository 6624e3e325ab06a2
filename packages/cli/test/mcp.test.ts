// docs/buy/agents.md: mkt mcp, as an agent starts it.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createApi } from '../../../test-bed/api.ts';
import { serveHttp } from '../../../test-bed/local-server.ts';
import { hold } from '../../../test-bed/seller.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { countWords, startTextSeller, type TextSeller } from './seller.ts';
import { BARE, MKT, spawnMkt, startMkt } from './spawn-mkt.ts';

let market: RealMarketplace;
let seller: TextSeller;
beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  const api = createApi(market.url, market.apiKey);
  await api.post('/v1/listings/from-service', { serviceUrl: seller.url });
  await market.reviewsIdle();
});
afterAll(async () => {
  await seller.close();
  await market.close();
});

beforeEach(() => seller.on('POST /run', countWords));

type Era = 'stateless' | 'before';

/** Starts one process: the SDK's own first asks another which versions of the protocol it speaks. */
class InPlace extends StdioClientTransport {}

/** An agent with its own process. */
async function connectAgent(
  argv: readonly string[],
  { era = 'stateless', env = {}, capabilities = {}, Transport = InPlace } = {},
): Promise<Client> {
  const mode = era === 'stateless' ? { pin: '2026-07-28' } : ('legacy' as const);
  const agent = new Client(
    { name: 'agent', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode } },
  );
  const transport = new Transport({
    command: process.execPath,
    args: [...MKT, 'mcp', ...argv],
    env: { ...BARE, ...market.env, ...env },
    stderr: 'ignore',
  });
  await agent.connect(transport);
  return agent;
}

async function openAgent(...options: Parameters<typeof connectAgent>): Promise<Client> {
  const agent = await connectAgent(...options);
  onTestFinished(() => agent.close());
  return agent;
}

/** The record in a result. */
function recordOf({ content }: { content?: unknown }): any {
  const [, record] = content as { text: string }[];
  return JSON.parse(record?.text ?? '');
}

const TEXT = { listing: 'text-insights', input: { text: 'one two' } };

describe.each<Era>(['stateless', 'before'])('mkt mcp in the %s protocol', (era) => {
  let agent: Client;
  beforeAll(async () => {
    agent = await connectAgent(['--listings', 'text-insights'], {
      era,
      Transport: StdioClientTransport,
    });
  });
  afterAll(() => agent.close());

  it('runs a listing, and a listing as a tool of its own', async () => {
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toContain('text-insights');
    const run = await agent.callTool({ name: 'run_listing', arguments: TEXT });
    expect(recordOf(run)).toMatchObject({ orderState: 'completed', result: { words: 2 } });
    const own = await agent.callTool({ name: 'text-insights', arguments: { text: 'one' } });
    expect(recordOf(own)).toMatchObject({ result: { words: 1 } });
  });

  it('asks the user before a call above --confirm-above', async () => {
    const capabilities = { elicitation: { form: {} } };
    const asking = await openAgent(['--confirm-above', '0.01'], { era, capabilities });
    const asked: string[] = [];
    asking.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return { action: asked.length === 1 ? 'decline' : 'accept', content: {} };
    });
    const declined = await asking.callTool({ name: 'run_listing', arguments: TEXT });
    expect(declined.isError).toBe(true);
    const bought = await asking.callTool({ name: 'run_listing', arguments: TEXT });
    expect(recordOf(bought)).toMatchObject({ orderState: 'completed' });
    expect(asked[0]).toContain('text-insights (revision 1) costs 0.02 USD per call.');
  });

  it('refuses a call above --confirm-above when it cannot ask, unless the agent may confirm', async () => {
    const strict = await openAgent(['--confirm-above', '0.01'], { era });
    const refused = await strict.callTool({ name: 'run_listing', arguments: TEXT });
    expect(recordOf(refused).error).not.toHaveProperty('mkt_confirm');
    const lenient = await openAgent(['--confirm-above', '0.01', '--confirm', 'agent'], { era });
    const asked = await lenient.callTool({ name: 'run_listing', arguments: TEXT });
    const { mkt_confirm } = recordOf(asked).error;
    const args = { ...TEXT, mkt_confirm };
    const bought = await lenient.callTool({ name: 'run_listing', arguments: args });
    expect(recordOf(bought)).toMatchObject({ orderState: 'completed' });
  });

  it('forgets a call that the agent cancels, and continues', async () => {
    seller.on('POST /run', hold);
    const abort = new AbortController();
    const run = agent.callTool({ name: 'run_listing', arguments: TEXT }, { signal: abort.signal });
    const call = await seller.nextCall();
    abort.abort();
    await expect(run).rejects.toThrow();
    call.respond({ words: 2 });
    seller.on('POST /run', countWords);
    const next = await agent.callTool({ name: 'run_listing', arguments: TEXT });
    expect(recordOf(next)).toMatchObject({ result: { words: 2 } });
  });
});

/** Passes requests on to the marketplace; `onActivation` runs before, and may drop the response. */
async function openProxy(onActivation: () => Promise<'drop' | 'pass'> | 'drop' | 'pass') {
  const proxy = await serveHttp(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = method === 'POST' ? await new Response(request as never).arrayBuffer() : null;
    const next = method === 'POST' ? await onActivation() : 'pass';
    const given = headers as Record<string, string>;
    const reply = await fetch(market.url + url, { method, body, headers: given });
    const text = await reply.text();
    if (next === 'drop') return response.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text);
  });
  onTestFinished(proxy.close);
  return proxy;
}

describe('between the agent and the marketplace', () => {
  it('an order whose response is lost is never reported as not placed, and found by its key', async () => {
    let isBroken = true;
    const proxy = await openProxy(() => (isBroken ? 'drop' : 'pass'));
    const before = seller.calls.length;
    const agent = await openAgent([], { env: { MKT_BASE_URL: proxy.url } });
    const run = await agent.callTool({ name: 'run_listing', arguments: TEXT });
    const { error } = recordOf(run) as { error: Record<string, string> };
    expect(error).toMatchObject({ orderMayExist: true });
    expect(JSON.stringify(run.content)).toContain('The order may have been placed.');
    isBroken = false;
    const args = { ...TEXT, idempotencyKey: error['idempotencyKey'] };
    const found = await agent.callTool({ name: 'run_listing', arguments: args });
    expect(recordOf(found)).toMatchObject({ orderState: 'completed' });
    expect(seller.calls.length - before).toBe(1);
  });

  it('a price that rises after the user agreed buys nothing, and is asked about again', async () => {
    const api = createApi(market.url, market.apiKey);
    const { data } = (await api.get('/v1/listings')).body;
    const change = (amount: number) =>
      api.patch(`/v1/listings/${data[0].id}`, { price: { amount } });
    let activations = 0;
    const proxy = await openProxy(async (): Promise<'pass'> => {
      activations += 1;
      // The first is refused for the limit; the second is what the user agreed to.
      if (activations === 2) await change(9);
      return 'pass' as const;
    });
    const asked: string[] = [];
    const agent = await openAgent(['--confirm-above', '0.01'], {
      env: { MKT_BASE_URL: proxy.url },
      capabilities: { elicitation: { form: {} } },
    });
    agent.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return { action: asked.length === 1 ? 'accept' : 'decline', content: {} };
    });
    const before = seller.calls.length;
    const run = await agent.callTool({ name: 'run_listing', arguments: TEXT });
    await change(0.02);
    expect(run.isError).toBe(true);
    expect(asked[1]).toContain('costs 9 USD');
    expect(seller.calls.length).toBe(before);
  });
});

describe('mkt mcp as a process', () => {
  const HELLO = `${JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'agent', version: '1.0.0' },
    },
  })}\n`;
  const RUN = `${JSON.stringify({
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'run_listing', arguments: TEXT },
  })}\n`;

  const start = (): ChildProcessWithoutNullStreams => startMkt(['mcp'], { env: market.env });
  const lineOf = async (child: ChildProcessWithoutNullStreams) => {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    return JSON.parse(chunk.toString());
  };

  it('answers what came before the end of its input, ends with 0, and writes only messages', async () => {
    const inexact = RUN.replace('"id":2', '"id":3').replace('"one two"', '9007199254740993');
    const stdin = `not a message\n${HELLO}${inexact}${RUN}`;
    const { code, stdout } = await spawnMkt(['mcp'], { env: market.env, stdin });
    expect(code).toBe(0);
    const messages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .toSorted((a, b) => a.id - b.id);
    expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ['2.0', 1],
      ['2.0', 2],
      ['2.0', 3],
    ]);
    expect(recordOf(messages[1].result).result).toEqual({ words: 2 });
    expect(messages[2].error.message).toMatch(/^No order was placed: .* more digits/);
  });

  it.each(['2025-06-18', '2025-11-25'])('asks a client of %s', async (protocolVersion) => {
    const child = startMkt(['mcp', '--confirm-above', '0.01'], { env: market.env });
    const hello = JSON.parse(HELLO);
    Object.assign(hello.params, { protocolVersion, capabilities: { elicitation: {} } });
    child.stdin.write(`${JSON.stringify(hello)}\n`);
    expect((await lineOf(child)).result.protocolVersion).toBe(protocolVersion);
    child.stdin.write(`{"jsonrpc":"2.0","method":"notifications/initialized"}\n${RUN}`);
    const question = await lineOf(child);
    expect(question).toMatchObject({ method: 'elicitation/create' });
    const result = { action: 'accept', content: { confirm: true } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: question.id, result })}\n`);
    expect(recordOf((await lineOf(child)).result)).toMatchObject({ orderState: 'completed' });
    child.stdin.end();
    await once(child, 'close');
  });

  it('warns of a listing that does not exist, and serves the others', async () => {
    const child = startMkt(['mcp', '--listings', 'text-insights,nope'], { env: market.env });
    const [chunk] = (await once(child.stderr, 'data')) as [Buffer];
    expect(chunk.toString()).toContain('There is no listing nope');
    child.stdin.write(HELLO);
    expect((await lineOf(child)).result.serverInfo.name).toBe('mkt');
    child.stdin.end();
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
  });

  it('ends with its input, also while it looks for a listing', async () => {
    const silent = await serveHttp(() => undefined);
    onTestFinished(silent.close);
    const env = { ...market.env, MKT_BASE_URL: silent.url };
    const { code } = await spawnMkt(['mcp', '--listings', 'nope'], { env, stdin: HELLO });
    expect(code).toBe(0);
  });

  it('answers a message that is too long, and continues with the next', async () => {
    const long = {
      jsonrpc: '2.0',
      id: 8,
      method: 'ping',
      params: { text: 'x'.repeat(21 * 2 ** 20) },
    };
    const stdin = `${HELLO}${JSON.stringify(long)}\n${RUN}`;
    const { code, stdout, stderr } = await spawnMkt(['mcp'], { env: market.env, stdin });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const messages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(messages.find(({ id }) => id === 8).error.message).toMatch(/larger than \d+ bytes/);
    const run = messages.find(({ id }) => id === 2);
    expect(recordOf(run.result).result).toEqual({ words: 2 });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with 0 after %s, also in a call',
    async (signal) => {
      const child = start();
      child.stdin.write(HELLO);
      expect((await lineOf(child)).result.serverInfo.name).toBe('mkt');
      seller.on('POST /run', hold);
      child.stdin.write(RUN);
      const call = await seller.nextCall();
      child.kill(signal);
      const [code] = (await once(child, 'close')) as [number];
      expect(code).toBe(0);
      call.respond({ words: 2 });
    },
  );

  it('ends when no one reads its output any more, without a stack', async () => {
    const child = start();
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.write(HELLO);
    await lineOf(child);
    child.stdout.destroy();
    child.stdin.write(HELLO);
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    expect(errors).not.toContain('    at ');
  });

  it.each([
    [['--listings', 'Not a slug'], 'listings must be slugs or ids'],
    [['--confirm-above', 'a lot'], 'it must be an amount'],
    [['--currency', 'EUR'], '--currency needs --confirm-above'],
    [['--confirm', 'agent'], '--confirm needs --confirm-above'],
    [['--confirm-above', '1', '--confirm', 'me'], 'allowed choices are person, agent'],
    [['--confirm-above', '5 EUR', '--currency', 'USD'], 'name two currencies'],
  ])('refuses %o', async (argv, message) => {
    const { code, stdout, stderr } = await spawnMkt(['mcp', ...argv], { env: market.env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
