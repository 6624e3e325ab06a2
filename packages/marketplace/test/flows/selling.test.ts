// docs/listings.md, docs/orders.md and docs/seller-interface.md: what sellers choose and
// change, and how they are informed.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, it } from 'vitest';
import { openMarket, providerOf, publish, type Market } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { type Seller, json } from '../../../../test-bed/seller.ts';

/** A seller whose `/contract` has the given provider. */
async function contractSeller(provider: (seller: { url: string }) => object): Promise<Seller> {
  const seller: Seller = await openSeller({
    'GET /contract': () => json({ provider: provider(seller) }),
  });
  return seller;
}

const contractOf = (seller: { url: string }, more: object = {}) => ({
  title: 'Imported',
  price: { amountCents: 2 },
  runContract: { method: 'POST', endpointPath: `${seller.url}/run` },
  ...more,
});

const patchOf = (market: Market, id: string, body: object) =>
  market.api.patch(`/v1/listings/${id}`, body);

describe.each(MARKETS)('a slug, on $name', ({ openMarket: open }) => {
  it('is the chosen one, and never assigned twice', async () => {
    const market = await open();
    const seller = await openSeller();
    const slug = `chosen-${randomUUID().slice(0, 8)}`;
    const body = providerOf(seller, { slug, listingState: 'draft' });
    const all = await Promise.all(
      Array.from({ length: 6 }, () => market.api.post('/v1/providers', body)),
    );
    const made = all.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect(made[0]?.body.slug).toBe(slug);
    for (const refused of all.filter(({ status }) => status !== 201)) {
      expect(refused).toMatchObject({ status: 409, body: { type: 'slug_taken' } });
    }
    expect((await market.api.get(`/v1/providers/${slug}`)).body.id).toBe(made[0]?.body.id);
    expect((await market.api.delete(`/v1/providers/${slug}`)).status).toBe(204);
    expect((await market.api.post('/v1/providers', body)).body.type).toBe('slug_taken');
  });

  it('from a title avoids chosen ones', async () => {
    const market = await open();
    const seller = await openSeller();
    const title = `Way ${randomUUID().slice(0, 8)}`;
    const base = title.toLowerCase().replace(' ', '-');
    const slugOf = async (more: object) =>
      (
        await market.api.post(
          '/v1/providers',
          providerOf(seller, { listingState: 'draft', ...more }),
        )
      ).body.slug;
    expect(await slugOf({ title: 'Other', slug: base })).toBe(base);
    expect(await slugOf({ title: 'Other', slug: `${base}-3` })).toBe(`${base}-3`);
    const service = await contractSeller((own) => contractOf(own, { title }));
    const preview = await market.api.post('/v1/listings/from-service/preview', {
      serviceUrl: service.url,
    });
    expect(preview.body.listing.slug).toBe(`${base}-2`);
    expect(await slugOf({ title })).toBe(`${base}-2`);
    expect(await slugOf({ title })).toBe(`${base}-4`);
  });

  it('can be chosen for an import and is shown by preview, unless it is taken', async () => {
    const market = await open();
    const service = await contractSeller(contractOf);
    const slug = `import-${randomUUID().slice(0, 8)}`;
    const request = { serviceUrl: service.url, slug };
    const preview = await market.api.post('/v1/listings/from-service/preview', request);
    expect(preview.body).toMatchObject({ publishable: true, listing: { slug } });
    const made = await market.api.post('/v1/listings/from-service', request);
    expect(made).toMatchObject({ status: 201, body: { slug } });
    for (const path of ['/v1/listings/from-service/preview', '/v1/listings/from-service']) {
      const refused = await market.api.post(path, request);
      expect(refused).toMatchObject({ status: 409, body: { type: 'slug_taken' } });
    }
  });

  it('never looks like an id', async () => {
    const market = await open();
    const seller = await openSeller();
    const slug = randomUUID();
    for (const [path, body] of [
      ['/v1/providers', providerOf(seller, { slug })],
      ['/v1/listings/from-service', { serviceUrl: seller.url, slug }],
      ['/v1/listings/from-service/preview', { serviceUrl: seller.url, slug }],
    ] as const) {
      const { status, body: error } = await market.api.post(path, body);
      expect([status, error.type, error.details[0].path]).toEqual([
        400,
        'invalid_request',
        '/slug',
      ]);
    }
  });
});

