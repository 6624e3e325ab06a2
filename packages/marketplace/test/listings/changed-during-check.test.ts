// docs/buy/orders.md#what-is-checked-first: however long the checks take, an order is placed only for what was checked.
import { describe, expect, it } from 'vitest';
import { publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';

/** Patterns with look-ahead run only in schema processes. This one takes until its process is ended. */
const SLOW = { type: 'string', pattern: '^(?=(a|aa)+$)b' };
const SLOW_INPUT = `${'a'.repeat(200)}!`;
const QUICK = { type: 'string', pattern: '^(?!y)' };
const QUICK_INPUT = 'x';

describe.each(MARKETS)('while an input waits for validation, on $name', ({ openMarket }) => {
  /** A listing whose input waits: the only process for its seller validates another input. */
  async function open() {
    const market = await openMarket();
    const seller = await openSeller();
    const busy = await publish(market, seller, { runContract: { inputSchema: SLOW } });
    const listing = await publish(market, seller, {
      price: { amount: 0.02, currency: 'USD', unit: 'call' },
      runContract: { inputSchema: QUICK },
    });
    // Already compiled, so that only the queue takes time below.
    expect((await market.api.activate(listing.id, QUICK_INPUT, 20)).status).toBe(201);
    const calls = seller.calls.length;
    // Two inputs that take half a second each, so that the change below happens meanwhile.
    const checking = Promise.all([1, 2].map(() => market.api.activate(busy.id, SLOW_INPUT)));
    // Requests sent after these reads arrive after them.
    for (let reads = 0; reads < 20; reads++) await market.api.get(`/v1/listings/${listing.id}`);
    const waiting = (guards: object = {}) =>
      market.api.post('/v1/orders', {
        listingId: listing.id,
        requestBody: QUICK_INPUT,
        ...guards,
      });
    return { market, seller, listing, calls, checking, waiting };
  }

  it('a listing that is paused accepts no order', async () => {
    const { market, seller, listing, calls, checking, waiting } = await open();
    const order = waiting();
    const paused = await market.api.patch(`/v1/listings/${listing.id}`, { listingState: 'paused' });
    expect(paused.status).toBe(200);
    const { status, body } = await order;
    expect([status, body.type]).toEqual([409, 'listing_not_active']);
    expect(seller.calls).toHaveLength(calls);
    await checking;
  });

  it('a price that rises above the guard is refused, and nothing is bought', async () => {
    const { market, seller, listing, calls, checking, waiting } = await open();
    const order = waiting({ maxPrice: 0.02 });
    await market.api.patch(`/v1/listings/${listing.id}`, { price: { amount: 5 } });
    const { status, body } = await order;
    expect([status, body.type]).toEqual([409, 'listing_changed']);
    expect(body.price).toEqual({ amount: 5, currency: 'USD', unit: 'call' });
    expect(seller.calls).toHaveLength(calls);
    await checking;
  });

  it('a listing that changes within the guards is bought as it is now', async () => {
    const { market, listing, checking, waiting } = await open();
    const order = waiting();
    await market.api.patch(`/v1/listings/${listing.id}`, { price: { amount: 0.01 } });
    const { status, body } = await order;
    expect(status).toBe(201);
    expect(body.price.amount).toBe(0.01);
    expect(body.revision).toBe(listing.revision + 1);
    await checking;
  });

  it('a secret that is rotated signs the call', async () => {
    const { market, seller, listing, calls, checking, waiting } = await open();
    const order = waiting();
    const path = `/v1/providers/${listing.id}/signing-secret/rotate`;
    expect((await market.api.post(path, { gracePeriodSeconds: 0 })).status).toBe(200);
    expect((await order).status).toBe(201);
    await checking;
    const signatures = seller.calls[calls]?.headers['x-mkt-signature'];
    expect(String(signatures).split(' ')).toHaveLength(1);
  });
});
