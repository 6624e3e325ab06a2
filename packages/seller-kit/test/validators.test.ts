import { describe, expect, it } from 'vitest';
import { compileSchema as compileOnNode } from '../src/node/validator.ts';
import type { JsonSchema } from '../src/schema-check.ts';
import { compileSchema as compileOnWeb } from '../src/web/validator.ts';

const object = (properties: Record<string, JsonSchema>, rest: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...rest,
});

/** Schema, a value that fits, values that do not, each with the place where it does not. */
const CASES: [string, JsonSchema, unknown, [unknown, string][]][] = [
  [
    'type',
    object({ a: { type: 'integer' } }),
    { a: 1 },
    [
      [{ a: 1.5 }, '/a'],
      [{ a: '1' }, '/a'],
      [[], ''],
    ],
  ],
  ['several types', object({ a: { type: ['string', 'null'] } }), { a: null }, [[{ a: 1 }, '/a']]],
  ['required', object({}, { required: ['a'] }), { a: 1 }, [[{}, '/a']]],
  [
    'additionalProperties',
    object({ a: {} }, { additionalProperties: false }),
    { a: 1 },
    [[{ b: 1 }, '/b']],
  ],
  ['enum', { enum: ['a', 1, null] }, 1, [['b', '']]],
  ['const', { const: { a: [1] } }, { a: [1] }, [[{ a: [2] }, '']]],
  [
    'range',
    { type: 'number', minimum: 1, exclusiveMaximum: 3 },
    1,
    [
      [0, ''],
      [3, ''],
    ],
  ],
  ['multipleOf', { multipleOf: 0.01 }, 1.01, [[1.001, '']]],
  [
    'length',
    { type: 'string', minLength: 1, maxLength: 2 },
    '👋👋',
    [
      ['', ''],
      ['abc', ''],
    ],
  ],
  ['pattern', { pattern: '^\\p{Lu}$' }, 'Ä', [['ä', '']]],
  ['format', { format: 'email' }, 'a@example.com', [['a', '']]],
  [
    'items',
    object({ a: { items: { type: 'string' } } }),
    { a: ['b'] },
    [[{ a: ['b', 1] }, '/a/1']],
  ],
  ['uniqueItems', { uniqueItems: true }, [1, 2], [[[1, 1], '']]],
  [
    'number of items',
    { minItems: 1, maxItems: 2 },
    [1],
    [
      [[], ''],
      [[1, 2, 3], ''],
    ],
  ],
  [
    'number of properties',
    { minProperties: 1, maxProperties: 1 },
    { a: 1 },
    [
      [{}, ''],
      [{ a: 1, b: 1 }, ''],
    ],
  ],
  ['oneOf', { oneOf: [{ type: 'string' }, { type: 'null' }] }, null, [[1, '']]],
  ['not', { not: { type: 'string' } }, 1, [['a', '']]],
  ['$ref', { $ref: '#/definitions/a', definitions: { a: { type: 'string' } } }, 'a', [[1, '']]],
  [
    'names to escape',
    object({ 'a/b~c%20#é': { type: 'null' } }),
    { 'a/b~c%20#é': null },
    [[{ 'a/b~c%20#é': 1 }, '/a~1b~0c%20#é']],
  ],
  [
    'names of Object',
    object({ toString: { type: 'string' } }, { required: ['b'] }),
    { b: 1 },
    [[{ b: 1, toString: 1 }, '/toString']],
  ],
  [
    '2020-12',
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      prefixItems: [{ type: 'string' }],
      items: false,
    },
    ['a'],
    [[[1], '/0']],
  ],
  [
    '2019-09',
    { $schema: 'https://json-schema.org/draft/2019-09/schema', dependentRequired: { a: ['b'] } },
    {},
    [[{ a: 1 }, expect.any(String)]],
  ],
];

describe.each([
  ['Node', compileOnNode],
  ['a worker', compileOnWeb],
])('the validator of %s', (_, compileSchema) => {
  describe.each(CASES)('by %s', (__, schema, good, bad) => {
    it('lets through what fits', () => {
      expect(compileSchema(schema)(good)).toBeUndefined();
    });

    it.each(bad)('refuses %j and says where', (value, path) => {
      const details = compileSchema(schema)(value);
      expect(details).toContainEqual(expect.objectContaining({ path }));
    });
  });

  it.each([
    [{ minimum: 5000 }, 4242.5],
    [{ maximum: 10 }, 4242.5],
    [{ exclusiveMinimum: 5000 }, 4242.5],
    [{ multipleOf: 10 }, 4242.5],
    [{ enum: ['a'] }, '4242.5'],
    [{ const: 'a' }, '4242.5'],
    [{ pattern: '^a' }, '4242.5'],
    [{ format: 'email' }, '4242.5'],
    [{ maxLength: 2 }, '4242.5'],
    [{ type: 'object' }, 4242.5],
    [{ items: { type: 'string' } }, [4242.5]],
  ])('never repeats a value that %j refuses', (schema, value) => {
    const details = compileSchema(schema)(value);
    expect(details).not.toBeUndefined();
    expect(JSON.stringify(details)).not.toContain('4242');
  });

  it.each([
    [{ type: 'strnig' }],
    [{ properties: { a: { type: 'strnig' } } }],
    [{ properties: [] }],
    [{ required: 'a' }],
    [{ enum: 'a' }],
    [{ minimum: '1' }],
    [{ pattern: '[' }],
    [{ patternProperties: { '[': { type: 'string' } } }],
    [{ $ref: '#/definitions/none' }],
    [{ $schema: 'http://json-schema.org/draft-04/schema#' }],
    [{ $schema: 7 }],
  ])('refuses the schema %j', (schema) => {
    expect(() => compileSchema(schema)).toThrow(Error);
  });

  it('does not change the schema, which may be frozen', () => {
    const schema = Object.freeze({ $id: 'https://example.com/a', properties: Object.freeze({}) });
    expect(compileSchema(schema)({})).toBeUndefined();
    expect(compileSchema(schema)({})).toBeUndefined();
  });

  it('survives a name that is not Unicode', () => {
    const check = compileSchema({ additionalProperties: { type: 'string' } });
    expect(check({ '\ud800': 1 })).toHaveLength(1);
  });
});
