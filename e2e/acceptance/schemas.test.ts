// docs/sell/listings.md#json-schemas, docs/buy/orders.md#get-and-delete and docs/reference/limits.md#sizes-and-times:
// both schemas must be valid JSON Schema when a provider is created.
import { describe, expect, it } from 'vitest';
import { contractFrom } from './contract-service.ts';
import { providerOf, runContractOf } from './contract.ts';
import { expectError, pathsOf } from './expect-error.ts';
import { activate, openMarket } from './market.ts';

const market = await openMarket();
const { api } = market;
const seller = await market.seller();

const create = (runContract: Record<string, unknown>) =>
  api.post(
    '/v1/providers',
    providerOf(seller, {
      listingState: 'draft',
      runContract: runContractOf(seller, runContract),
    }),
  );

const nested = (depth: number): Record<string, unknown> =>
  depth === 1 ? { type: 'object' } : { not: nested(depth - 1) };

const DRAFT_04 = 'http://json-schema.org/draft-04/schema#';
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

/** Schemas that must be refused, with the path of the error. */
const REFUSED: [string, Record<string, unknown>, RegExp][] = [
  ['an unknown type', { type: 'strnig' }, /^\/type$/],
  ['a type that is a number', { properties: { a: { type: 5 } } }, /^\/properties\/a\/type$/],
  ['required that is no list', { required: 'text' }, /^\/required$/],
  ['a negative minLength', { minLength: -1 }, /^\/minLength$/],
  ['a pattern that is no regular expression', { pattern: '[' }, /^\/pattern$/],
  ['such a name in patternProperties', { patternProperties: { '[': {} } }, /^\/patternProperties/],
  ['a pattern over 2048 characters', { pattern: 'a'.repeat(2049) }, /^\/pattern$/],
  [
    'an unsupported dialect',
    { $schema: 'http://json-schema.org/draft-03/schema#' },
    /^\/\$schema$/,
  ],
  ['a dialect of its own', { $schema: 'https://example.com/schema' }, /^\/\$schema$/],
  ['a reference to elsewhere', { $ref: 'https://example.com/a.json' }, /\$ref$/],
  ['a reference to nothing', { properties: { a: { $ref: '#/$defs/no' } } }, /\$ref$/],
  ['a reference to itself', { $ref: '#' }, /\$ref$|^$/],
  ['an asynchronous schema', { $async: true }, /\$async$|^$/],
  ['more than 32 levels', nested(40), /^\//],
  ['more than 5000 nodes', { anyOf: Array.from({ length: 90 }, () => wide(80)) }, /^/],
  ['more than 64 KiB', { description: 'x'.repeat(66_000) }, /^/],
];

function wide(properties: number) {
  const entries = Array.from({ length: properties }, (_, i) => [`p${i}`, { type: 'null' }]);
  return { properties: Object.fromEntries(entries) };
}

describe.concurrent('an invalid schema', () => {
  for (const [what, schema, at] of REFUSED) {
    it(`a schema with ${what} is refused with 400 invalid_schema and its path`, async () => {
      for (const name of ['inputSchema', 'outputSchema']) {
        const error = expectError(await create({ [name]: schema }), 400, 'invalid_schema');
        const [path = ''] = pathsOf(error);
        expect(path.startsWith(`/runContract/${name}`), path).toBe(true);
        expect(path.slice(`/runContract/${name}`.length)).toMatch(at);
      }
    });
  }

  it('is refused with 422 invalid_contract and its path when it is imported', async () => {
    const service = await contractFrom(market, {
      runContract: { inputSchema: { properties: { a: { type: 'strnig' } } } },
    });
    const error = expectError(
      await api.post('/v1/listings/from-service', { serviceUrl: service.url }),
      422,
      'invalid_contract',
    );
    expect(pathsOf(error)[0]).toBe('/provider/runContract/inputSchema/properties/a/type');
  });

  it('is also refused in a PATCH, before any review and without a change', async () => {
    const { provider, seller: service } = await market.publish();
    const before = service.requests.length;
    const runContract = { ...provider.runContract, inputSchema: { type: 'strnig' } };
    const response = await api.patch(`/v1/listings/${provider.id}`, { title: 'No', runContract });
    expectError(response, 400, 'invalid_schema');
    expect(service.requests.length).toBe(before);
    expect((await api.get(`/v1/providers/${provider.id}`)).body).toEqual(provider);
  });

  for (const value of [true, 'x', [], 3]) {
    it(`is refused with 400 when it is ${JSON.stringify(value)} and not an object`, async () => {
      const error = expectError(await create({ inputSchema: value }), 400, 'invalid_request');
      expect(pathsOf(error)).toEqual(['/runContract/inputSchema']);
    });
  }
});

describe.concurrent('a valid schema', () => {
  for (const [what, schema] of [
    ['is empty', {}],
    ['has no dialect', { type: 'object' }],
    ['is draft-07', { $schema: DRAFT_07, type: 'object' }],
    ['is draft-07 by https', { $schema: 'https://json-schema.org/draft-07/schema' }],
    ['is 2019-09', { $schema: DRAFT_2019, unevaluatedProperties: false }],
    ['is 2020-12', { $schema: DRAFT_2020, prefixItems: [{ type: 'string' }] }],
    ['has keywords of its own', { type: 'object', 'x-widget': 'slider', example: 1 }],
    ['is draft-04', { $schema: DRAFT_04, minimum: 1, exclusiveMinimum: true }],
    ['has a pattern of 2048 characters', { pattern: 'a'.repeat(2048) }],
    ['has a pattern that looks around', { pattern: '^(?=a)(?<!b)' }],
    ['has a back-reference', { patternProperties: { '(a)\\1': {} } }],
    ['refers to its own definitions', { $defs: { a: { type: 'object' } }, $ref: '#/$defs/a' }],
    ['is recursive', { properties: { child: { $ref: '#' } } }],
  ] as const) {
    it(what, async () => {
      const { status, body } = await create({ inputSchema: schema, outputSchema: schema });
      expect(status, JSON.stringify(body)).toBe(201);
      expect(body.runContract).toMatchObject({ inputSchema: schema, outputSchema: schema });
    });
  }

  it('may be null, which means no schema', async () => {
    const { body } = await create({ inputSchema: null, outputSchema: null, healthEndpoint: null });
    expect(Object.keys(body.runContract).toSorted()).toEqual(['endpointPath', 'method']);
  });
});

describe.concurrent('validating an input', () => {
  const selling = (inputSchema: Record<string, unknown>) =>
    market.publish({
      seller,
      provider: { runContract: runContractOf(seller, { inputSchema }) },
    });
  const buy = (listingId: string, requestBody: unknown) =>
    api.post('/v1/orders', { listingId, requestBody }, { headers: { prefer: 'wait=20' } });

  for (const [what, schema] of [
    ['no dialect, by items', { items: [{ type: 'string' }], additionalItems: false }],
    ['no dialect, by prefixItems', { prefixItems: [{ type: 'string' }], items: false }],
    ['draft-07', { $schema: DRAFT_07, items: [{ type: 'string' }], additionalItems: false }],
    ['2019-09', { $schema: DRAFT_2019, items: [{ type: 'string' }], additionalItems: false }],
    ['2020-12', { $schema: DRAFT_2020, prefixItems: [{ type: 'string' }], items: false }],
  ] as const) {
    it(`reads a tuple as its dialect defines it: ${what}`, async () => {
      const { provider } = await selling({ type: 'array', ...schema });
      expect((await buy(provider.id, ['a'])).text).toContain('"completed"');
      expectError(await buy(provider.id, [1]), 400, 'invalid_input');
      expectError(await buy(provider.id, ['a', 'b']), 400, 'invalid_input');
    });
  }

  it('keeps two schemas with the same $id apart', async () => {
    const $id = 'https://example.com/same.json';
    const text = await selling({ $id, type: 'object', properties: { a: { type: 'string' } } });
    const number = await selling({ $id, type: 'object', properties: { a: { type: 'number' } } });
    expect((await buy(text.provider.id, { a: 'x' })).status).toBe(201);
    expectError(await buy(text.provider.id, { a: 1 }), 400, 'invalid_input');
    expect((await buy(number.provider.id, { a: 1 })).status).toBe(201);
    expectError(await buy(number.provider.id, { a: 'x' }), 400, 'invalid_input');
  });

  it('considers own properties only: an input has a toString only if it was sent', async () => {
    const { provider } = await selling({ type: 'object', required: ['toString'] });
    const error = expectError(await buy(provider.id, {}), 400, 'invalid_input');
    expect(pathsOf(error)).toEqual(['/toString']);
  });

  it('never fills in, removes or converts a value', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: ['string', 'number'], default: 'x' }, b: { type: 'string' } },
    };
    const { provider } = await selling(schema);
    const order = await activate(api, provider.id, { c: [1, '2'], b: '3' });
    expect(order.result).toEqual({ echo: { c: [1, '2'], b: '3' } });
    expectError(await buy(provider.id, { b: 3 }), 400, 'invalid_input');
  });

  it('asserts formats', async () => {
    const { provider } = await selling({ properties: { at: { type: 'string', format: 'date' } } });
    expect((await buy(provider.id, { at: '2026-02-28' })).status).toBe(201);
    expectError(await buy(provider.id, { at: '2026-02-31' }), 400, 'invalid_input');
  });

  it('matches a pattern that looks ahead', async () => {
    const { provider } = await selling({ properties: { a: { pattern: '^(?!.*--)[a-z-]+$' } } });
    expect((await buy(provider.id, { a: 'a-b-c' })).status).toBe(201);
    const error = expectError(await buy(provider.id, { a: 'a--b' }), 400, 'invalid_input');
    expect(error.details).toMatchObject([{ path: '/a', keyword: 'pattern' }]);
  });

  it('is not slowed down by a pattern on which a backtracking engine would hang', async () => {
    const { provider } = await selling({ properties: { a: { pattern: '^(a+)+$' } } });
    const startedAt = performance.now();
    expectError(await buy(provider.id, { a: `${'a'.repeat(5000)}!` }), 400, 'invalid_input');
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  });
});

describe.concurrent('the input schema of a contract with GET or DELETE, whose input is a query string,', () => {
  const flat = { properties: { a: { type: 'array', items: { type: 'string' } } } };
  const deep = { type: 'object', properties: { a: { type: 'object' } } };
  for (const method of ['GET', 'DELETE']) {
    it(`may have scalars and lists of scalars: ${method}`, async () => {
      expect((await create({ method, inputSchema: flat })).status).toBe(201);
    });

    it(`is refused with 400 if it has nested objects: ${method}`, async () => {
      for (const inputSchema of [deep, { type: 'array' }]) {
        const { status, body } = await create({ method, inputSchema });
        expect(status).toBe(400);
        expect(pathsOf(body)[0]).toMatch(/^\/runContract\/inputSchema/);
      }
    });

    it(`is refused with 422 on import if it has nested objects: ${method}`, async () => {
      const service = await contractFrom(market, { runContract: { method, inputSchema: deep } });
      const response = await api.post('/v1/listings/from-service', { serviceUrl: service.url });
      const error = expectError(response, 422, 'invalid_contract');
      expect(pathsOf(error)[0]).toMatch(/^\/provider\/runContract\/inputSchema/);
    });
  }
});
