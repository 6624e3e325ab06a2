// Protocol reference §4.7: a schema that costs too much to check takes its listing off the market.
import { describe, expect, it } from 'vitest';
import { publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openSeller } from '../seller.ts';

const branches = Array.from({ length: 100 }, (_, n) => ({ type: 'string', minLength: 100 - n }));
const SLOW = {
  type: 'array',
  items: { allOf: Array.from({ length: 3 }, () => ({ anyOf: branches })) },
};
const SLOW_INPUT = Array.from({ length: 60_000 }, () => 'x');

describe.each(MARKETS)('an input that cannot be checked in time, on $name', ({ openMarket }) => {
  it('is refused, and the third one pauses the listing, with the reason', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const { id } = await publish(market, seller, { runContract: { inputSchema: SLOW } });
    for (let n = 0; n < 3; n++) {
      const { status, body } = await market.api.activate(id, SLOW_INPUT);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        type: 'invalid_input',
        details: [{ path: '', keyword: 'timeout' }],
      });
    }
    const { body: provider } = await market.api.get(`/v1/providers/${id}`);
    expect(provider.status).toBe('paused');
    expect(provider.reviewRejectionReason).toMatch(/Paused by the marketplace.*too long 3 times/);
    const { status, body } = await market.api.activate(id, ['x']);
    expect([status, body.type]).toEqual([409, 'listing_not_active']);
    expect(seller.calls).toEqual([]);
    expect((await market.api.get('/v1/orders')).body.data).toEqual([]);

    // Its owner may resume it: the review's checks run once more.
    const heads = seller.requestsTo('HEAD /run');
    const resumed = await market.api.patch(`/v1/listings/${id}`, { listingState: 'published' });
    expect(resumed.body.listingState).toBe('published');
    expect(seller.requestsTo('HEAD /run')).toBe(heads + 1);
    const { body: again } = await market.api.get(`/v1/providers/${id}`);
    expect(again.reviewRejectionReason).toBeNull();
    expect((await market.api.activate(id, ['x'], 20)).body.orderState).toBe('completed');
  });

  it('of a result leaves the order completed, and undecided', async () => {
    const market = await openMarket();
    const seller = await openSeller({ run: (call) => call.answer(SLOW_INPUT) });
    const { id } = await publish(market, seller, { runContract: { outputSchema: SLOW } });
    const { body } = await market.api.activate(id, {}, 20);
    expect(body).toMatchObject({ orderState: 'completed', outputValid: null, outputErrors: null });
  });
});
