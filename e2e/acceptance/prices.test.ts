// docs/sell/listings.md#price: integer micro-units, never a float.
import { describe, expect, it } from 'vitest';
import { providerOf } from './contract.ts';
import { expectError, pathsOf } from './expect-error.ts';
import { openMarket } from './market.ts';

const market = await openMarket();
const { api } = market;
const seller = await market.seller();

const priced = (price: unknown) =>
  api.post('/v1/providers', providerOf(seller, { listingState: 'draft', price }));

describe.concurrent('a price', () => {
  for (const amount of [
    0, 0.01, 0.000_001, 0.29, 1.1, 19.99, 123_456.654_321, 999_999.999_999, 1e6,
  ]) {
    it(`an amount of ${amount} is read back as ${amount}`, async () => {
      const { status, body } = await priced({ amount });
      expect(status).toBe(201);
      expect(body.price.amount).toBe(amount);
      const read = await api.get(`/v1/listings/${body.id}`);
      expect(read.body.price).toEqual({ amount, unit: 'call', currency: 'USD' });
    });
  }

  for (const [text, amount] of [
    ['0.7000000000000001', 0.7],
    ['59.96999999999999', 59.97],
    ['0.10000000000000000555', 0.1],
  ]) {
    it(`an amount of ${text}, which arithmetic left over, is read back as ${amount}`, async () => {
      const body = JSON.stringify(providerOf(seller, { listingState: 'draft', price: 'PRICE' }));
      const raw = body.replace('"PRICE"', `{"amount":${text}}`);
      const created = await api.request('POST', '/v1/providers', undefined, { raw });
      expect(created.status, created.text).toBe(201);
      expect(created.body.price.amount).toBe(amount);
    });
  }

  for (const amount of [-0.01, 1_000_000.01, 1e21, 0.000_000_1, 0.300_000_1, 1.234_567_8]) {
    it(`an amount of ${amount} is refused`, async () => {
      const error = expectError(await priced({ amount }), 400, 'invalid_request');
      expect(pathsOf(error)).toEqual(['/price/amount']);
    });
  }

  for (const amount of ['1', null, true, [], {}]) {
    it(`an amount of ${JSON.stringify(amount)} is refused, because it is not a number`, async () => {
      const error = expectError(await priced({ amount }), 400, 'invalid_request');
      expect(pathsOf(error)).toEqual(['/price/amount']);
    });
  }

  it('an amount of minus zero is stored as zero', async () => {
    const response = await api.request('POST', '/v1/providers', undefined, {
      raw: JSON.stringify(providerOf(seller, { listingState: 'draft', price: 'PRICE' })).replace(
        '"PRICE"',
        '{"amount":-0.0}',
      ),
    });
    expect(response.status, response.text).toBe(201);
    expect(Object.is(response.body.price.amount, 0)).toBe(true);
  });

  it('an amount beyond the range of numbers is refused', async () => {
    const raw = JSON.stringify(providerOf(seller, { price: 'PRICE' })).replace(
      '"PRICE"',
      '{"amount":1e999}',
    );
    const response = await api.request('POST', '/v1/providers', undefined, { raw });
    expect(response.status).toBe(400);
  });

  it('has its currency converted to upper case', async () => {
    expect((await priced({ amount: 1, currency: 'eur' })).body.price.currency).toBe('EUR');
  });

  for (const currency of ['EURO', 'E', '', '€€€', 'U D', 1]) {
    it(`the currency ${JSON.stringify(currency)} is refused`, async () => {
      const error = expectError(await priced({ currency }), 400, 'invalid_request');
      expect(pathsOf(error)).toEqual(['/price/currency']);
    });
  }

  it('may have only its unit set', async () => {
    const { body } = await priced({ unit: 'page' });
    expect(body.price).toEqual({ amount: 0, unit: 'page', currency: 'USD' });
  });
});
