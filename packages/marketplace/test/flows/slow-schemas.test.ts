// docs/orders.md#what-is-checked-first: a listing whose schema takes too long to validate is
// paused.
import { describe, expect, it } from 'vitest';
import { newFolder, publish } from '../market.ts';
import { createTimeoutCounter } from '../../src/flows/check-input.ts';
import { MARKETS } from '../markets.ts';
import { createStillClock } from '../still-clock.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { json } from '../../../../test-bed/seller.ts';

const branches = Array.from({ length: 100 }, (_, n) => ({ type: 'string', minLength: 100 - n }));
const SLOW = {
  type: 'array',
  items: { allOf: Array.from({ length: 3 }, () => ({ anyOf: branches })) },
};
const SLOW_INPUT = Array.from({ length: 60_000 }, () => 'x');

describe.each(MARKETS)('a value that cannot be validated in time, on $name', ({ openMarket }) => {
  it('is refused as an input, and the third one pauses the listing and says why', async () => {
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

    // Its owner may publish it again, which runs the checks of the review once more.
    const heads = seller.requestsTo('HEAD /run').length;
    const resumed = await market.api.patch(`/v1/listings/${id}`, { listingState: 'published' });
    expect(resumed.body.listingState).toBe('published');
    expect(seller.requestsTo('HEAD /run').length).toBe(heads + 1);
    const { body: again } = await market.api.get(`/v1/providers/${id}`);
    expect(again.reviewRejectionReason).toBeNull();
    expect((await market.api.activate(id, ['x'], 20)).body.orderState).toBe('completed');
  });

  it('leaves its order completed without a verdict as a result', async () => {
    const market = await openMarket();
    const seller = await openSeller({ 'POST /run': () => json(SLOW_INPUT) });
    const { id } = await publish(market, seller, { runContract: { outputSchema: SLOW } });
    const { body } = await market.api.activate(id, {}, 20);
    expect(body).toMatchObject({ orderState: 'completed', outputValid: null, outputErrors: null });
  });
});

describe.each(MARKETS)('inputs that take long to validate, on $name', ({ openMarket, newHome }) => {
  it('the inputs of many listings of one account do not delay another account', async () => {
    const home = await newHome();
    const market = await openMarket({ folder: newFolder(), ...home });
    const seller = await openSeller();
    const slow: string[] = [];
    for (let n = 0; n < 10; n++) {
      const { id } = await publish(market, seller, { runContract: { inputSchema: SLOW } });
      slow.push(id);
    }
    const api = await market.otherApi();
    const honest = await publish(market, seller, {
      api,
      runContract: { inputSchema: { ...SLOW, $comment: 'another text' } },
    });
    const ended: string[] = [];
    const activate = async (who: string, id: string, input: string[]) => {
      const { status } = await market.api.activate(id, input, 20);
      ended.push(`${who} ${status}`);
    };
    await activate('honest', honest.id, ['x', ...SLOW_INPUT.slice(0, 100)]);
    ended.length = 0;
    const hostile = slow.map((id) => activate('hostile', id, SLOW_INPUT));
    await activate('honest', honest.id, ['x', ...SLOW_INPUT.slice(0, 100)]);
    expect(ended.length).toBeLessThanOrEqual(3);
    expect(ended.at(-1)).toBe('honest 201');
    await Promise.all(hostile);
    // The others timed out one after another, or had waited for 5 seconds.
    expect(ended.filter((each) => !/^(honest 201|hostile (400|503))$/.test(each))).toEqual([]);
  });
});

describe('the timeouts of a listing', () => {
  it('reach the limit with three within an hour; older ones do not count', () => {
    const clock = createStillClock();
    const strikes = createTimeoutCounter(clock);
    expect([strikes.add('a'), strikes.add('a')]).toEqual([false, false]);
    clock.move(3_600_000);
    expect([strikes.add('a'), strikes.add('a')]).toEqual([false, false]);
    clock.move(3_599_999);
    expect(strikes.add('b')).toBe(false);
    expect(strikes.add('a')).toBe(true);
  });
});
