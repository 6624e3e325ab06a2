// docs/buy/agents.md#tasks: an order as a task of MCP (SEP-2663), for clients that follow tasks.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hold } from '../../../../test-bed/seller.ts';
import { openAgentWorld, type AgentWorld } from './agent.ts';

let world: AgentWorld;
beforeAll(async () => {
  world = await openAgentWorld({ environment: { MKT_CALLS_PER_SELLER: '1' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.seller.on('POST /run', hold));

const TASKS = 'io.modelcontextprotocol/tasks';
const FOLLOWS = { extensions: { [TASKS]: {} } };

/** One request of the stateless protocol. The SDK's client has no methods for tasks. */
async function request(
  method: string,
  params: Record<string, unknown>,
  capabilities = FOLLOWS as object,
) {
  const name = (params['name'] ?? params['taskId']) as string | undefined;
  const response = await fetch(`${world.market.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${world.market.apiKey}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name && { 'mcp-name': name }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1.0.0' },
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    }),
  });
  return await response.json();
}

const run = (capabilities?: object) =>
  request(
    'tools/call',
    { name: 'run_listing', arguments: { listing: 'weather', input: { city: 'Oslo' } } },
    capabilities,
  );

it('announces tasks', async () => {
  const { result } = await request('server/discover', {});
  expect(result.capabilities.extensions).toEqual({ [TASKS]: {} });
});

it('returns a task for an order that has not settled, whose result is that of the tool', async () => {
  const { result: task } = await run();
  expect(task).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null });
  const { taskId } = task;
  expect((await request('tasks/get', { taskId })).result).toMatchObject({ status: 'working' });

  const { result: cancelled } = await request('tasks/cancel', { taskId });
  expect(cancelled).toMatchObject({ resultType: 'complete' });
  // Its call has started, so it ends as it ends.
  (await world.seller.nextCall()).respond({ ok: true });
  await world.market.api.get(`/v1/orders/${taskId}`, { headers: { prefer: 'wait=10' } });
  const { result: settled } = await request('tasks/get', { taskId });
  expect(settled).toMatchObject({
    resultType: 'complete',
    status: 'completed',
    result: { content: [{}, { text: expect.stringContaining('"result":{"ok":true}') }] },
  });
});

it('cancels the order of a task that is still waiting', async () => {
  const { result: first } = await run();
  const { result: second } = await run();
  await request('tasks/cancel', { taskId: second.taskId });
  const { result } = await request('tasks/get', { taskId: second.taskId });
  expect(result.status).toBe('cancelled');
  (await world.seller.nextCall()).respond({});
  await world.market.api.get(`/v1/orders/${first.taskId}`, { headers: { prefer: 'wait=10' } });
});

it('ends the task of a failed order with an error of the tool', async () => {
  const { result: task } = await run();
  (await world.seller.nextCall()).respond({ error: 'no' }, 500);
  const { taskId } = task;
  await world.market.api.get(`/v1/orders/${taskId}`, { headers: { prefer: 'wait=10' } });
  const { result } = await request('tasks/get', { taskId });
  expect(result).toMatchObject({ status: 'completed', result: { isError: true } });
});

it('returns no task to a client that does not follow them', async () => {
  const args = { listing: 'weather', input: { city: 'Oslo' }, waitSeconds: 0 };
  const { result } = await request('tools/call', { name: 'run_listing', arguments: args }, {});
  const record = JSON.parse(result.content[1].text);
  expect([result.resultType, record.orderState]).toEqual(['complete', 'running']);
  (await world.seller.nextCall()).respond({});
  const { error } = await request('tasks/get', { taskId: record.orderId }, {});
  expect(error.code).toBe(-32021);
});

it.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
  'says that a task does not exist: %s',
  async (method) => {
    const { error } = await request(method, { taskId: 'nothing', inputResponses: {} });
    expect(error).toMatchObject({ code: -32602 });
  },
);
