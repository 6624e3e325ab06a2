import { createClient, InvalidOptionError, type ActivateOptions } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { json, mockMarketplace } from './mock-marketplace.ts';
import { API_KEY, BASE_URL, order } from './records.ts';

const mock = mockMarketplace();
const client = createClient({ baseUrl: BASE_URL, apiKey: API_KEY, retries: 0 });

async function sent(options: ActivateOptions): Promise<unknown> {
  const requests = mock.respondsWith(() =>
    json({ ...order(), orderState: 'completed', result: 1 }),
  );
  await client.activate('a', {}, options);
  await client.run('a', {}, options);
  const [activated, ran] = requests.map(({ body }) => body);
  expect(ran).toBe(activated);
  const {
    listingId: _,
    requestBody: __,
    ...guards
  } = JSON.parse(activated ?? '') as Record<string, unknown>;
  return guards;
}

describe('the guards of an activation', () => {
  it.each<[string, ActivateOptions, object]>([
    ['a number is US dollars', { maxPrice: 0.02 }, { maxPrice: 0.02 }],
    [
      'an amount has its own currency',
      { maxPrice: { amount: 5, currency: 'EUR' } },
      { maxPrice: 5, currency: 'EUR' },
    ],
    [
      'a currency may be in lower case',
      { maxPrice: { amount: 0, currency: 'eur' } },
      { maxPrice: 0, currency: 'EUR' },
    ],
    ['a currency without a price', { currency: 'jpy' }, { currency: 'JPY' }],
    ['a unit without a price', { unit: 'page' }, { unit: 'page' }],
    [
      'all may be combined',
      {
        maxPrice: { amount: 0.000001, currency: 'GBP' },
        currency: 'GBP',
        unit: 'call',
        revision: 2,
      },
      { maxPrice: 0.000001, currency: 'GBP', unit: 'call', revision: 2 },
    ],
    ['none is sent by default', {}, {}],
  ])('%s', async (_, options, guards) => {
    expect(await sent(options)).toEqual(guards);
  });

  it.each<[string, ActivateOptions]>([
    ['a negative amount', { maxPrice: -1 }],
    ['NaN', { maxPrice: Number.NaN }],
    ['an endless amount', { maxPrice: Number.POSITIVE_INFINITY }],
    ['more than 6 decimals', { maxPrice: 0.0000001 }],
    ['an amount as text', { maxPrice: '1' as unknown as number }],
    ['null', { maxPrice: null as unknown as number }],
    ['no currency', { maxPrice: { amount: 1 } as { amount: number; currency: string } }],
    ['a currency that is none', { maxPrice: { amount: 1, currency: 'EURO' } }],
    ['a currency guard that is none', { currency: '€' }],
    ['dollars for a listing in euros', { maxPrice: 1, currency: 'EUR' }],
  ])('are rejected before anything is sent: %s', async (_, options) => {
    const requests = mock.respondsWith(() => json(order()));
    await expect(client.activate('a', {}, options)).rejects.toBeInstanceOf(InvalidOptionError);
    expect(requests).toHaveLength(0);
  });
});

describe('the revisions of a client', () => {
  const guardOf = async (listing: string, options: ActivateOptions = {}) => {
    const pinned = createClient({
      baseUrl: BASE_URL,
      apiKey: API_KEY,
      retries: 0,
      revisions: { 'text-insights': 3 },
    });
    const requests = mock.respondsWith(() =>
      json({ ...order(), orderState: 'completed', result: 1 }),
    );
    await pinned.activate(listing, {}, options);
    await pinned.run(listing, {}, options);
    return requests.map(({ body }) => (JSON.parse(body ?? '') as { revision?: number }).revision);
  };

  it('are required by run and activate', async () => {
    expect(await guardOf('text-insights')).toEqual([3, 3]);
  });

  it('give way to that of a call', async () => {
    expect(await guardOf('text-insights', { revision: 4 })).toEqual([4, 4]);
  });

  it('do not apply to other listings', async () => {
    expect(await guardOf('qr-code')).toEqual([undefined, undefined]);
    expect(await guardOf('constructor')).toEqual([undefined, undefined]);
  });

  it('are checked when the client is created', () => {
    expect(() => createClient({ revisions: { 'qr-code': 0 } })).toThrow(InvalidOptionError);
  });
});
