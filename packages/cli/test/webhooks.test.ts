// docs/buy/webhooks.md: mkt webhooks, against a real marketplace.
import { createClient } from '@mkt/client';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { challengeIn, OK, startSeller, type Seller } from '../../../test-bed/seller.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt, type Ran } from './run-mkt.ts';
import { startTextSeller, type TextSeller } from './seller.ts';

const HOOK = 'POST /hook';

let market: RealMarketplace;
let seller: TextSeller;
let receiver: Seller;

beforeAll(async () => {
  [market, seller, receiver] = await Promise.all([
    startMarketplace(),
    startTextSeller(),
    startSeller({ handlers: { [HOOK]: () => OK } }),
  ]);
  const client = createClient({ baseUrl: market.url, apiKey: market.env.MKT_API_KEY });
  await client.listings.importFromService(seller.url);
  await market.reviewsIdle();
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
  await receiver.close();
});

const webhooks = (...argv: string[]): Promise<Ran> =>
  runMkt(['webhooks', ...argv], { env: market.env });

async function read(...argv: string[]): Promise<any> {
  const { code, stdout, stderr } = await webhooks(...argv, '--json');
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const create = () => read('create', `${receiver.url}/hook`);

/** What the receiver was sent last, if this secret signed it. */
function lastMessage(secret: string): any {
  const request = receiver.requestsTo(HOOK).at(-1);
  if (!request) throw new Error('Nothing was received.');
  return new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
}

describe('mkt webhooks', () => {
  it('create prints only the secret on stdout, which signs what is sent', async () => {
    const { code, stdout, stderr } = await webhooks('create', `${receiver.url}/hook`);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^whsec_\S+\n$/)]);
    const id = /[0-9a-f-]{36}/.exec(stderr)?.[0] ?? '';
    expect((await webhooks('test', id)).stderr).toContain('delivered (200)');
    expect(lastMessage(stdout.trim()).type).toBe('webhook.test');
    expect((await webhooks('delete', id, '--yes')).code).toBe(0);
  });

  it('attempts show the orders that were delivered', async () => {
    const { id, secret } = await create();
    const before = receiver.requestsTo(HOOK).length;
    const ran = await runMkt(['run', 'text-insights', '--input', '{"text":"one two"}', '--json'], {
      env: market.env,
    });
    expect(ran.code).toBe(0);
    await market.clock.advance(2_000);
    expect(receiver.requestsTo(HOOK)).toHaveLength(before + 1);
    const { data } = lastMessage(secret);
    const { stdout } = await webhooks('attempts', id);
    expect(stdout).toMatch(new RegExp(`${data.id} +delivered \\(200\\)`));
    expect((await webhooks('attempts', id, '--failed')).stdout).not.toContain(data.id);
    const { deliveryId } = (await read('attempts', id)).data[0];
    expect((await webhooks('delivery', deliveryId)).stdout).toContain('"type":"order.settled"');
    expect((await webhooks('send-again', deliveryId)).stderr).toContain('delivered (200)');
    const sent = receiver.requestsTo(HOOK).slice(before);
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId, deliveryId]);
    expect((await webhooks('send-again', id)).stderr).toContain(`Delivery not found: ${id}.`);
    expect((await webhooks('delete', id, '--yes')).code).toBe(0);
  });

  it('rotate prints the new secret, and both sign during the grace period', async () => {
    const { id, secret } = await create();
    const { stdout, stderr } = await webhooks('rotate', id);
    expect(stderr).toContain('The old secret stays valid until');
    await webhooks('test', id);
    for (const each of [secret, stdout.trim()]) expect(lastMessage(each)).toBeDefined();
    expect((await webhooks('rotate', id, '--grace', '0s')).code).not.toBe(0);
    const rotated = await webhooks('rotate', id, '--grace', '0s', '--yes');
    await webhooks('test', id);
    expect(() => lastMessage(secret)).toThrow();
    expect(lastMessage(rotated.stdout.trim())).toBeDefined();
    await webhooks('delete', id, '--yes');
  });

  it('update pauses and resumes one, show and list say so, and delete removes it', async () => {
    const { id } = await create();
    expect((await read('update', id, '--state', 'paused')).state).toBe('paused');
    expect((await webhooks('show', id)).stdout).toMatch(/state +paused/);
    expect((await webhooks('list')).stdout).toMatch(new RegExp(`${id} +paused`));
    const url = `${receiver.url}/other`;
    expect(await read('update', id, '--state', 'active', '--url', url)).toMatchObject({
      state: 'active',
      url,
    });
    expect(await webhooks('update', id)).toMatchObject({ code: 2 });
    expect((await webhooks('delete', id, '--yes')).code).toBe(0);
    expect((await webhooks('show', id)).stderr).toContain(`Webhook not found: ${id}.`);
  });

  it('a URL that does not answer the challenge is pending, and test sends it again', async () => {
    const quiet = await startSeller({ handlers: { [HOOK]: () => OK }, confirms: false });
    const { stderr } = await webhooks('create', `${quiet.url}/hook`);
    const id = /[0-9a-f-]{36}/.exec(stderr)?.[0] ?? '';
    expect(stderr).toContain('returned 200, but not the challenge');
    expect(stderr).toContain(`mkt webhooks test ${id}`);
    expect((await webhooks('show', id)).stdout).toMatch(/state +pending\n *reason +The receiver/);
    expect(await webhooks('test', id)).toMatchObject({ code: 3 });
    expect((await webhooks('update', id, '--state', 'active')).stderr).toContain('webhooks test');
    quiet.on(HOOK, (request) => ({ body: challengeIn(request) ?? '' }));
    expect(await webhooks('test', id)).toMatchObject({ code: 0 });
    expect(await read('show', id)).toMatchObject({ state: 'active', pendingReason: null });
    await webhooks('delete', id, '--yes');
    await quiet.close();
  });

  it('test exits with 3 and the reason if the receiver does not accept it', async () => {
    const { id } = await read('create', `${receiver.url}/nothing-here`);
    const { code, stdout, stderr } = await webhooks('test', id);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain('404');
    expect(stderr).toContain(`mkt webhooks attempts ${id}`);
  });
});
