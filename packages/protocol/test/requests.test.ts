import { validate } from '@mkt/protocol/validate';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test-bed/processor-time.ts';

const CONTRACT = { method: 'POST', endpointPath: 'https://api.example.com/run' };

describe('a slug that is chosen', () => {
  const bodies = {
    CreateProviderRequest: { title: 'x', runContract: CONTRACT },
    FromServiceRequest: { serviceUrl: 'https://api.example.com' },
  } as const;

  it.each(['abc', 'text-insights', '---', '2fa', 'x'.repeat(64)])('may be %s', (slug) => {
    for (const [name, body] of Object.entries(bodies)) {
      expect(validate(name as keyof typeof bodies, { ...body, slug }).ok).toBe(true);
    }
  });

  it.each(['', 'ab', 'x'.repeat(65), 'Text', 'a b', 'ä-b', 'a_b', 'abc\n', 7, null])(
    'is not %j',
    (slug) => {
      for (const [name, body] of Object.entries(bodies)) {
        expect(validate(name as keyof typeof bodies, { ...body, slug })).toMatchObject({
          ok: false,
          details: [{ path: '/slug' }],
        });
      }
    },
  );

  it('is read-only afterwards: a PATCH ignores it', () => {
    expect(validate('UpdateListingRequest', { slug: 'Anything', title: 'x' }).ok).toBe(true);
  });
});

describe('a PATCH', () => {
  it('may give single members of the run contract, and null for those that may be absent', () => {
    for (const runContract of [
      {},
      { method: 'GET' },
      { endpointPath: 'https://b.example.com' },
      { healthEndpoint: null, inputSchema: null, outputSchema: null },
      { requestExampleJson: null, responseExampleJson: null },
    ]) {
      expect(validate('UpdateListingRequest', { runContract }).ok).toBe(true);
    }
  });

  it.each([['method'], ['endpointPath']])('cannot remove %s', (name) => {
    expect(validate('UpdateListingRequest', { runContract: { [name]: null } })).toMatchObject({
      ok: false,
      details: [{ path: `/runContract/${name}` }],
    });
  });

  it('cannot give members that a run contract does not have', () => {
    expect(validate('UpdateListingRequest', { runContract: { timeout: 5 } })).toMatchObject({
      ok: false,
      details: [
        {
          path: '/runContract/timeout',
          message:
            'is not a known field; the known fields are method, endpointPath, healthEndpoint, inputSchema, outputSchema, requestExampleJson and responseExampleJson',
        },
      ],
    });
  });
});

describe('a field that is unlike any other', () => {
  it.each([
    ['CreateOrderRequest', { listingId: 'a', input: {} }, 'requestBody'],
    ['UpdateListingRequest', { state: 'paused' }, 'listingState'],
    ['CreateProviderRequest', { title: 'a', endpoint: 'b' }, 'runContract'],
    ['FromServiceRequest', { url: 'https://a.example' }, 'serviceUrl'],
    ['ListQuery', { _: '1700000000' }, 'cursor'],
    ['OrderListQuery', { page: '2' }, 'orderState'],
  ] as const)(
    'of %s is refused with the known ones, but none that is ignored: %j',
    (name, value, known) => {
      const checked = validate(name, value);
      const messages = checked.ok ? [] : checked.details.map(({ message }) => message);
      expect(messages).toContainEqual(expect.stringMatching(/^is not a known field; the known /));
      expect(messages.join()).toContain(known);
      expect(messages.join()).not.toContain('createdAt,');
    },
  );
});

describe('a misspelt field', () => {
  it.each([
    ['UpdateListingRequest', { prize: {} }, '/prize', 'price'],
    ['UpdateListingRequest', { price: { amuont: 1 } }, '/price/amuont', 'amount'],
    ['CreateProviderRequest', { runContract: { methd: 1 } }, '/runContract/methd', 'method'],
    ['CreateOrderRequest', { listing_id: 'x' }, '/listing_id', 'listingId'],
    ['CatalogueQuery', { maxprice: 1 }, '/maxprice', 'maxPrice'],
    ['OrderListQuery', { orderstat: 'failed' }, '/orderstat', 'orderState'],
    ['ListQuery', { cursr: 'x' }, '/cursr', 'cursor'],
    ['SellerContract', { providr: {} }, '/providr', 'provider'],
  ] as const)('of %s is refused with the closest known one: %j', (name, value, path, known) => {
    const checked = validate(name, value);
    expect(checked.ok ? [] : checked.details).toContainEqual({
      path,
      message: `is not a known field. Did you mean ${known}?`,
      keyword: 'additionalProperties',
    });
  });

  it('is refused quickly when there are very many', () => {
    const names = Array.from({ length: 30_000 }, (_, index) => [`listingi${index}`, 0]);
    const start = processorMs();
    expect(validate('CreateOrderRequest', Object.fromEntries(names)).ok).toBe(false);
    expect(validate('SellerContract', Object.fromEntries(names)).ok).toBe(false);
    expect(processorMs() - start).toBeLessThan(1000);
  });
});

describe('the guards of an activation', () => {
  it.each([
    [{ maxPrice: 0.02 }],
    [{ currency: 'eur' }],
    [{ unit: 'page' }],
    [{ revision: 3 }],
    [{ maxPrice: 0, currency: 'EUR', unit: 'call', revision: 1 }],
  ])('are each valid on their own: %j', (guards) => {
    expect(validate('CreateOrderRequest', { listingId: 'x', ...guards }).ok).toBe(true);
  });

  it.each([
    ['maxPrice', -1],
    ['maxPrice', '1'],
    ['currency', 'XXX'],
    ['currency', null],
    ['unit', ' '],
    ['unit', 'a\nb'],
    ['revision', 0],
    ['revision', 1.5],
  ])('are refused when malformed: %s %j', (name, value) => {
    expect(validate('CreateOrderRequest', { listingId: 'x', [name]: value })).toMatchObject({
      ok: false,
      details: [{ path: `/${name}` }],
    });
  });
});

describe('the price of a seller’s contract', () => {
  const contract = (price: object) => ({ provider: { title: 'x', price, runContract: CONTRACT } });

  it.each([[{ amountCents: 2 }], [{ amount: 0.000001 }], [{ amount: 0.02, amountCents: 2 }]])(
    'is %j',
    (price) => {
      expect(validate('SellerContract', contract(price)).ok).toBe(true);
    },
  );

  it('must have an amount; its absence is reported once', () => {
    expect(validate('SellerContract', contract({ currency: 'USD' }))).toEqual({
      ok: false,
      details: [
        {
          path: '/provider/price/amountCents',
          message: 'is required, unless amount is given',
          keyword: 'required',
        },
      ],
    });
  });

  it.each([
    ['amount', -0.01],
    ['amount', 1_000_001],
    ['amount', '1'],
    ['amountCents', 0.5],
    ['currency', 'XAU'],
  ])('is refused with %s %j', (name, value) => {
    expect(validate('SellerContract', contract({ amountCents: 1, [name]: value }))).toMatchObject({
      ok: false,
      details: [{ path: `/provider/price/${name}` }],
    });
  });
});
