import { constantFrom, assert, property } from 'fast-check';
import { compileSchema } from '@mkt/json-schema';
import { describe, expect, it } from 'vitest';
import { compareContracts, type ContractTerms } from '../src/index.ts';

const budget = (units = 1_000_000) => ({ units, isLate: () => false });

const TERMS: ContractTerms = {
  price: { amountMicros: 20_000, currency: 'USD', unit: 'call' },
  runContract: { method: 'POST', endpointPath: 'https://api.example.com/run' },
};
const priced = (price: Partial<ContractTerms['price']>): ContractTerms => ({
  ...TERMS,
  price: { ...TERMS.price, ...price },
});
const called = (runContract: Partial<ContractTerms['runContract']>): ContractTerms => ({
  ...TERMS,
  runContract: { ...TERMS.runContract, ...runContract },
});
const compare = (before: ContractTerms, after: ContractTerms) =>
  compareContracts(before, after, budget());

const city = { type: 'object', properties: { city: { type: 'string' } } };
const strict = { ...city, required: ['city'] };

describe('a comparison of contracts', () => {
  it('is "same" when nothing that buyers rely on changed', () => {
    expect(compare(TERMS, TERMS)).toEqual({ verdict: 'same', findings: [] });
    const described = { ...city, title: 'Query', description: 'Where to look.' };
    const [before, after] = [called({ inputSchema: city }), called({ inputSchema: described })];
    expect(compare(before, after)).toEqual({ verdict: 'same', findings: [] });
    const example = called({ requestExampleJson: '{}', healthEndpoint: 'https://example.com/' });
    expect(compare(TERMS, example).verdict).toBe('same');
  });

  it('must keep input valid, and must not widen output', () => {
    const required = '"city" is now required.';
    expect(compare(called({ inputSchema: city }), called({ inputSchema: strict }))).toEqual({
      verdict: 'breaking',
      findings: [
        { path: '/runContract/inputSchema/required', severity: 'breaking', message: required },
      ],
    });
    expect(compare(called({ outputSchema: city }), called({ outputSchema: strict }))).toEqual({
      verdict: 'safe',
      findings: [
        { path: '/runContract/outputSchema/required', severity: 'safe', message: required },
      ],
    });
    expect(compare(called({ inputSchema: strict }), called({ inputSchema: city })).verdict).toBe(
      'safe',
    );
    expect(compare(called({ outputSchema: strict }), called({ outputSchema: city })).verdict).toBe(
      'breaking',
    );
  });

  it('treats a schema that is added or dropped like any other change', () => {
    expect(compare(TERMS, called({ inputSchema: city })).verdict).toBe('breaking');
    expect(compare(called({ inputSchema: city }), TERMS).verdict).toBe('safe');
    expect(compare(TERMS, called({ outputSchema: city })).verdict).toBe('safe');
    expect(compare(called({ outputSchema: city }), TERMS).verdict).toBe('breaking');
  });

  it('reports a changed pattern once, as unknown', () => {
    const withPattern = (pattern: string) => called({ inputSchema: { type: 'string', pattern } });
    expect(compare(withPattern('^[a-z]{7}$'), withPattern('^[a-y]{7}$'))).toEqual({
      verdict: 'unknown',
      findings: [
        {
          path: '/runContract/inputSchema/pattern',
          severity: 'unknown',
          message: '"pattern" was changed from "^[a-z]{7}$" to "^[a-y]{7}$".',
        },
      ],
    });
  });

  it('allows a price to fall, and nothing else', () => {
    expect(compare(TERMS, priced({ amountMicros: 30_000 }))).toEqual({
      verdict: 'breaking',
      findings: [
        {
          path: '/price/amount',
          severity: 'breaking',
          message: 'The price was changed from USD 0.02 per call to USD 0.03 per call.',
        },
      ],
    });
    expect(compare(TERMS, priced({ amountMicros: 0 })).verdict).toBe('safe');
    expect(compare(TERMS, priced({ amountMicros: 0, unit: 'page' })).verdict).toBe('safe');
    expect(compare(TERMS, priced({ unit: 'page' })).verdict).toBe('breaking');
    expect(compare(TERMS, priced({ currency: 'EUR', amountMicros: 0 })).verdict).toBe('breaking');
  });

  it('allows a change of the method, unless input would have to fit into a query string', () => {
    expect(compare(TERMS, called({ method: 'PUT' })).verdict).toBe('safe');
    expect(compare(called({ method: 'GET' }), TERMS).verdict).toBe('safe');
    expect(compare(TERMS, called({ method: 'GET' })).verdict).toBe('unknown');
  });

  it('allows a change of the endpoint, which its sentence does not reveal', () => {
    const moved = called({ endpointPath: 'https://secret.example.com/v2' });
    const { verdict, findings } = compare(TERMS, moved);
    expect([verdict, JSON.stringify(findings).includes('secret')]).toEqual(['safe', false]);
  });

  it('lists the most severe findings first, and at most 50', () => {
    const members = (count: number, type: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, { type }]));
    const object = (properties: object) => called({ inputSchema: { type: 'object', properties } });
    const before = object({ ...members(60, 'string'), open: { type: 'integer' } });
    const after = object({ ...members(60, 'integer'), open: { type: 'number' } });
    const { verdict, findings } = compare(before, after);
    expect([verdict, findings.length]).toEqual(['breaking', 50]);
    expect(findings[0]?.severity).toBe('breaking');
    expect(findings.at(-1)?.message).toMatch(/^There are \d+ more differences\.$/);
  });

  it('is unknown when the budget is too small, or a stored schema can no longer be read', () => {
    const [before, after] = [called({ inputSchema: city }), called({ inputSchema: strict })];
    expect(compareContracts(before, after, budget(10))).toEqual({
      verdict: 'unknown',
      findings: [
        {
          path: '/runContract/inputSchema',
          severity: 'unknown',
          message: 'The two versions of the schema are too complex to be compared.',
        },
      ],
    });
    const refused = called({ inputSchema: { type: 'nothing' } });
    expect(compare(refused, after).verdict).toBe('unknown');
  });

  it('never calls a change safe that refuses an input it accepted before', () => {
    const types = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'];
    const inputs = ['', 'a', 0, 1, 0.5, true, null, [], [1], {}, { city: 'x' }, { city: 1 }];
    const schema = constantFrom(
      ...types.map((type): Record<string, unknown> => ({ type })),
      ...types.map((type) => ({ anyOf: [{ type }, strict] })),
      city,
      strict,
      { enum: inputs.slice(0, 5) },
      { not: city },
      { const: null },
    );
    let safe = 0;
    assert(
      property(schema, schema, (one, other) => {
        const { verdict } = compare(called({ inputSchema: one }), called({ inputSchema: other }));
        const [before, after] = [compileSchema(one), compileSchema(other)];
        if (!before.ok || !after.ok || (verdict !== 'safe' && verdict !== 'same')) return;
        safe += 1;
        const valid = inputs.filter((input) => before.validate(input)?.length === 0);
        expect(valid.filter((input) => after.validate(input)?.length !== 0)).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(safe).toBeGreaterThan(50);
  });
});
