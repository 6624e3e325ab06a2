// docs/buy/webhooks.md and docs/buy/spending.md#budgets, from outside.
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../scripts/documentation/markdown.ts';
import { hold, OK, type Seller, type SellerRequest } from '../../test-bed/seller.ts';
import { until } from '../../test-bed/until.ts';
import { hasPython } from '../templates/has-python.ts';
import { expectError } from './expect-error.ts';
import { activate, connect, openMarket } from './market.ts';
import { newDataDir, removeDataDir, startServer } from './start-server.ts';

const HOOK = 'POST /hook';
const market = await openMarket();

/** A buyer with a webhook, and a listing whose server also receives. */
async function openBuyer(handler = () => OK) {
  const { provider, seller } = await market.publish();
  seller.on(HOOK, handler);
  const { api } = await market.account();
  const { status, body } = await api.post('/v1/webhooks', { url: `${seller.url}/hook` });
  expect(status).toBe(201);
  return { api, seller, listingId: provider.id as string, webhook: body };
}

async function received(seller: Seller, count = 1): Promise<SellerRequest> {
  await until(() => seller.requestsTo(HOOK).length >= count);
  return seller.requestsTo(HOOK)[count - 1] as SellerRequest;
}

describe.concurrent('a webhook', () => {
  it('receives an order when it settles, signed according to Standard Webhooks', async () => {
    const { api, seller, listingId, webhook } = await openBuyer();
    const order = await activate(api, listingId, { n: 1 });
    const { body, headers } = await received(seller);
    const message = new Webhook(webhook.secret).verify(body, headers as Record<string, string>);
    const { requestBody: _, result: __, ...data } = order;
    expect(message).toEqual({ type: 'order.settled', timestamp: order.completedAt, data });
  });

  it.skipIf(!hasPython('the receiver of docs/buy/webhooks.md'))(
    'is verified by the function for Python in the docs',
    async () => {
      const { seller, api, webhook } = await openBuyer();
      await api.post(`/v1/webhooks/${webhook.id}/test`, {});
      const { body, headers } = await received(seller);
      const page = await readFile(new URL('../../docs/buy/webhooks.md', import.meta.url), 'utf8');
      const block = blocksOf(page).find(({ language }) => language === 'py');
      const program = `${block?.text}
import sys
given = json.loads(sys.argv[1])
try:
    print(verify_webhook(given["body"].encode(), given["headers"], given["secret"])["type"])
except ValueError as error:
    print("refused:", error)`;
      const verify = async (change: object) => {
        const given = { body: String(body), headers, secret: webhook.secret, ...change };
        const args = ['-c', program, JSON.stringify(given)];
        return (await promisify(execFile)('python3', args)).stdout.trim();
      };
      const spare = `v1,${'A'.repeat(43)}= ${String(headers['webhook-signature'])}`;
      expect(await verify({})).toBe('webhook.test');
      expect(await verify({ headers: { ...headers, 'webhook-signature': spare } })).toBe(
        'webhook.test',
      );
      expect(await verify({ body: `${String(body)} ` })).toBe('refused: No signature matches.');
      const old = { ...headers, 'webhook-timestamp': '1789203601' };
      expect(await verify({ headers: old })).toMatch(/^refused: The timestamp/);
      expect(await verify({ headers: {} })).toMatch(/^refused/);
    },
  );

  it('survives a restore: what was being sent when the backup was made is sent again under its id', async () => {
    const env = { MKT_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };
    const folder = await newDataDir();
    const from = await startServer({ env });
    const own = await connect(from);
    const { provider, seller } = await own.publish();
    seller.on(HOOK, hold);
    const { body: webhook } = await own.api.post('/v1/webhooks', { url: `${seller.url}/hook` });
    const order = await activate(own.api, provider.id, {});
    const first = await received(seller);
    const file = join(folder, 'backup.db');
    expect((await from.run(['backup', file, '--data', from.dataDir])).code).toBe(0);
    await from.stop('SIGKILL');
    await removeDataDir(from.dataDir);

    seller.on(HOOK, () => OK);
    const dataDir = join(folder, 'restored');
    await mkdir(dataDir);
    const restored = await from.run(['restore', file, '--data', dataDir]);
    expect(restored.code, restored.stderr).toBe(0);
    const to = await startServer({ dataDir, env });
    const again = await received(seller, 2);
    expect(again.headers['webhook-id']).toBe(first.headers['webhook-id']);
    const verified = new Webhook(webhook.secret).verify(
      again.body,
      again.headers as Record<string, string>,
    );
    expect(verified).toMatchObject({ type: 'order.settled', data: { id: order.id } });
    await to.stop();
    await seller.close();
    await removeDataDir(folder);
  });
});

describe.concurrent('a budget', () => {
  it('refuses the order that would exceed it, however many are placed at once', async () => {
    const { provider, seller } = await market.publish({ provider: { price: { amount: 0.02 } } });
    const { api } = await market.account();
    const budget = { limit: 0.1, currency: 'USD', period: 'day' };
    const made = await api.post('/v1/api-keys', { name: 'agent', scopes: ['*'], budget });
    const agent = api.as(made.body.key);
    const child = await agent.post('/v1/api-keys', { name: 'child', scopes: ['order:create'] });
    const keys = [agent, api.as(child.body.key)];
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (keys[n % 2] as typeof agent).post('/v1/orders', { listingId: provider.id }),
      ),
    );
    const placed = responses.filter(({ status }) => status === 201);
    expect(placed).toHaveLength(5);
    const refused = responses.find(({ status }) => status === 402);
    if (!refused) throw new Error('No order was refused.');
    expectError(refused, 402, 'budget_exceeded');
    expect(refused.body).toMatchObject({ reason: 'limit', remaining: { amount: 0 } });
    await until(() => seller.requestsTo('POST /run').length >= 5);
    expect(seller.requestsTo('POST /run')).toHaveLength(5);
  });

  it('gets the price of an order back when it fails', async () => {
    const { provider, seller } = await market.publish({ provider: { price: { amount: 0.02 } } });
    const { api } = await market.account();
    const budget = { limit: 0.02, currency: 'USD' };
    const made = await api.post('/v1/api-keys', { name: 'agent', scopes: ['*'], budget });
    const agent = api.as(made.body.key);
    seller.on('POST /run', () => ({ status: 503 }));
    expect((await activate(agent, provider.id)).orderState).toBe('failed');
    seller.on('POST /run', () => ({
      ...OK,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }));
    expect((await activate(agent, provider.id)).orderState).toBe('completed');
    expectError(await agent.post('/v1/orders', { listingId: provider.id }), 402, 'budget_exceeded');
  });
});
