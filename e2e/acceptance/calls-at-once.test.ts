// docs/reference/limits.md#simultaneous-calls: how many calls run at once, and which orders wait.
import { afterAll, describe, expect, it } from 'vitest';
import { expectError } from './expect-error.ts';
import { connect, settled, type Market } from './market.ts';
import { json, type Seller } from '../../test-bed/seller.ts';
import { removeDataDir, startServer } from './start-server.ts';
import { pollUntil } from '../../test-bed/poll-until.ts';
import { createGate } from '../../test-bed/gate.ts';

const close: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(close.map((each) => each())));

async function marketWith(env: Record<string, string>): Promise<Market> {
  const server = await startServer({ env });
  const sellers: Seller[] = [];
  close.push(async () => {
    await Promise.all(sellers.map((seller) => seller.close()));
    await server.stop('SIGKILL');
    await removeDataDir(server.dataDir);
  });
  return connect(server, sellers);
}

/** A listing whose seller holds every call and counts the calls it holds. */
async function holding(market: Market) {
  const { provider, seller } = await market.publish();
  const gate = createGate();
  seller.on('POST /run', gate.before(json({})));
  const held = (count: number) =>
    pollUntil(`${count} calls are held`, () =>
      seller.requestsTo('POST /run').length >= count ? true : undefined,
    );
  return { listingId: provider.id as string, seller, gate, held };
}

describe.concurrent('concurrent calls', () => {
  it('wait as pending beyond a seller’s limit, and run when there is room', async () => {
    const market = await marketWith({ MKT_CALLS_PER_SELLER: '2' });
    const { api } = market;
    const { listingId, seller, gate, held } = await holding(market);
    const orders = [];
    for (let i = 0; i < 5; i++) orders.push((await api.post('/v1/orders', { listingId })).body);
    await held(2);
    const states = await Promise.all(
      orders.map(async ({ id }) => (await api.get(`/v1/orders/${id}`)).body),
    );
    const pending = states.filter(({ orderState }) => orderState === 'pending');
    expect(pending).toHaveLength(3);
    for (const order of pending) expect(order).toMatchObject({ startedAt: null, charged: false });
    expect(seller.requestsTo('POST /run')).toHaveLength(2);
    gate.open();
    for (const order of orders) {
      expect((await settled(api, order)).orderState).toBe('completed');
    }
    expect(seller.requestsTo('POST /run')).toHaveLength(5);
  });

  it('are counted per seller account, over all its listings, and do not delay those of another account', async () => {
    const market = await marketWith({ MKT_CALLS_PER_SELLER: '1' });
    const { api } = market;
    const first = await holding(market);
    const second = await holding(market);
    await api.post('/v1/orders', { listingId: first.listingId });
    await first.held(1);
    const waiting = (await api.post('/v1/orders', { listingId: second.listingId })).body;
    expect((await api.get(`/v1/orders/${waiting.id}`)).body.orderState).toBe('pending');

    const other = await market.account();
    const { provider } = await market.publish({ api: other.api });
    const headers = { prefer: 'wait=20' };
    const response = await api.post('/v1/orders', { listingId: provider.id }, { headers });
    expect(response.body.orderState).toBe('completed');
    expect((await api.get(`/v1/orders/${waiting.id}`)).body.orderState).toBe('pending');
    first.gate.open();
    second.gate.open();
    expect((await settled(api, waiting)).orderState).toBe('completed');
  });

  it('are also counted per buyer', async () => {
    const market = await marketWith({ MKT_CALLS_PER_BUYER: '1' });
    const { api } = market;
    const { listingId, gate, held } = await holding(market);
    await api.post('/v1/orders', { listingId });
    await held(1);
    const waiting = (await api.post('/v1/orders', { listingId })).body;
    expect((await api.get(`/v1/orders/${waiting.id}`)).body.orderState).toBe('pending');
    const other = await market.account();
    await other.api.post('/v1/orders', { listingId });
    await held(2);
    gate.open();
    expect((await settled(api, waiting)).orderState).toBe('completed');
  });

  it('an order that waits when its listing is archived settles with at most one call', async () => {
    const market = await marketWith({ MKT_CALLS_PER_SELLER: '1' });
    const { api } = market;
    const { listingId, seller, gate, held } = await holding(market);
    const running = (await api.post('/v1/orders', { listingId })).body;
    await held(1);
    const waiting = (await api.post('/v1/orders', { listingId })).body;
    await api.patch(`/v1/listings/${listingId}`, { listingState: 'archived' });
    gate.open();
    expect((await settled(api, running)).orderState).toBe('completed');
    const ended = await settled(api, waiting);
    const calls = seller.requestsTo('POST /run').length;
    if (ended.orderState === 'completed') expect(calls).toBe(2);
    else {
      expect(ended).toMatchObject({ failure: { kind: 'listing_unavailable' }, charged: false });
      expect(calls).toBe(1);
    }
  });

  it('are refused with 503 overloaded and Retry-After, without an order, when too many wait', async () => {
    const market = await marketWith({ MKT_CALLS_PER_SELLER: '1', MKT_WAITING_PER_SELLER: '2' });
    const { api } = market;
    const { listingId, gate, held } = await holding(market);
    const orders = [(await api.post('/v1/orders', { listingId })).body];
    await held(1);
    for (let i = 0; i < 2; i++) orders.push((await api.post('/v1/orders', { listingId })).body);
    const response = await api.post('/v1/orders', { listingId });
    expectError(response, 503, 'overloaded');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await api.get('/v1/orders')).body.data).toHaveLength(3);
    gate.open();
    for (const order of orders) expect((await settled(api, order)).orderState).toBe('completed');
    expect((await api.post('/v1/orders', { listingId })).status).toBe(201);
  });

  it('are limited to 64 for a seller by default, and a thousand more wait', async () => {
    const market = await marketWith({});
    const { listingId, seller, gate, held } = await holding(market);
    // Spread over several buyers, because only 250 orders of one buyer may wait for one seller.
    const buyers = [market.api];
    for (let n = 1; n < 10; n++) buyers.push((await market.account()).api);
    const responses = [];
    for (const buyer of buyers) {
      const batch = Array.from({ length: 109 }, () => buyer.post('/v1/orders', { listingId }));
      responses.push(...(await Promise.all(batch)));
    }
    await held(64);
    expect(seller.requestsTo('POST /run')).toHaveLength(64);
    const refused = responses.filter(({ status }) => status === 503);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1064);
    expect(refused).toHaveLength(26);
    gate.open();
  });
});
