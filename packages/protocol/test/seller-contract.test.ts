import { SCHEMAS, sellerContractSchema, standaloneSchema } from '@mkt/protocol/schemas';
import { validate } from '@mkt/protocol/validate';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const CONTENT = {
  title: 'Text insights',
  price: { amountCents: 2 },
  runContract: { method: 'POST', endpointPath: 'https://api.example.com/run' },
};

describe('a seller’s contract', () => {
  it('has the content under provider', () => {
    const contract = { provider: CONTENT };
    expect(validate('SellerContract', contract)).toEqual({ ok: true, value: contract });
  });

  it('may have it under listing, the older key', () => {
    const contract = { listing: CONTENT };
    expect(validate('SellerContract', contract)).toEqual({ ok: true, value: contract });
  });

  it('may have both keys: provider counts, and listing is ignored', () => {
    expect(validate('SellerContract', { provider: CONTENT, listing: 7 }).ok).toBe(true);
    expect(validate('SellerContract', { provider: 7, listing: CONTENT })).toEqual({
      ok: false,
      details: [{ path: '/provider', message: 'must be object', keyword: 'type' }],
    });
  });

  it('must have one of the two keys', () => {
    expect(validate('SellerContract', { title: 'x' })).toEqual({
      ok: false,
      details: [{ path: '/provider', message: 'is required', keyword: 'required' }],
    });
  });

  it.each(['provider', 'listing'])('reports what is wrong under %s, and nothing else', (key) => {
    const contract = {
      [key]: {
        ...CONTENT,
        title: '',
        price: { amountCents: 1.5, currency: 'EURO' },
        runContract: { method: 'post' },
      },
    };
    expect(validate('SellerContract', contract, '/contract')).toEqual({
      ok: false,
      details: [
        {
          path: `/contract/${key}/title`,
          message: 'must not be empty',
          keyword: 'minLength',
        },
        {
          path: `/contract/${key}/price/currency`,
          message: 'must be the ISO 4217 code of a national currency in use',
          keyword: 'pattern',
        },
        {
          path: `/contract/${key}/price/amountCents`,
          message: 'must be integer',
          keyword: 'type',
        },
        {
          path: `/contract/${key}/runContract/endpointPath`,
          message: 'is required',
          keyword: 'required',
        },
        {
          path: `/contract/${key}/runContract/method`,
          message: 'must be one of "GET", "POST", "PUT", "PATCH", "DELETE"',
          keyword: 'enum',
        },
      ],
    });
  });

  it('may have every member of the contract, and unknown members', () => {
    const contract = {
      $comment: 'ours',
      provider: {
        ...CONTENT,
        description: 'Counts words.',
        category: 'a word of the seller’s own',
        tags: ['text'],
        price: { currency: 'eur', amountCents: 0, unit: 'page', note: 'free' },
        runContract: {
          ...CONTENT.runContract,
          healthEndpoint: 'https://api.example.com/health',
          inputSchema: { type: 'object' },
          outputSchema: {},
          requestExampleJson: '{}',
          responseExampleJson: '{}',
          timeout: 5,
        },
        homepage: 'https://example.com',
      },
    };
    expect(validate('SellerContract', contract).ok).toBe(true);
  });

  it.each([
    ['/title', { title: 'x'.repeat(201) }],
    ['/description', { description: 'x'.repeat(5001) }],
    ['/category', { category: 'x'.repeat(41) }],
    ['/tags', { tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }],
    ['/tags/0', { tags: ['x'.repeat(33)] }],
    ['/price/amountCents', { price: { amountCents: -1 } }],
    ['/price/amountCents', { price: { amountCents: 100_000_001 } }],
    ['/price/unit', { price: { amountCents: 1, unit: 'x'.repeat(41) } }],
    ['/runContract/inputSchema', { runContract: { ...CONTENT.runContract, inputSchema: true } }],
    ['/runContract/endpointPath', { runContract: { ...CONTENT.runContract, endpointPath: '' } }],
    ['/runContract/method', { runContract: { ...CONTENT.runContract, method: 'HEAD' } }],
  ])('keeps the limits: %s', (path, change) => {
    expect(validate('SellerContract', { provider: { ...CONTENT, ...change } })).toMatchObject({
      ok: false,
      details: [{ path: `/provider${path}` }],
    });
  });
});

describe('the schema of GET /v1/mkt-schema', () => {
  const published = new Ajv2020({ strict: true, allErrors: true }).compile(
    sellerContractSchema('dev'),
  );

  it('is self-contained: a plain validator in strict mode compiles it', () => {
    expect(published({ provider: CONTENT })).toBe(true);
    expect(published({})).toBe(false);
  });

  it('names its dialect, and contains only the definitions that it refers to', () => {
    const schema = sellerContractSchema('dev');
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(Object.keys(schema['$defs'] as object)).toEqual([
      'Currency',
      'Method',
      'SellerProvider',
      'SellerRunContract',
      'SellerUrl',
    ]);
  });

  it('survives JSON: what is served is what was compiled', () => {
    expect(JSON.parse(JSON.stringify(sellerContractSchema('dev')))).toEqual(
      sellerContractSchema('dev'),
    );
  });

  it('agrees with the validator that the marketplace uses', () => {
    const odd = fc.constantFrom<unknown>(
      null,
      7,
      -1,
      0.5,
      {},
      [],
      ['x'],
      true,
      '',
      ' ',
      'a\nb',
      '👋',
    );
    const mostly = <T>(value: fc.Arbitrary<T>) =>
      fc.oneof({ weight: 20, arbitrary: value }, { weight: 1, arbitrary: odd });
    const text = mostly(fc.constantFrom('x', 'https://api.example.com', '日本語'));
    const price = fc.record(
      {
        amountCents: mostly(fc.nat(100_000_000)),
        currency: mostly(fc.constant('USD')),
        unit: text,
      },
      { requiredKeys: ['amountCents'] },
    );
    const runContract = fc.record(
      {
        method: mostly(fc.constantFrom('POST', 'GET')),
        endpointPath: text,
        inputSchema: mostly(fc.constant({})),
        requestExampleJson: text,
      },
      { requiredKeys: ['method', 'endpointPath'] },
    );
    const content = fc.record(
      {
        title: text,
        description: text,
        category: text,
        tags: mostly(fc.array(text, { maxLength: 11 })),
        price: mostly(price),
        runContract: mostly(runContract),
      },
      { requiredKeys: ['title', 'runContract'] },
    );
    const contracts = mostly(
      fc.record({ provider: mostly(content), listing: mostly(content) }, { requiredKeys: [] }),
    );
    const counts = { valid: 0, refused: 0 };
    fc.assert(
      fc.property(contracts, (contract) => {
        const checked = validate('SellerContract', contract);
        expect(checked.ok).toBe(published(contract));
        expect(checked.ok || checked.details.length > 0).toBe(true);
        counts[checked.ok ? 'valid' : 'refused']++;
      }),
      { numRuns: 5000 },
    );
    expect(Math.min(counts.valid, counts.refused)).toBeGreaterThan(500);
  });
});

describe('every wire schema', () => {
  it.each(Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[])('%s is self-contained', (name) => {
    const ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      formats: { uuid: true, 'date-time': true },
    });
    expect(ajv.compile(standaloneSchema(name))).toBeTypeOf('function');
  });
});
