// The scripted sellers of the testing kit: docs/test/testing.md#behaviours.
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let market: TestMarketplace;
beforeAll(async () => {
  market = await createTestMarketplace();
});
beforeEach(() => market.reset());
afterAll(() => market.close());

const orderOf = async (slug: string, input: object = {}) =>
  market.client().orders.wait((await market.client().activate(slug, input)).id);

describe('a scripted seller', () => {
  it('answers, and records the calls', async () => {
    const seller = await market.scriptedSeller();
    expect(seller.slug).toBe('scripted-seller');
    const input = { message: 'Hello there.' };
    expect(await market.client().run(seller.slug, input)).toEqual({ ...input, attempt: 1 });
    const orders = await market.client().orders.list();
    expect(seller.calls).toEqual([
      { orderId: orders.data[0]?.id, buyerId: expect.any(String), input, attempt: 1 },
    ]);
  });

  it('stands in for a listing, with its slug, schemas, price and results', async () => {
    const { slug } = await market.scriptedSeller('ok', {
      slug: 'weather-now',
      price: { amount: 0.05 },
      inputSchema: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
      result: (input) => ({ city: (input as { city: string }).city, celsius: 21 }),
    });
    expect(slug).toBe('weather-now');
    const result = await market.client().run(slug, { city: 'Oslo' }, { maxPrice: 0.05 });
    expect(result).toEqual({ city: 'Oslo', celsius: 21 });
    await expect(market.client().run(slug, {})).rejects.toMatchObject({ type: 'invalid_input' });
  });

  it.each([
    ['http-500', { kind: 'seller_status', sellerStatus: 500 }],
    ['bad-json', { kind: 'invalid_json' }],
  ] as const)('fails orders as %s', async (behaviour, failure) => {
    const { slug } = await market.scriptedSeller(behaviour);
    expect(await orderOf(slug)).toMatchObject({ orderState: 'failed', charged: false, failure });
  });

  it('returns results that break the schema as schema-drift', async () => {
    const { slug } = await market.scriptedSeller('schema-drift');
    expect(await orderOf(slug)).toMatchObject({
      orderState: 'completed',
      outputValid: false,
      result: { message: 42 },
    });
    const own = await market.scriptedSeller('schema-drift', {
      outputSchema: { type: 'object' },
      result: () => ({ fine: true }),
    });
    expect(await orderOf(own.slug)).toMatchObject({ outputValid: false, result: [{ fine: true }] });
  });

  it('fails as often as it should as flaky, for each input and buyer', async () => {
    const { slug } = await market.scriptedSeller('flaky', { failTimes: 2 });
    const states = async (input: object) => (await orderOf(slug, input)).orderState;
    const first = [await states({}), await states({}), await states({}), await states({})];
    expect(first).toEqual(['failed', 'failed', 'completed', 'failed']);
    expect(await states({ message: 'another' })).toBe('failed');
  });

  it('takes its time as slow, by the clock of the market', async () => {
    const { slug } = await market.scriptedSeller('slow', { delay: '20s' });
    const order = await market.client().activate(slug, {});
    await market.clock.advance('20s');
    expect(await market.client().orders.get(order.id)).toMatchObject({
      orderState: 'completed',
      durationMs: expect.any(Number),
    });
  });

  it('does what an input asks for', async () => {
    const { slug } = await market.scriptedSeller();
    const input = { failTimes: 1, status: 429 };
    expect(await orderOf(slug, input)).toMatchObject({ failure: { sellerStatus: 429 } });
    expect(await orderOf(slug, input)).toMatchObject({ result: { attempt: 2 } });
    await expect(market.client().run(slug, { delayMs: -1 })).rejects.toMatchObject({
      type: 'invalid_input',
    });
  });

  it('changes its behaviour during a test', async () => {
    const { slug, behave } = await market.scriptedSeller('http-500');
    expect((await orderOf(slug)).orderState).toBe('failed');
    behave('ok');
    expect((await orderOf(slug)).orderState).toBe('completed');
  });

  it('accepts signed calls only', async () => {
    const seller = await market.scriptedSeller();
    const [provider] = (await market.client().listings.list()).data;
    const endpoint = provider?.runContract.endpointPath ?? '';
    const response = await fetch(endpoint, { method: 'POST', body: '{}' });
    expect([seller.calls.length, response.status]).toEqual([0, 401]);
  });

  it('refuses a behaviour that it does not know', async () => {
    await expect(market.scriptedSeller('sleepy' as never)).rejects.toThrow(
      'No behaviour is called "sleepy". Known ones: ok, slow, timeout, http-500, bad-json, schema-drift, flaky.',
    );
  });
});
