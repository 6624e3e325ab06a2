// docs/sell/listings.md, docs/buy/orders.md and docs/reference/seller-interface.md: what sellers choose and
// change, and how they are informed.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openMarket, providerOf, publish, type Market } from '../market.ts';
import { contractOf, contractSeller } from './contract-seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';

const patchOf = (market: Market, id: string, body: object) =>
  market.api.patch(`/v1/listings/${id}`, body);

describe('the guards of an activation', () => {
  it('return the current price if the listing does not match, and place no order', async () => {
    const market = await openMarket();
    const listing = await publish(market, await openSeller(), {
      price: { amount: 0.02, currency: 'eur', unit: 'page' },
    });
    const price = { amount: 0.02, currency: 'EUR', unit: 'page' };
    expect(listing.price).toEqual(price);
    const activate = (guards: object) =>
      market.api.post('/v1/orders', { listingId: listing.id, requestBody: {}, ...guards });
    for (const [reason, guards] of [
      ['currency', { maxPrice: 100 }],
      ['max_price', { maxPrice: 0.01, currency: 'EUR' }],
      ['currency', { currency: 'USD' }],
      ['unit', { unit: 'call' }],
      ['revision', { revision: 2 }],
    ] as const) {
      const { status, body } = await activate(guards);
      expect([status, body.type]).toEqual([409, 'listing_changed']);
      expect([body.reason, body.price]).toEqual([reason, price]);
    }
    expect((await market.api.get('/v1/orders')).body.data).toEqual([]);
    expect((await activate({ currency: 'XAU' })).body.details[0].path).toBe('/currency');
    const fitting = { maxPrice: 0.02, currency: 'eur', unit: 'page', revision: 1 };
    expect((await activate(fitting)).status).toBe(201);
  });
});

describe('a PATCH', () => {
  const full = async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const listing = await publish(market, seller, {
      price: { amount: 1, currency: 'USD', unit: 'page' },
      runContract: { inputSchema: { type: 'object' }, requestExampleJson: '{}' },
    });
    return { market, seller, listing };
  };

  it('merges the run contract and the price one level deep', async () => {
    const { market, seller, listing } = await full();
    const { body } = await patchOf(market, listing.id, {
      runContract: { inputSchema: { required: ['text'] }, requestExampleJson: null },
      price: { amount: 2 },
    });
    expect(body.runContract).toEqual({
      method: 'POST',
      endpointPath: `${seller.url}/run`,
      inputSchema: { required: ['text'] },
    });
    expect(body.price).toEqual({ amount: 2, currency: 'USD', unit: 'page' });
    expect(body.revision).toBe(2);
  });

  it('the stored values change nothing, and no service is called', async () => {
    const { market, seller, listing } = await full();
    const probesBefore = seller.requestsTo('HEAD /run').length;
    const { status, body } = await patchOf(market, listing.id, {
      runContract: { method: 'POST', inputSchema: { type: 'object' }, outputSchema: null },
      price: { currency: 'usd' },
    });
    expect([status, body.revision, body.updatedAt]).toEqual([200, 1, listing.updatedAt]);
    expect(seller.requestsTo('HEAD /run').length).toBe(probesBefore);
  });

  it('a change of only the currency increments the revision', async () => {
    const { market, listing } = await full();
    const { body } = await patchOf(market, listing.id, { price: { currency: 'eur' } });
    expect(body).toMatchObject({ revision: 2, price: { amount: 1, currency: 'EUR' } });
  });

  it.each([
    ['title', { title: 'Holy shit' }, '/title'],
    ['tags', { tags: ['merde'] }, '/tags/0'],
    ['unit', { price: { unit: 'cazzo' } }, '/price/unit'],
    [
      'schema',
      { runContract: { outputSchema: { title: 'bullshit' } } },
      '/runContract/outputSchema/title',
    ],
  ])('a %s that the content check refuses changes nothing', async (_, patch, path) => {
    const { market, listing } = await full();
    const { status, body } = await patchOf(market, listing.id, patch);
    expect([status, body.type]).toEqual([422, 'review_failed']);
    const content = body.checks.find(({ name }: { name: string }) => name === 'content');
    expect(content.details[0].path).toBe(path);
    const { body: after } = await market.api.get(`/v1/listings/${listing.id}`);
    expect(after.updatedAt).toBe(listing.updatedAt);
  });

  it('an example that does not match its schema is accepted, because that check is not required', async () => {
    const { market, listing } = await full();
    const { status } = await patchOf(market, listing.id, {
      runContract: { requestExampleJson: '[]' },
    });
    expect(status).toBe(200);
  });

  it.each([['XAU'], ['HRK'], ['xxx'], ['EURO']])(
    '%s, which is not a national currency, is refused with 400',
    async (currency) => {
      const { market, listing } = await full();
      const { status, body } = await patchOf(market, listing.id, { price: { currency } });
      expect([status, body.type, body.details[0].path]).toEqual([
        400,
        'invalid_request',
        '/price/currency',
      ]);
    },
  );

  it('the refusal names the status and the next request to make', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const flagged = await market.api.post('/v1/providers', providerOf(seller, { title: 'Shit' }));
    const { id } = flagged.body;
    const reviewing = await patchOf(market, id, { listingState: 'published' });
    expect(reviewing.body).toMatchObject({ from: 'pending_review', status: 'pending_review' });
    await market.reviewsIdle();
    const { status, body } = await patchOf(market, id, { listingState: 'published' });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      type: 'invalid_state_transition',
      from: 'flagged',
      status: 'flagged',
    });
    expect(body.error).toContain(`POST /v1/providers/${id}/submit`);
  });
});

