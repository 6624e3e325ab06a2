// docs/reference/limits.md#simultaneous-calls: simultaneous calls, orders that wait, and 503 past those.
import { describe, expect, it } from 'vitest';
import { createCallSlots, createOrderRunner } from '../../src/orders/runner.ts';
import { createOutcomes } from '../../src/market/outcomes.ts';
import { createLocalEventFeed, createLocalOrderEvents } from '../../src/events/local.ts';
import { publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { ROOMY } from '../call-limits.ts';
import { ENGINES } from '../database/engines.ts';
import { newOrder, placed, published } from '../database/samples.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { hold, json } from '../../../../test-bed/seller.ts';
import { contextOf } from '../context-of.ts';

const ONE_CALL = { MKT_CALLS_PER_SELLER: '1', MKT_WAITING_PER_SELLER: '2' };

describe.each(MARKETS)('past the calls of a seller, on $name', ({ openMarket }) => {
  it('an order waits, and runs when a slot is free', async () => {
    const market = await openMarket({ environment: ONE_CALL });
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(market, seller);
    const first = await market.api.activate(listingId, { n: 1 });
    expect(first.body.orderState).toBe('running');
    const second = await market.api.activate(listingId, { n: 2 });
    expect(second.status).toBe(201);
    expect(second.body).toMatchObject({ orderState: 'pending', startedAt: null });
    expect(second.headers.get('retry-after')).toBe('1');
    const waiting = market.api.get(`/v1/orders/${second.body.id}`, {
      headers: { prefer: 'wait=20' },
    });
    const call = await seller.nextCall();
    expect(seller.calls).toHaveLength(1);
    call.respond({});
    (await seller.nextCall()).respond({ n: 2 });
    expect((await waiting).body).toMatchObject({ orderState: 'completed', result: { n: 2 } });
  });

  it('orders run one at a time, oldest first', async () => {
    const market = await openMarket({
      environment: { MKT_CALLS_PER_SELLER: '1', MKT_WAITING_PER_SELLER: '100' },
    });
    let together = 0;
    let most = 0;
    const seller = await openSeller({
      'POST /run': async () => {
        together += 1;
        most = Math.max(most, together);
        await new Promise((resolve) => setImmediate(resolve));
        together -= 1;
        return json({});
      },
    });
    const { id: listingId } = await publish(market, seller);
    const orders: string[] = [];
    for (let n = 0; n < 12; n++) {
      orders.push((await market.api.activate(listingId, { n })).body.id);
    }
    for (const id of orders) {
      const { body } = await market.api.get(`/v1/orders/${id}`, { headers: { prefer: 'wait=20' } });
      expect(body.orderState).toBe('completed');
    }
    expect(most).toBe(1);
    expect(seller.calls.map(({ input }) => input.n)).toEqual([...orders.keys()]);
  });

  it('no more orders wait than the limit allows, even if they arrive at once', async () => {
    const market = await openMarket({ environment: ONE_CALL });
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(market, seller);
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => market.api.activate(listingId, { n })),
    );
    const states = responses.map(({ status, body }) => body.orderState ?? `${status} ${body.type}`);
    expect(states.toSorted((a, b) => a.localeCompare(b))).toEqual([
      ...Array.from({ length: 9 }, () => '503 overloaded'),
      'pending',
      'pending',
      'running',
    ]);
    const refused = responses.find(({ status }) => status === 503);
    expect(refused?.headers.get('retry-after')).toBe('1');
    const { body } = await market.api.get('/v1/orders');
    expect(body.data).toHaveLength(3);
    (await seller.nextCall()).respond({});
    (await seller.nextCall()).respond({});
    (await seller.nextCall()).respond({});
  });

  it('a refused order does not use up its idempotency key', async () => {
    const market = await openMarket({
      environment: { MKT_CALLS_PER_SELLER: '1', MKT_WAITING_PER_SELLER: '0' },
    });
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(market, seller);
    const first = market.api.activate(listingId, {}, 30);
    const call = await seller.nextCall();
    const headers = { 'idempotency-key': 'again', prefer: 'wait=20' };
    const refused = await market.api.post('/v1/orders', { listingId }, { headers });
    expect(refused.status).toBe(503);
    call.respond({});
    await first;
    const retried = market.api.post('/v1/orders', { listingId }, { headers });
    (await seller.nextCall()).respond({});
    expect((await retried).status).toBe(201);
    expect((await retried).headers.get('idempotent-replayed')).toBeNull();
  });
});

describe.each(MARKETS)('one slow seller, on $name', ({ openMarket, newHome }) => {
  it('never occupies every slot', async () => {
    const market = await openMarket({
      ...(await newHome()),
      environment: { ...ONE_CALL, MKT_CALLS_PER_PROCESS: '4', MKT_WAITING_PER_PROCESS: '3' },
    });
    const slow = await openSeller({ 'POST /run': hold });
    const { id: slowId } = await publish(market, slow);
    for (let n = 0; n < 3; n++) await market.api.activate(slowId);
    expect((await market.api.activate(slowId)).status).toBe(503);

    const quick = await openSeller();
    const other = await market.otherApi();
    const { id: quickId } = await publish(market, quick, { api: other });
    const response = await market.api.activate(quickId, { a: 1 }, 20);
    expect(response.body).toMatchObject({ orderState: 'completed' });
    for (let n = 0; n < 3; n++) (await slow.nextCall()).respond({});
  });
});

describe.each(ENGINES)('queued orders that no longer need a call, on $name', ({ open }) => {
  it('do not delay the orders behind them', async () => {
    const { store, clock } = await open();
    const { id: listingId, accountId: sellerId } = await published(store);
    const slots = createCallSlots({ ...ROOMY, callsPerSeller: 1 });
    const enqueue = ({ id, buyerId }: { id: string; buyerId: string }) =>
      slots.enqueue({ id, buyerId, sellerId });
    for (let n = 0; n < 5; n++) enqueue(await placed(store, { listingId, leaseOwner: null }));
    clock.move(11 * 60_000);
    enqueue(await newOrder(store, { listingId }));
    const live = await placed(store, { listingId, leaseOwner: null });
    enqueue(live);

    const ran = Promise.withResolvers<string>();
    const runner = createOrderRunner(
      contextOf({
        store,
        gateway: {
          call({ orderId }) {
            ran.resolve(orderId);
            return Promise.resolve({ kind: 'timeout' });
          },
        },
        schemas: { validate: () => Promise.resolve({ kind: 'valid' }) } as never,
        slots,
        events: createLocalOrderEvents(clock),
        feed: createLocalEventFeed(),
        clock,
        outcomes: createOutcomes(),
        tracing: undefined,
        leaseOwner: 'this',
        ending: new AbortController().signal,
        reportError: ran.reject,
      }),
    );
    runner.dispatch();
    expect(await ran.promise).toBe(live.id);
    await runner.drain();
    expect(slots.waiting()).toBe(0);
  });
});
