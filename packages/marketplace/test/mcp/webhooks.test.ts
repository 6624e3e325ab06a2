// docs/buy/agents.md#tools: webhooks, for a key that may manage them.
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { challengeIn, json, OK } from '../../../../test-bed/seller.ts';
import { callTool, openAgent, openAgentWorld, type AgentWorld } from './agent.ts';

const NAMES = [
  'list_webhooks',
  'create_webhook',
  'test_webhook',
  'list_deliveries',
  'send_delivery',
];
const NO_ID = '01993b32-6a10-7e05-9d47-2b8c0f3a6e18';

let world: AgentWorld;
beforeAll(async () => {
  world = await openAgentWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function openWith(...scopes: string[]) {
  const { body } = await world.market.api.post('/v1/api-keys', { name: 'agent', scopes });
  return await openAgent(world.market, { apiKey: body.key });
}

const namesOf = async (agent: Awaited<ReturnType<typeof openAgent>>) =>
  (await agent.listTools()).tools.map(({ name }) => name);

describe('the tools for webhooks', () => {
  it('are shown only to a key with the scope', async () => {
    const buyer = await openWith('order:create', 'order:read_own');
    expect(await namesOf(buyer)).not.toEqual(expect.arrayContaining(['list_webhooks']));
    const refused = await callTool(buyer, 'list_webhooks');
    expect(refused.text).toMatch(/^insufficient_scope: /);
    expect(refused.text).toContain('--scopes order:create,order:read_own,webhook:manage');
    const manager = await openWith('webhook:manage');
    expect((await namesOf(manager)).slice(-NAMES.length)).toEqual(NAMES);
  });

  it('create a webhook, confirm it, and show and repeat its deliveries', async () => {
    const { market } = world;
    const agent = await openWith('order:create', 'order:read_own', 'webhook:manage');
    const known: { secret?: string } = {};
    let isUp = true;
    const receiver = await openSeller(
      {
        'POST /hook': (request) => {
          const { secret } = known;
          if (secret === undefined) return json({ error: 'no secret' }, 401);
          new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
          const body = challengeIn(request);
          if (body !== undefined) return { body };
          return isUp ? OK : json({ error: 'down' }, 503);
        },
      },
      { confirms: false },
    );

    const url = `${receiver.url}/hook`;
    const created = await callTool(agent, 'create_webhook', { url, listing: 'weather' });
    expect(created.data).toMatchObject({
      url,
      state: 'pending',
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(created.data.reason).toContain('401');
    expect(created.sentence).toContain('No other result contains its secret');
    expect(created.sentence).toContain('call test_webhook');
    known.secret = created.data.secret;
    const { webhookId } = created.data;

    const challenged = await callTool(agent, 'test_webhook', { webhookId });
    expect(challenged).toMatchObject({ isError: false, data: { type: 'webhook.challenge' } });
    expect((await callTool(agent, 'test_webhook', { webhookId })).data.type).toBe('webhook.test');
    const listed = await callTool(agent, 'list_webhooks');
    expect(listed.data.webhooks).toMatchObject([{ webhookId, url, state: 'active' }]);
    expect(listed.text).not.toContain(known.secret);

    isUp = false;
    const run = await callTool(agent, 'run_listing', {
      listing: 'weather',
      input: { city: 'Oslo' },
    });
    await market.clock.advance('4s');
    const failed = await callTool(agent, 'list_deliveries', { webhookId, failed: true, limit: 1 });
    expect(failed.data.attempts).toMatchObject([
      { type: 'order.settled', orderId: run.data.orderId, status: 503 },
    ]);
    const [{ deliveryId }] = failed.data.attempts;
    const again = await callTool(agent, 'send_delivery', { deliveryId });
    expect(again).toMatchObject({ isError: true, data: { status: 503, deliveryId } });
    expect(again.sentence).toContain('did not accept');
    isUp = true;
    const sent = await callTool(agent, 'send_delivery', { deliveryId });
    expect(sent).toMatchObject({ isError: false, data: { status: 200, error: null } });
  });

  it.each([
    ['create_webhook', {}, 'url must be a text of 1 to 2048 characters'],
    ['create_webhook', { url: 'ftp://x' }, 'invalid_request: '],
    ['create_webhook', { url: 'https://x.example/', listing: 'nothing' }, 'invalid_request: '],
    [
      'create_webhook',
      { url: 'https://x.example/', orderState: 'open' },
      'one of completed, failed',
    ],
    ['create_webhook', { url: 'https://x.example/', secret: 's' }, 'no argument "secret"'],
    ['test_webhook', { webhookId: NO_ID }, 'Check the id with list_webhooks.'],
    ['list_deliveries', { webhookId: NO_ID, failed: 'yes' }, 'failed must be true or false'],
    ['list_deliveries', { webhookId: NO_ID }, 'Check the id with list_webhooks.'],
    ['send_delivery', { deliveryId: 'a/b' }, 'Check the id with list_deliveries.'],
  ])('explain a wrong argument of %s: %o', async (name, args, message) => {
    const agent = await openWith('webhook:manage');
    const result = await callTool(agent, name, args);
    expect(result.isError).toBe(true);
    expect(result.text).toContain(message);
  });
});