describe('a chosen slug', () => {
  it('is reviewed like the title', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const body = providerOf(seller, { slug: 'holy-shit' });
    const { body: created } = await market.api.post('/v1/providers', body);
    await market.reviewsIdle();
    const { body: provider } = await market.api.get(`/v1/providers/${created.id}`);
    expect(provider.status).toBe('flagged');
    expect(provider.reviewRejectionReason).toContain('the slug');
  });
});

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
    for (const guards of [
      { maxPrice: 100 },
      { maxPrice: 0.01, currency: 'EUR' },
      { currency: 'USD' },
      { unit: 'call' },
      { revision: 2 },
    ]) {
      const { status, body } = await activate(guards);
      expect([status, body.type, body.price]).toEqual([409, 'listing_changed', price]);
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

  it('with the stored values changes nothing, and calls no service', async () => {
    const { market, seller, listing } = await full();
    const probesBefore = seller.requestsTo('HEAD /run').length;
    const { status, body } = await patchOf(market, listing.id, {
      runContract: { method: 'POST', inputSchema: { type: 'object' }, outputSchema: null },
      price: { currency: 'usd' },
    });
    expect([status, body.revision, body.updatedAt]).toEqual([200, 1, listing.updatedAt]);
    expect(seller.requestsTo('HEAD /run').length).toBe(probesBefore);
  });

  it('of only the currency increments the revision', async () => {
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
  ])('of a %s that the content check refuses changes nothing', async (_, patch, path) => {
    const { market, listing } = await full();
    const { status, body } = await patchOf(market, listing.id, patch);
    expect([status, body.type]).toEqual([422, 'review_failed']);
    const content = body.checks.find(({ name }: { name: string }) => name === 'content');
    expect(content.details[0].path).toBe(path);
    const { body: after } = await market.api.get(`/v1/listings/${listing.id}`);
    expect(after.updatedAt).toBe(listing.updatedAt);
  });

  it('with an example that does not match its schema is accepted, because that check is not required', async () => {
    const { market, listing } = await full();
    const { status } = await patchOf(market, listing.id, {
      runContract: { requestExampleJson: '[]' },
    });
    expect(status).toBe(200);
  });

  it.each([['XAU'], ['HRK'], ['xxx'], ['EURO']])(
    'to %s, which is not a national currency, returns 400',
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

  it('that is refused names the status and the next request to make', async () => {
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
  ])('that %s is refused with a specific message', async (_, more, sentence, path) => {
    const market = await openMarket();
    const service = await contractSeller((own) => contractOf(own, more));
    const { status, body } = await market.api.post('/v1/listings/from-service', {
      serviceUrl: service.url,
    });
    expect([status, body.type]).toEqual([422, 'invalid_contract']);
    expect(body.error).toContain(sentence);
    expect(body.details[0].path).toBe(path);
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
  it('publishes a provider that is unhealthy or has an invalid example, and reports both', async () => {
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

describe('the blocked words of an operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-words-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const fileOf = (text: string | Uint8Array) => {
    const path = join(folder, `${randomUUID()}.txt`);
    writeFileSync(path, text);
    return path;
  };

  it('flag a listing with a separate rule', async () => {
    const market = await openMarket({
      environment: { MKT_BLOCKED_WORDS_FILE: fileOf('# ours\nacme corp\n') },
    });
    const { body } = await market.api.post(
      '/v1/providers',
      providerOf(await openSeller(), { description: 'By the ACME Corp.' }),
    );
    await market.reviewsIdle();
    const { body: provider } = await market.api.get(`/v1/providers/${body.id}`);
    expect(provider).toMatchObject({ status: 'flagged' });
    expect(provider.reviewRejectionReason).toContain('rule "blocked_word"');
  });

  it.each([
    ['does not exist', '/nowhere/words.txt'],
    ['is not a file', tmpdir()],
    ['is not UTF-8', fileOf(new Uint8Array([0xff]))],
    ['line 1 has no letter or digit', fileOf('***')],
  ])('keep the server from starting when the file %s', async (problem, path) => {
    const opening = openMarket({ environment: { MKT_BLOCKED_WORDS_FILE: path } });
    await expect(opening).rejects.toThrow(problem);
    await expect(opening).rejects.toMatchObject({ name: 'ConfigError' });
  });
});
