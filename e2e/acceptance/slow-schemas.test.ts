// docs/buy/orders.md#what-is-checked-first: validating an input takes at most 500 ms, whatever the
// schema.
import { describe, expect, it } from 'vitest';
import { runContractOf } from './contract.ts';
import { expectError } from './expect-error.ts';
import { activate, openMarket } from './market.ts';
import { json } from '../../test-bed/seller.ts';

const market = await openMarket();
const { api } = market;

/** Seven times a hundred alternatives for each item: short to write and slow to validate. */
const slow = (title: string) => ({
  title,
  type: 'array',
  items: {
    allOf: Array.from({ length: 7 }, () => ({
      anyOf: [...Array.from({ length: 98 }, (_, i) => ({ const: -1 - i })), { minimum: 0 }],
    })),
  },
});
const LONG = Array.from({ length: 60_000 }, () => 1);

const publish = async (runContract: Record<string, unknown>) => {
  const seller = await market.seller();
  return market.publish({ seller, provider: { runContract: runContractOf(seller, runContract) } });
};
const buy = (listingId: string, requestBody: unknown) =>
  api.post('/v1/orders', { listingId, requestBody }, { headers: { prefer: 'wait=20' } });

describe('an inputSchema that takes too long to validate', () => {
  it('is 400 with the keyword timeout, and the listing stays for sale', async () => {
    const { provider, seller } = await publish({ inputSchema: slow('refused') });
    expect((await buy(provider.id, [1, 2])).status).toBe(201);
    for (let i = 0; i < 4; i++) {
      const startedAt = performance.now();
      const error = expectError(await buy(provider.id, LONG), 400, 'invalid_input');
      expect(error.details[0].keyword).toBe('timeout');
      expect(performance.now() - startedAt).toBeLessThan(60_000);
    }
    expect(seller.requestsTo('POST /run')).toHaveLength(1);
    const orders = await api.get(`/v1/orders?listingId=${provider.id}`);
    expect(orders.body.data).toHaveLength(1);

    const read = await api.get(`/v1/providers/${provider.id}`);
    expect(read.body).toMatchObject({ status: 'published', slowInputs: 4 });
    expect((await buy(provider.id, [1, 2])).status).toBe(201);
  });

  it('is counted for each listing separately', async () => {
    const inputSchema = slow('shared by two listings');
    const [one, two] = [await publish({ inputSchema }), await publish({ inputSchema })];
    for (const { provider } of [one, two, one, two]) {
      expectError(await buy(provider.id, LONG), 400, 'invalid_input');
    }
    for (const { provider } of [one, two]) {
      expect((await api.get(`/v1/providers/${provider.id}`)).body.slowInputs).toBe(2);
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

describe('an outputSchema that takes too long to validate', () => {
  it('leaves the order completed and charged, with outputValid null', async () => {
    const { provider, seller } = await publish({ outputSchema: slow('output') });
    seller.on('POST /run', () => json(LONG));
    const order = await activate(api, provider.id, {});
    expect(order).toMatchObject({ orderState: 'completed', charged: true, outputValid: null });
    expect(order.result).toHaveLength(LONG.length);
  });
});
