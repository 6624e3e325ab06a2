// docs/sell/listings.md#json-schemas: a warning about schemas for which a slow input is known.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createValidator, planSchema, schemaReport } from '../src/index.ts';

const slowAt = (schema: unknown) =>
  schemaReport(schema, { path: '/s' }).warnings.find(({ code }) => code === 'slow_schema')?.path;

const many = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index));
const ALTERNATIVES = {
  anyOf: many(6, () => ({ anyOf: many(80, (n) => ({ type: 'string', minLength: 300 - n })) })),
};

describe('a schema for which a slow value is known', () => {
  it.each<[string, object, string]>([
    ['many alternatives for each item', { items: ALTERNATIVES }, '/s/items'],
    [
      'for each member',
      { properties: { list: { additionalProperties: ALTERNATIVES } } },
      '/s/properties/list/additionalProperties',
    ],
    ['for each name', { propertyNames: ALTERNATIVES }, '/s/propertyNames'],
    [
      'from several parts together',
      { allOf: many(40, () => ({ items: { anyOf: many(9, (n) => ({ const: n + 0.5 })) } })) },
      '/s/allOf/0/items',
    ],
    [
      'in a list of few lists of any length',
      { maxItems: 3, items: { items: ALTERNATIVES } },
      '/s/items/items',
    ],
    [
      'in lists of few lists of few, of any depth',
      { maxItems: 3, items: { $ref: '#' }, ...ALTERNATIVES },
      '/s',
    ],
  ])('is accepted with a warning: %s', (_, schema, path) => {
    expect(slowAt(schema)).toBe(path);
  });

  it('takes as long as the warning says', () => {
    const planned = planSchema({ not: { items: { not: ALTERNATIVES } } });
    if (!planned.ok) throw new Error('Refused');
    const value = Array.from({ length: (256 * 1024) / 4 }, () => 'x');
    const budget = { units: 50_000_000, isLate: () => false };
    expect(createValidator(planned.plan).validateWithin(budget, value)).toBeUndefined();
  });
});

describe('a schema has no such warning', () => {
  it.each<[string, object]>([
    ['with limits', { maxItems: 1000, items: ALTERNATIVES }],
    ['if it is large, but not for each item', { ...ALTERNATIVES, properties: { a: ALTERNATIVES } }],
    [
      'if two alternatives refer back to it',
      {
        anyOf: [
          { properties: { next: { $ref: '#' } } },
          { properties: { next: { $ref: '#' } }, required: ['x'] },
        ],
      },
    ],
    [
      'with twenty kinds of item',
      {
        items: {
          oneOf: many(20, (n) => ({
            type: 'object',
            properties: {
              kind: { const: `kind ${n}` },
              [`a${n}`]: { type: 'string', pattern: '^[a-z]+$' },
            },
            required: ['kind', `a${n}`],
            additionalProperties: false,
          })),
        },
      },
    ],
  ])('%s', (_, schema) => {
    expect(slowAt(schema)).toBeUndefined();
  });

  it('in the official test suite', () => {
    const folder = new URL('json-schema-suite/fixtures/draft2020-12/', import.meta.url);
    let accepted = 0;
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.json')) continue;
      const groups = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
        schema: unknown;
      }[];
      for (const { schema } of groups) {
        accepted += planSchema(schema).ok ? 1 : 0;
        expect(slowAt(schema)).toBeUndefined();
      }
    }
    expect(accepted).toBeGreaterThan(100);
  });
});
