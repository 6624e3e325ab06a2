// docs/buy/orders.md#cancelling
import { describe, expect, it } from 'vitest';
import { hold } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { publish } from '../market.ts';
import { MARKETS, type MarketUnderTest } from '../markets.ts';

/** A market in which one order is running and one is waiting. */
async function openBusy({ openMarket }: MarketUnderTest) {
  const market = await openMarket({ environment: { MKT_CALLS_PER_SELLER: '1' } });
  const seller = await openSeller({ 'POST /run': hold });
  const { id: listingId } = await publish(market, seller);
  const running = await market.api.activate(listingId, { n: 1 });
  const pending = await market.api.activate(listingId, { n: 2 });
  const call = await seller.nextCall();
  const cancel = (id: string, by = market.api) => by.post(`/v1/orders/${id}/cancel`);
  const read = async (id: string) => (await market.api.get(`/v1/orders/${id}`)).body;
  return {
    market,
    seller,
    listingId,
    running: running.body,
    pending: pending.body,
    call,
    cancel,
    read,
  };
}

describe.each(MARKETS)('cancelling an order on $name', (under) => {
  it('settles one that is pending, which is neither called nor charged', async () => {
    const { market, seller, listingId, pending, call, cancel, read } = await openBusy(under);
    const waiting = market.api.get(`/v1/orders/${pending.id}`, { headers: { prefer: 'wait=20' } });
    const { status, body } = await cancel(pending.id);
    expect([status, body]).toMatchObject([
      200,
      {
        id: pending.id,
        orderState: 'failed',
        errorMessage: 'The buyer cancelled the order before its turn; the seller was not called',
        failure: { kind: 'cancelled' },
        charged: false,
        startedAt: null,
        durationMs: null,
      },
    ]);
    expect((await waiting).body).toEqual(body);
    const next = await market.api.activate(listingId, { n: 3 });
    call.respond({});
    const third = await seller.nextCall();
    expect(third.input).toEqual({ n: 3 });
    third.respond({});
    await market.api.get(`/v1/orders/${next.body.id}`, { headers: { prefer: 'wait=20' } });
    expect(seller.calls).toHaveLength(2);
    expect(await read(pending.id)).toEqual(body);
  });

  it('takes its id in capital letters, too', async () => {
    const { pending, cancel } = await openBusy(under);
    const { status, body } = await cancel(pending.id.toUpperCase());
    expect([status, body.id, body.failure]).toEqual([200, pending.id, { kind: 'cancelled' }]);
  });

  it('returns one that was cancelled before', async () => {
    const { pending, cancel } = await openBusy(under);
    const first = await cancel(pending.id);
    const second = await cancel(pending.id);
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  it('is refused once the call has started, and once it has settled', async () => {
    const { market, running, pending, call, cancel, read } = await openBusy(under);
    expect((await cancel(running.id)).body).toMatchObject({
      type: 'order_running',
      error: 'The call of this order has started, so it cannot be cancelled.',
    });
    await cancel(pending.id);
    call.respond({ done: true });
    await market.api.get(`/v1/orders/${running.id}`, { headers: { prefer: 'wait=20' } });
    const refused = await cancel(running.id);
    expect([refused.status, refused.body]).toMatchObject([409, { type: 'order_settled' }]);
    expect(await read(running.id)).toMatchObject({ orderState: 'completed', charged: true });
  });

  it('of another account is 404, and changes nothing', async () => {
    const { market, pending, cancel, read } = await openBusy(under);
    const stranger = await market.otherApi();
    expect((await cancel(pending.id, stranger)).status).toBe(404);
    expect((await cancel('no-such-order')).status).toBe(404);
    expect(await read(pending.id)).toMatchObject({ orderState: 'pending' });
  });

  it('or calling it: one of the two happens, whichever is first', async () => {
    const { market, seller, running, pending, call, cancel, read } = await openBusy(under);
    call.respond({});
    const { status } = await cancel(pending.id);
    await market.api.get(`/v1/orders/${running.id}`, { headers: { prefer: 'wait=20' } });
    if (status === 409) (await seller.nextCall()).respond({});
    const settled = await market.api.get(`/v1/orders/${pending.id}`, {
      headers: { prefer: 'wait=20' },
    });
    expect(settled.body.failure?.kind ?? 'completed').toBe(
      status === 200 ? 'cancelled' : 'completed',
    );
    expect(seller.calls).toHaveLength(status === 200 ? 1 : 2);
    expect(await read(pending.id)).toEqual(settled.body);
  });
});
