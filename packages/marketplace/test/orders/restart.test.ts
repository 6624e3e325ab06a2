// docs/sell/listings.md and docs/buy/orders.md#guarantees: a restart settles or continues what it finds.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/server/data-folder.ts';
import { createMovableClock } from '../../src/server/outside.ts';
import { startMarketplace } from '../marketplace-process.ts';
import { newFolder, providerOf, publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { outcomesOf } from '../outcome-counts.ts';
import type { Api } from '../../../../test-bed/api.ts';
import { published } from '../../../../test-bed/reviewed.ts';
import { until } from '../../../../test-bed/until.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { OK, hold } from '../../../../test-bed/seller.ts';

const ONE_CALL = { MKT_CALLS_PER_SELLER: '1' };

describe.each(MARKETS)('after a restart, on $name', ({ openMarket, newHome }) => {
  it('an interrupted review starts again, with what was changed meanwhile', async () => {
    const home = await newHome();
    const held = Promise.withResolvers<void>();
    let probes = 0;
    const seller = await openSeller({
      'HEAD /run': async () => {
        probes += 1;
        if (probes === 1) await held.promise;
        return OK;
      },
    });
    const market = await openMarket({ ...home });
    const { body: created } = await market.api.post('/v1/providers', providerOf(seller));
    await until(() => probes === 1);
    const price = { amount: 0.15, unit: 'call', currency: 'USD' };
    await market.api.patch(`/v1/listings/${created.id}`, { price });
    await market.close();
    held.resolve();

    const again = await openMarket({ ...home });
    await again.reviewsIdle();
    const { body } = await again.api.get(`/v1/providers/${created.id}`);
    expect(body).toMatchObject({ status: 'published', reviewRejectionReason: null, price });
  });

  it('waiting orders run', async () => {
    const home = await newHome();
    const seller = await openSeller({ 'POST /run': hold });
    const market = await openMarket({ ...home, environment: ONE_CALL });
    const { id: listingId } = await publish(market, seller);
    await market.api.activate(listingId, { n: 1 });
    const { body: second } = await market.api.activate(listingId, { n: 2 });
    const { body: third } = await market.api.activate(listingId, { n: 3 });
    const call = await seller.nextCall();
    const closed = market.close();
    call.respond({});
    await closed;

    const again = await openMarket({ ...home, environment: ONE_CALL });
    for (const [n, id] of [
      [2, second.id],
      [3, third.id],
    ] as const) {
      const next = await seller.nextCall();
      expect(next.input).toEqual({ n });
      next.respond({ n });
      const { body } = await again.api.get(`/v1/orders/${id}`, { headers: { prefer: 'wait=20' } });
      expect(body).toMatchObject({ orderState: 'completed', result: { n } });
    }
    expect(seller.calls).toHaveLength(3);
  });

  it('orders that have waited too long expire without a call', async () => {
    const home = await newHome();
    const clock = createMovableClock();
    const seller = await openSeller({ 'POST /run': hold });
    const market = await openMarket({ ...home, clock, environment: ONE_CALL });
    const { id: listingId } = await publish(market, seller);
    await market.api.activate(listingId, { n: 1 });
    const { body: second } = await market.api.activate(listingId, { n: 2 });
    const call = await seller.nextCall();
    const closed = market.close();
    call.respond({});
    await closed;

    clock.move(10 * 60_000);
    const again = await openMarket({ ...home, clock, environment: ONE_CALL });
    const { body } = await again.api.get(`/v1/orders/${second.id}`);
    expect(body).toMatchObject({ orderState: 'failed', failure: { kind: 'expired' } });
    expect(body.errorMessage).toMatch(/waited more than 10 minutes/);
    expect(seller.calls).toHaveLength(1);
  });

  it('the developer’s key, account and secrets are the same', async () => {
    const home = await newHome();
    const seller = await openSeller();
    const market = await openMarket({ ...home });
    const { id } = await publish(market, seller);
    const me = (await market.api.get('/v1/me')).body;
    const secret = (await market.api.post(`/v1/providers/${id}/signing-secret`)).body;
    await market.close();
    const again = await openMarket({ ...home });
    expect(again.apiKey).toBe(market.apiKey);
    expect((await again.api.get('/v1/me')).body).toEqual(me);
    expect((await again.api.post(`/v1/providers/${id}/signing-secret`)).body).toEqual(secret);
  });

  it('the server refuses to start with only a different encryption key, and starts with both keys', async () => {
    const home = await newHome();
    const other = Buffer.alloc(32, 7).toString('base64');
    await (await openMarket({ ...home })).close();
    const environment = { MKT_ENCRYPTION_KEY: other };
    const refused = openMarket({ ...home, environment });
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(/MKT_ENCRYPTION_KEY cannot decrypt this database/);
    expect(existsSync(join(home.folder ?? '', 'running'))).toBe(false);
    await openMarket({ ...home });
  });
});

const startServer = (folder: string) => startMarketplace(['--data', folder]);

/** Publishes a listing on a server that runs in real time. */
async function publishOn(api: Api, url: string): Promise<string> {
  const { body } = await api.post('/v1/providers', providerOf({ url }));
  return (await published(api, body.id)).id;
}

describe('after a power cut', () => {
  it('a call that was in flight is settled as interrupted, and never made again', async () => {
    const folder = newFolder();
    const seller = await openSeller({ 'POST /run': hold });
    const first = await startServer(folder);
    const listingId = await publishOn(first.api, seller.url);
    const { body: order } = await first.api.activate(listingId, { n: 1 });
    expect(order.orderState).toBe('running');
    await seller.nextCall();
    await first.end('SIGKILL');

    const second = await startServer(folder);
    const { body: ended } = await second.api.get(`/v1/orders/${order.id}`);
    expect(ended).toMatchObject({
      orderState: 'failed',
      errorMessage: 'Interrupted: the outcome is unknown',
      failure: { kind: 'interrupted' },
      charged: false,
    });
    expect(await outcomesOf(second.api, 'mkt_orders_settled_total')).toEqual({ interrupted: 1 });
    const activation = second.api.activate(listingId, { n: 2 }, 20);
    const call = await seller.nextCall();
    expect(call.input).toEqual({ n: 2 });
    call.respond({ n: 2 });
    expect((await activation).body.orderState).toBe('completed');
    expect(seller.calls).toHaveLength(2);
  });

  it('everything that was acknowledged still exists', async () => {
    const folder = newFolder();
    const seller = await openSeller();
    const first = await startServer(folder);
    const listingId = await publishOn(first.api, seller.url);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => first.api.activate(listingId, { n }, 20)),
    );
    await first.end('SIGKILL');
    const second = await startServer(folder);
    for (const { body } of responses) {
      expect((await second.api.get(`/v1/orders/${body.id}`)).body).toEqual(body);
    }
  });
});
