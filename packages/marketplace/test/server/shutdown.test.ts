// docs/buy/orders.md#guarantees: a server that shuts down responds to every request, settles its calls, and loses nothing.
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { expecting } from '../expecting.ts';
import { publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { createGate } from '../../../../test-bed/gate.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { hold, json } from '../../../../test-bed/seller.ts';

const ONE_CALL = { MKT_CALLS_PER_SELLER: '1' };

/** Whether a promise is settled by now, without waiting for it. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, new Promise<false>((resolve) => setImmediate(resolve, false))]);
}

describe.each(MARKETS)('a server that shuts down, on $name', ({ openMarket, newHome }) => {
  it('waits for its calls, stores their outcomes and responds to waiting requests', async () => {
    const home = await newHome();
    const market = await openMarket({ ...home });
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(market, seller);
    const waiting = market.api.activate(listingId, {}, 30);
    const call = await seller.nextCall();
    const closed = market.close();
    expect(await isSettled(closed)).toBe(false);
    call.respond({ late: true });
    const { status, body, headers } = await waiting;
    expect(status).toBe(201);
    expect(body).toMatchObject({ orderState: 'completed', result: { late: true } });
    expect(headers.get('connection')).toBe('close');
    await closed;
    const again = await openMarket({ ...home });
    const { body: kept } = await again.api.get(`/v1/orders/${body.id}`);
    expect(kept).toEqual(body);
  });

  it('accepts no new connections', async () => {
    const market = await openMarket();
    await market.close();
    await expect(market.api.get('/healthz')).rejects.toThrow();
  });

  it('may be closed twice', async () => {
    const market = await openMarket();
    await expect(Promise.all([market.close(), market.close()])).resolves.toHaveLength(2);
  });

  it('responds at once to requests that wait for an order that will no longer run here', async () => {
    const market = await openMarket({ environment: ONE_CALL });
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(market, seller);
    await market.api.activate(listingId, { n: 1 });
    const { body: pending } = await market.api.activate(listingId, { n: 2 });
    const poll = await expecting(`${market.url}/v1/orders/${pending.id}`, {
      method: 'GET',
      headers: { 'x-mkt-api-key': String(market.apiKey), prefer: 'wait=30' },
    });
    const waiting = poll.finish();
    const call = await seller.nextCall();
    const closed = market.close();
    call.respond({});
    expect((await waiting).body).toMatchObject({ id: pending.id, orderState: 'pending' });
    await closed;
    expect(seller.calls).toHaveLength(1);
  });

  it('stores an order that arrives on an open connection for the next start', async () => {
    const home = await newHome();
    const market = await openMarket({ ...home });
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(market, seller);
    const first = market.api.activate(listingId, { n: 1 }, 30);
    const call = await seller.nextCall();

    const body = JSON.stringify({ listingId, requestBody: { n: 2 } });
    const late = await expecting(`${market.url}/v1/orders`, {
      method: 'POST',
      headers: {
        'x-mkt-api-key': String(market.apiKey),
        'content-type': 'application/json',
      },
      length: Buffer.byteLength(body),
    });
    const closed = market.close();
    const { status, body: order } = await late.finish(body);
    expect(status).toBe(201);
    expect(order.orderState).toBe('pending');
    call.respond({});
    await first;
    await closed;

    const again = await openMarket({ ...home });
    const second = await seller.nextCall();
    expect(second.input).toEqual({ n: 2 });
    second.respond({ n: 2 });
    const { body: ended } = await again.api.get(`/v1/orders/${order.id}`, {
      headers: { prefer: 'wait=20' },
    });
    expect(ended).toMatchObject({ orderState: 'completed', result: { n: 2 } });
  });

  it('ends while clients keep sending requests, and loses nothing that it acknowledged', async () => {
    const home = await newHome();
    const market = await openMarket({ ...home });
    const seller = await openSeller();
    const { id: listingId } = await publish(market, seller);
    const acknowledged: string[] = [];
    const begun = Promise.withResolvers<void>();
    const clients = Array.from({ length: 6 }, async () => {
      const api = createApi(market.url, market.apiKey);
      for (;;) {
        // The request fails once the server has ended, which is not a response.
        const response = await api.activate(listingId).catch(() => undefined);
        if (!response) return;
        if (response.status === 201) acknowledged.push(response.body.id);
        if (acknowledged.length > 20) begun.resolve();
      }
    });
    await begun.promise;
    await market.close();
    await Promise.all(clients);

    const again = await openMarket({ ...home });
    for (const id of acknowledged) {
      const { body } = await again.api.get(`/v1/orders/${id}`, { headers: { prefer: 'wait=20' } });
      expect(body.orderState).toBe('completed');
    }
    expect(seller.calls.length).toBeGreaterThanOrEqual(acknowledged.length);
  });

  it('does not wait for idle connections', async () => {
    const market = await openMarket();
    const idle = connect(market.port, '127.0.0.1');
    await once(idle, 'connect');
    const closed = once(idle, 'close');
    idle.on('error', () => undefined);
    await market.close();
    await expect(closed).resolves.toBeDefined();
  });

  it('responds to a preview that is in flight', async () => {
    const market = await openMarket();
    const gate = createGate();
    const seller = await openSeller({ 'GET /contract': gate.before(json({})) });
    const preview = market.api.post('/v1/listings/from-service/preview', {
      serviceUrl: seller.url,
    });
    await gate.reached;
    const closed = market.close();
    gate.open();
    expect((await preview).body).toMatchObject({ type: 'invalid_contract' });
    await closed;
  });
});
