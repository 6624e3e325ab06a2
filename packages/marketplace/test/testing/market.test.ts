// A marketplace in a test: publishing, resetting, closing. The page is docs/test/testing.md.
import { Server } from 'node:http';
import { queryObjects } from 'node:v8';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { defineService } from '@mkt/seller-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openSeller, serve } from '../../../../test-bed/within-test.ts';

let market: TestMarketplace;
beforeAll(async () => {
  market = await createTestMarketplace();
});
beforeEach(() => market.reset());
afterAll(() => market.close());

const QUIET = { warn() {}, error() {} };

const textLength = (options: { signingSecret?: string; baseUrl?: string } = {}) =>
  defineService({
    name: 'Text length',
    description: 'How long a text is.',
    price: { amountCents: 2 },
    logger: QUIET,
    input: {
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string' } },
    } as const,
    run: ({ text }) => ({ length: text.length }),
    ...options,
  });

describe('publish', () => {
  it('puts a service of the seller kit up for sale', async () => {
    const { slug } = await market.publish(textLength());
    expect(await market.client().run(slug, { text: 'four' })).toEqual({ length: 4 });
  });

  it('gives the service its signing secret, where it wants one', async () => {
    const { slug, signingSecret } = await market.publish(({ signingSecret }) =>
      textLength({ signingSecret }),
    );
    expect(signingSecret).toMatch(/^whsec_/);
    expect(await market.client().run(slug, { text: 'signed' })).toEqual({ length: 6 });
  });

  it('takes the address of a running service', async () => {
    const app = textLength();
    const server = await serve(async (incoming, response) => {
      const url = `http://${incoming.headers.host}${incoming.url}`;
      const chunks = await incoming.toArray();
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      const { method = 'GET' } = incoming;
      const headers = incoming.headers as Record<string, string>;
      const answer = await app.fetch(new Request(url, { method, headers, ...body }));
      response.writeHead(answer.status, [...answer.headers].flat());
      response.end(await answer.text());
    });
    const { slug } = await market.publish(new URL(server.url));
    expect(await market.client().run(slug, { text: 'there' })).toEqual({ length: 5 });
  });

  it('takes the fields of a listing', async () => {
    const seller = await openSeller();
    const runContract = { method: 'POST', endpointPath: `${seller.url}/run` } as const;
    const { slug } = await market.publish({ title: 'Echo', runContract }, { slug: 'my-echo' });
    expect(slug).toBe('my-echo');
    expect(await market.client().run(slug, { a: 1 })).toEqual({ echo: { a: 1 } });
  });

  it('sells as the account that it is given', async () => {
    const seller = await market.createAccount();
    const { id, slug } = await market.publish(textLength(), { account: seller });
    await market.client().run(slug, { text: 'sold' });
    const [order] = (await seller.client().listings.orders(id)).data;
    expect(order).toMatchObject({ orderState: 'completed', charged: true });
    expect((await market.client().listings.list()).data).toEqual([]);
  });

  it('fails calls as unreachable once the service is stopped', async () => {
    const { slug, stop } = await market.publish(textLength());
    await stop();
    await expect(market.client().run(slug, { text: '' })).rejects.toMatchObject({
      order: { failure: { kind: 'connection' }, charged: false },
    });
  });

  it('rejects with what the review found', async () => {
    const flagged = { title: 'Nothing listens there', runContract: contractAt('127.0.0.1:1') };
    await expect(market.publish(flagged)).rejects.toThrow(
      /^nothing-listens-there was not published\. reachability: /,
    );
  });

  it('rejects with what is wrong with the contract', async () => {
    const broken = { fetch: () => Response.json({ provider: { title: '' } }) };
    await expect(market.publish(broken)).rejects.toThrow(/contract/);
  });

  it('does not call a service in production by mistake', async () => {
    const service = textLength({ baseUrl: 'https://api.example.com' });
    await expect(market.publish(service)).rejects.toThrow(
      'The contract says that calls go to https://api.example.com/run, so a test would call that service.',
    );
  });

  it('refuses what is no service', async () => {
    await expect(market.publish({} as never)).rejects.toThrow(/^publish\(\) takes a service with/);
  });
});

const contractAt = (host: string) =>
  ({ method: 'POST', endpointPath: `http://${host}/run` }) as const;

describe('reset', () => {
  it('keeps nothing of earlier marketplaces', async () => {
    const servers = () => queryObjects(Server, { format: 'count' });
    await market.reset();
    const before = servers();
    for (let round = 0; round < 5; round++) await market.reset();
    expect(servers()).toBeLessThanOrEqual(before);
  });

  it('removes every row but the first account and its key, at the same address', async () => {
    const { url } = market;
    const { userId } = await market.client().me();
    const other = await market.createAccount();
    const { slug } = await market.scriptedSeller();
    await market.client().run(slug, {});
    await market.clock.advance('1h');
    await market.reset();
    expect(market.url).toBe(url);
    expect((await market.client().me()).userId).toBe(userId);
    expect((await market.client().orders.list()).data).toEqual([]);
    expect((await market.client().search()).data).toEqual([]);
    expect(Math.abs(market.clock.now() - Date.now())).toBeLessThan(60_000);
    await expect(other.client().me()).rejects.toMatchObject({ type: 'unauthenticated' });
  });

  it('does not wait for orders in flight', async () => {
    const { slug } = await market.scriptedSeller('timeout');
    const { id } = await market.client().activate(slug, {});
    // The call would end when the clock is moved.
    await market.reset();
    await expect(market.client().orders.get(id)).rejects.toMatchObject({ type: 'not_found' });
  });

  it('is refused where the data outlives the marketplace', async () => {
    const data = await mkdtemp(join(tmpdir(), 'mkt-reset-'));
    onTestFinished(() => rm(data, { recursive: true }));
    await using lasting = await createTestMarketplace({ data });
    await expect(lasting.reset()).rejects.toThrow(
      'reset() is for a marketplace in memory: this one has a data folder or a database.',
    );
  });
});

describe('close', () => {
  it('does not wait for sellers that never answer', async () => {
    const hanging = await createTestMarketplace();
    const seller = await openSeller({ 'POST /run': () => undefined });
    const { slug } = await hanging.publish({
      title: 'Hangs',
      runContract: { method: 'POST', endpointPath: `${seller.url}/run` },
    });
    await hanging.client().activate(slug, {});
    const startedAt = performance.now();
    await hanging.close();
    expect(performance.now() - startedAt).toBeLessThan(25_000);
  });
});

describe('client', () => {
  it('needs an account without dev mode', async () => {
    const environment = { MKT_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') };
    await using production = await createTestMarketplace({ dev: false, environment });
    expect(() => production.client()).toThrow(
      'Without dev mode there is no first account: create one with createAccount().',
    );
    const account = await production.createAccount();
    expect((await account.client().me()).userId).toBe(account.id);
  });
});