describe('warnings', () => {
  const schema = { requird: [], properties: { a: { format: 'iban' } } };
  const codesOf = (body: { warnings: { code: string; path: string }[] }) =>
    body.warnings.map(({ code, path }) => `${code} ${path}`).toSorted();
  const byHand = [
    'tags_normalised /tags',
    'unknown_category /category',
    'unknown_format /runContract/inputSchema/properties/a/format',
    'unknown_keyword /runContract/inputSchema/requird',
    'unknown_unit /price/unit',
  ];

  it('say when a listing is created without a price', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const listingState = 'draft';
    for (const [price, codes] of [
      [undefined, ['no_price /price']],
      [null, ['no_price /price']],
      [{ amount: 0 }, []],
    ] as const) {
      const { body } = await market.api.post(
        '/v1/providers',
        providerOf(seller, { listingState, price }),
      );
      expect(codesOf(body)).toEqual(codes);
    }
  });

  it('are the same in the responses of create, preview, import and PATCH', async () => {
    const market = await openMarket();
    const words = { category: 'words', tags: ['Text', 'text'] };
    const seller = await openSeller();
    const { body: created } = await market.api.post(
      '/v1/providers',
      providerOf(seller, {
        ...words,
        price: { unit: 'calls' },
        listingState: 'draft',
        runContract: { inputSchema: schema },
      }),
    );
    expect(codesOf(created)).toEqual(byHand);
    const patched = await patchOf(market, created.id, { tags: ['Text', 'text'] });
    expect(codesOf(patched.body)).toEqual(byHand);
    const unchanged = await patchOf(market, created.id, {});
    expect(codesOf(unchanged.body)).toEqual(byHand.filter((each) => !each.startsWith('tags')));

    const service = await contractSeller((own) => ({
      ...contractOf(own),
      ...words,
      price: { amount: 0.5, unit: 'calls' },
      runContract: { ...contractOf(own).runContract, inputSchema: schema },
    }));
    const inContract = byHand.map((each) => each.replace(' ', ' /provider')).toSorted();
    for (const path of ['/v1/listings/from-service/preview', '/v1/listings/from-service']) {
      const { body } = await market.api.post(path, { serviceUrl: service.url });
      expect(codesOf(body)).toEqual(inContract);
      expect((body.listing ?? body).price.amount).toBe(0.5);
    }
  });
});

describe('a contract', () => {
  it.each([
    [
      'does not match',
      { price: { amountCents: 1, currency: 'XAU' } },
      'does not match /v1/mkt-schema',
      '/provider/price/currency',
    ],
    [
      'has a price of seven decimals',
      { price: { amount: 0.1234567 } },
      'cannot be used: /provider/price/amount',
      '/provider/price/amount',
    ],
    [
      'has two prices',
      { price: { amount: 1, amountCents: 1 } },
      'must agree with amountCents',
      '/provider/price/amount',
    ],
  ])('a contract that %s is refused with a specific message', async (_, more, sentence, path) => {
    const market = await openMarket();
    const service = await contractSeller((own) => contractOf(own, more));
    const { status, body } = await market.api.post('/v1/listings/from-service', {
      serviceUrl: service.url,
    });
    expect([status, body.type]).toEqual([422, 'invalid_contract']);
    expect(body.error).toContain(sentence);
    expect(body.details[0].path).toBe(path);
    const addresses = body.error.match(/http:[^ ]+(?=\.( |$))/g) ?? [];
    expect(addresses).toHaveLength(sentence.includes('mkt-schema') ? 2 : 0);
    for (const address of addresses) {
      expect(address).toMatch(`${market.url}/`);
      expect((await fetch(address)).status).toBe(200);
    }
  });

  it.each([
    ['dev', true],
    ['production', false],
  ])('may have http addresses in %s: %s', async (_, dev) => {
    const market = await openMarket({ dev });
    const schema = (await market.api.get('/v1/mkt-schema')).body;
    const fits = new Ajv2020({ strict: true }).compile(schema);
    expect(fits({ provider: contractOf({ url: 'http://127.0.0.1:8000' }) })).toBe(dev);
    expect(fits({ provider: contractOf({ url: 'https://api.example.com' }) })).toBe(true);
  });
});

describe('a review', () => {
  it('publishes a listing that is unhealthy or has an invalid example, and reports both', async () => {
    const market = await openMarket();
    const seller = await openSeller({
      'GET /health': (_request, response) => {
        // Skips the wait before the next attempt, if it has begun.
        response.writeHead(503).end(() => setImmediate(() => market.clock.move(2000)));
        return undefined;
      },
    });
    const parts = {
      runContract: {
        healthEndpoint: `${seller.url}/health`,
        inputSchema: { type: 'object' },
        requestExampleJson: '[]',
      },
    };
    const { reviewChecks } = await publish(market, seller, parts);
    const failed = reviewChecks.filter(({ ok }: { ok: boolean }) => !ok);
    expect(failed.map(({ name, level }: { name: string; level: string }) => [name, level])).toEqual(
      [
        ['health', 'rule'],
        ['examples', 'rule'],
      ],
    );
  });
});
