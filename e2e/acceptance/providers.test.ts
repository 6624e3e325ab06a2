// docs/sell/listings.md#fields.
import { KNOWN_CATEGORIES, KNOWN_UNITS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { newTitle, providerOf, runContractOf, TEXT_INPUT } from './contract.ts';
import { expectError, pathsOf } from './expect-error.ts';
import { openMarket } from './market.ts';
import { LISTING_FIELDS } from './listing-fields.ts';

const market = await openMarket();
const { api } = market;
const seller = await market.seller();

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const PROVIDER_FIELDS = [
  ...LISTING_FIELDS,
  'reviewChecks',
  'reviewRejectionReason',
  'slowInputs',
  'status',
];

const draft = (changes: Record<string, unknown> = {}) =>
  api.post('/v1/providers', providerOf(seller, { listingState: 'draft', ...changes }));

describe.concurrent('a provider that is created with POST /v1/providers', () => {
  it('is returned with 201, under review, and owned by the caller', async () => {
    const { status, body } = await api.post('/v1/providers', providerOf(seller));
    expect(status).toBe(201);
    expect(body.status).toBe('pending_review');
    expect(body.userId).toBe((await api.get('/v1/me')).body.userId);
  });

  it('keeps every field as it was sent', async () => {
    const runContract = runContractOf(seller, {
      healthEndpoint: `${seller.url}/health`,
      inputSchema: TEXT_INPUT,
      outputSchema: { type: 'object' },
      requestExampleJson: '{"text":"Hi"}',
      responseExampleJson: '{}',
    });
    const given = {
      title: 'Wörter zählen 🧮',
      description: 'Zeile 1\nZeile 2\t<b>&amp;</b>',
      category: 'data',
      tags: ['text', 'zählen'],
      price: { amount: 1.25, unit: 'page', currency: 'EUR' },
      runContract,
    };
    const created = (await draft(given)).body;
    expect(created).toMatchObject(given);
    expect((await api.get(`/v1/providers/${created.id}`)).body).toMatchObject(given);
    expect((await api.get(`/v1/listings/${created.id}`)).body).toMatchObject(given);
  });

  it('has the documented defaults for fields that were not sent', async () => {
    const { body } = await draft();
    expect(body).toMatchObject({
      description: null,
      category: null,
      tags: null,
      price: { amount: 0, unit: 'call', currency: 'USD' },
      revision: 1,
      reviewRejectionReason: null,
      reviewChecks: [],
    });
    expect(Object.keys(body.runContract).toSorted()).toEqual(['endpointPath', 'method']);
  });

  it('has exactly the documented fields, as provider and as listing', async () => {
    const { body } = await draft();
    const provider = (await api.get(`/v1/providers/${body.id}`)).body;
    const listing = (await api.get(`/v1/listings/${body.id}`)).body;
    expect(Object.keys(provider).toSorted()).toEqual(PROVIDER_FIELDS.toSorted());
    expect(Object.keys(listing).toSorted()).toEqual(LISTING_FIELDS);
    const {
      status: _s,
      reviewRejectionReason: _r,
      reviewChecks: _c,
      slowInputs: _i,
      ...shared
    } = provider;
    expect(listing).toEqual(shared);
  });

  it('has a time-ordered id, so that later ones sort after it', async () => {
    const first = (await draft()).body;
    const second = (await draft()).body;
    expect(first.id).toMatch(UUID_V7);
    expect(first.id < second.id).toBe(true);
    expect(Date.parse(first.createdAt)).toBeLessThanOrEqual(Date.parse(second.createdAt));
  });

  it('ignores read-only fields, so that a record can be posted again under a different slug', async () => {
    const { slug, ...first } = (await draft()).body;
    const { status, body } = await draft({ ...first, listingState: 'draft' });
    expect(status).toBe(201);
    expect(body.id).not.toBe(first.id);
    expect(body.slug).not.toBe(slug);
    expectError(await draft({ slug }), 409, 'slug_taken');
  });

  it('cannot be published by setting its status', async () => {
    const { body } = await draft({ status: 'published', reviewRejectionReason: 'x', revision: 7 });
    expect(body).toMatchObject({ status: 'draft', reviewRejectionReason: null, revision: 1 });
    const response = await draft({ listingState: 'published' });
    expectError(response, 400, 'invalid_request');
  });

  for (const [where, changes, path] of [
    ['the body', { colour: 'red' }, '/colour'],
    ['price', { price: { amountCents: 2 } }, '/price/amountCents'],
    ['runContract', { runContract: { ...runContractOf(seller), verb: 1 } }, '/runContract/verb'],
  ] as const) {
    it(`is refused with an unknown field in ${where}, which is named`, async () => {
      expect(pathsOf(expectError(await draft(changes), 400, 'invalid_request'))).toEqual([path]);
    });
  }

  for (const missing of ['title', 'runContract']) {
    it(`is refused without ${missing}`, async () => {
      const error = expectError(await draft({ [missing]: undefined }), 400, 'invalid_request');
      expect(pathsOf(error)).toEqual([`/${missing}`]);
    });
  }

  for (const missing of ['method', 'endpointPath']) {
    it(`is refused without runContract.${missing}`, async () => {
      const runContract = { ...runContractOf(seller), [missing]: undefined };
      const error = expectError(await draft({ runContract }), 400, 'invalid_request');
      expect(pathsOf(error)).toEqual([`/runContract/${missing}`]);
    });
  }

  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    it(`may have the method ${method}`, async () => {
      const { body } = await draft({ runContract: runContractOf(seller, { method }) });
      expect(body.runContract.method).toBe(method);
    });
  }

  for (const method of ['HEAD', 'post', 'CONNECT', '', 1, null]) {
    it(`is refused with the method ${JSON.stringify(method)}`, async () => {
      const response = await draft({ runContract: runContractOf(seller, { method }) });
      expect(pathsOf(expectError(response, 400, 'invalid_request'))).toEqual([
        '/runContract/method',
      ]);
    });
  }
});

