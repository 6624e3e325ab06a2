// docs/reference/limits.md#sizes-and-times and docs/buy/orders.md#the-call-itself: a call ends after 30 seconds in
// total.
import { describe, expect, it } from 'vitest';
import { publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { hold } from '../../../../test-bed/seller.ts';

describe.each(MARKETS)('a call without a response, on $name', ({ openMarket }) => {
  it('fails its order after exactly 30 seconds', async () => {
    const market = await openMarket();
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(market, seller);
    const startedMs = performance.now();
    const { body: order } = await market.api.activate(listingId);
    await seller.nextCall();
    // The market's clock runs while it is not moved.
    await market.advance(20_000);
    const running = await market.api.get(`/v1/orders/${order.id}`);
    expect(running.body.orderState).toBe('running');
    await market.advance(10_001);
    const ended = await market.api.get(`/v1/orders/${order.id}`, { headers: { prefer: 'wait=9' } });
    expect(ended.body).toMatchObject({
      orderState: 'failed',
      errorMessage: "The seller's endpoint did not respond within 30 seconds",
      failure: { kind: 'timeout' },
      charged: false,
    });
    expect(ended.body.durationMs).toBeGreaterThanOrEqual(30_000);
    expect(ended.body.durationMs).toBeLessThan(30_002 + performance.now() - startedMs);
  });

  it('fails its order even if the response drips', async () => {
    const market = await openMarket();
    const seller = await openSeller({
      'POST /run': (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('[1');
        return undefined;
      },
    });
    const { id: listingId } = await publish(market, seller);
    const { body: order } = await market.api.activate(listingId);
    const call = await seller.nextCall();
    for (let second = 0; second < 30; second += 5) {
      await new Promise((resolve) => call.response.write(',1', resolve));
      await market.advance(5_001);
    }
    const ended = await market.api.get(`/v1/orders/${order.id}`, { headers: { prefer: 'wait=9' } });
    expect(ended.body).toMatchObject({ orderState: 'failed', failure: { kind: 'timeout' } });
  });

  it('completes its order if the response arrives just in time', async () => {
    const market = await openMarket();
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(market, seller);
    const waiting = market.api.activate(listingId, { a: 1 }, 30);
    const call = await seller.nextCall();
    await market.advance(25_000);
    call.respond({ done: true });
    expect((await waiting).body).toMatchObject({ orderState: 'completed', result: { done: true } });
  });

  it('is left alone by sweeps while it is in flight', async () => {
    const market = await openMarket();
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(market, seller);
    const waiting = market.api.activate(listingId, {}, 30);
    const call = await seller.nextCall();
    for (let n = 0; n < 4; n++) await market.advance(7_000);
    call.respond({});
    expect((await waiting).body.orderState).toBe('completed');
  });
});

describe.each(MARKETS)('a wait, on $name', ({ openMarket }) => {
  it('ends after its seconds with the order as it is', async () => {
    const market = await openMarket();
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(market, seller);
    const activation = market.api.activate(listingId, {}, 10);
    await seller.nextCall();
    await market.advance(10_001);
    const response = await activation;
    expect(response.status).toBe(201);
    expect(response.body.orderState).toBe('running');
    expect(response.headers.get('preference-applied')).toBe('wait=10');
    expect(response.headers.get('retry-after')).toBe('1');
  });
});
