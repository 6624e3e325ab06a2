// docs/orders.md#what-is-checked-first: validating an input takes at most 500 ms, whatever the
// schema.
import { describe, expect, it } from 'vitest';
import { runContractOf } from './contract.ts';
import { expectError } from './expect-error.ts';
import { activate, openMarket } from './market.ts';
import { json } from '../../test-bed/seller.ts';

const market = await openMarket();
const { api, anonymous } = market;

/** Fifty times a hundred alternatives for each item: short to write and slow to validate. */
const slow = (title: string) => ({
  title,
  type: 'array',
  items: { allOf: Array.from({ length: 50 }, () => ({ $ref: '#/$defs/one' })) },
  $defs: {
    one: { anyOf: [...Array.from({ length: 98 }, (_, i) => ({ const: -1 - i })), { minimum: 0 }] },
  },
});
const LONG = Array.from({ length: 60_000 }, () => 1);

const publish = async (runContract: Record<string, unknown>) => {
  const seller = await market.seller();
  return market.publish({ seller, provider: { runContract: runContractOf(seller, runContract) } });
};
const buy = (listingId: string, requestBody: unknown) =>
  api.post('/v1/orders', { listingId, requestBody }, { headers: { prefer: 'wait=20' } });

describe.concurrent('an inputSchema that takes too long to validate', () => {
  it('is 400 with the keyword timeout, and the third time pauses the listing with a reason', async () => {
    const { provider, seller } = await publish({ inputSchema: slow('paused') });
    expect((await buy(provider.id, [1, 2])).status).toBe(201);
    for (let i = 0; i < 3; i++) {
      const startedAt = performance.now();
      const error = expectError(await buy(provider.id, LONG), 400, 'invalid_input');
      expect(error.details[0].keyword).toBe('timeout');
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    }
    expect(seller.requestsTo('POST /run')).toHaveLength(1);
    const orders = await api.get(`/v1/orders?listingId=${provider.id}`);
    expect(orders.body.data).toHaveLength(1);

    const paused = (await api.get(`/v1/providers/${provider.id}`)).body;
    expect(paused.status).toBe('paused');
    expect(paused.reviewRejectionReason).toMatch(/\S/);
    expectError(await buy(provider.id, [1, 2]), 409, 'listing_not_active');
    const shown = await anonymous.get(`/v1/marketplace/listings/${provider.id}`);
    expect(shown.body.listingState).toBe('paused');

    const resumed = await api.patch(`/v1/listings/${provider.id}`, { listingState: 'published' });
    expect(resumed.status, resumed.text).toBe(200);
    expect((await buy(provider.id, [1, 2])).status).toBe(201);
  });

  it('is counted for each listing separately', async () => {
    const inputSchema = slow('shared by two listings');
    const [one, two] = [await publish({ inputSchema }), await publish({ inputSchema })];
    for (const { provider } of [one, one, two, two]) {
      expectError(await buy(provider.id, LONG), 400, 'invalid_input');
    }
    for (const { provider } of [one, two]) {
      expect((await api.get(`/v1/providers/${provider.id}`)).body.status).toBe('published');
    }
  });

  it('does not delay the buyers of other listings', async () => {
    const hostile = await publish({ inputSchema: slow('beside others') });
    const other = await publish({ inputSchema: { type: 'array', maxItems: 3 } });
    const { id } = hostile.provider;
    const refused = Promise.all([buy(id, LONG), buy(id, LONG)]);
    const orders = await Promise.all(
      Array.from({ length: 10 }, () => activate(api, other.provider.id, [1])),
    );
    expect(orders.every(({ orderState }) => orderState === 'completed')).toBe(true);
    for (const response of await refused) expectError(response, 400, 'invalid_input');
  });
});

describe.concurrent('an outputSchema that takes too long to validate', () => {
  it('leaves the order completed and charged, with outputValid null', async () => {
    const { provider, seller } = await publish({ outputSchema: slow('output') });
    seller.on('POST /run', () => json(LONG));
    const order = await activate(api, provider.id, {});
    expect(order).toMatchObject({ orderState: 'completed', charged: true, outputValid: null });
    expect(order.result).toHaveLength(LONG.length);
  });
});