describe.concurrent('the text of a listing', () => {
  const title = (text: unknown) => draft({ title: text });

  it('may have a title of 1 to 200 characters, regardless of their width', async () => {
    for (const text of ['x', 'x'.repeat(200), '🧮'.repeat(200)]) {
      expect((await title(text)).body.title).toBe(text);
    }
  });

  for (const text of ['', 'x'.repeat(201), '🧮'.repeat(201), 5, null, 'a\0b', '\ud800']) {
    it(`cannot have the title ${JSON.stringify(text)?.slice(0, 20)}`, async () => {
      const error = expectError(await title(text), 400, 'invalid_request');
      expect(pathsOf(error)).toEqual(['/title']);
    });
  }

  it('may have a description of up to 5000 characters', async () => {
    expect((await draft({ description: 'x'.repeat(5000) })).status).toBe(201);
    expect((await draft({ description: '' })).status).toBe(201);
    const error = expectError(
      await draft({ description: 'x'.repeat(5001) }),
      400,
      'invalid_request',
    );
    expect(pathsOf(error)).toEqual(['/description']);
  });
});

describe.concurrent('the category, unit and tags of a listing', () => {
  it('may be any known category and unit, without a warning', async () => {
    for (const category of KNOWN_CATEGORIES) {
      const { body } = await draft({ category, price: { amount: 0 } });
      expect(body.warnings).toEqual([]);
    }
    for (const unit of KNOWN_UNITS) {
      const { body } = await draft({ price: { amount: 1, unit } });
      expect(body.price.unit).toBe(unit);
      expect(body.warnings ?? []).toEqual([]);
    }
  });

  it('may be values of the seller’s own, with a warning that names the field', async () => {
    const { body } = await draft({ category: 'Bücher & Noten', price: { unit: 'song' } });
    expect(body).toMatchObject({ category: 'Bücher & Noten', price: { unit: 'song' } });
    expect(body.warnings.map(({ path }: any) => path).toSorted()).toEqual([
      '/category',
      '/price/unit',
    ]);
    for (const { code, message } of body.warnings) {
      expect(code).toMatch(/^[a-z_]+$/);
      expect(message).toMatch(/\S/);
    }
  });

  for (const text of ['', 'x'.repeat(41), 'a\nb', 'a\u0007', '   ', 7]) {
    it(`cannot be ${JSON.stringify(text).slice(0, 20)}`, async () => {
      const category = expectError(await draft({ category: text }), 400, 'invalid_request');
      expect(new Set(pathsOf(category))).toEqual(new Set(['/category']));
      const unit = expectError(await draft({ price: { unit: text } }), 400, 'invalid_request');
      expect(new Set(pathsOf(unit))).toEqual(new Set(['/price/unit']));
    });
  }

  it('may be 40 characters long', async () => {
    const text = 'ü'.repeat(40);
    expect((await draft({ category: text, price: { unit: text } })).status).toBe(201);
  });

  it('are lower-cased, and duplicate tags removed', async () => {
    const { body } = await draft({
      tags: ['Text', 'text', 'ÄRGER', 'TEXT', 'nlp'],
    });
    expect(body.tags).toEqual(['text', 'ärger', 'nlp']);
  });

  it('may be 10 tags of 32 characters', async () => {
    const tags = Array.from({ length: 10 }, (_, i) => `${i}`.padEnd(32, 'x'));
    expect((await draft({ tags })).body.tags).toEqual(tags);
  });

  for (const [what, tags] of [
    ['eleven tags', Array.from({ length: 11 }, (_, i) => `t${i}`)],
    ['a tag of 33 characters', ['x'.repeat(33)]],
    ['an empty tag', ['']],
    ['a tag that is no text', [1]],
    ['tags that are no list', 'text'],
  ] as const) {
    it(`cannot be ${what}`, async () => {
      const error = expectError(await draft({ tags }), 400, 'invalid_request');
      expect(pathsOf(error)[0]).toMatch(/^\/tags/);
    });
  }
});

it('newTitle returns a different title each time', () => {
  expect(newTitle()).not.toBe(newTitle());
});
