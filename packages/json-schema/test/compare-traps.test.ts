import { describe, expect, it } from 'vitest';
import { compareSchemas, compileSchema } from '../src/index.ts';

const budget = { units: 1_000_000, isLate: () => false };
const number = { type: 'number' };
const integer = { type: 'integer' };
const text = { type: 'string' };

/** The later schema refuses the value, for a reason that a hasty proof would overlook. */
const TRAPS: readonly [title: string, before: unknown, after: unknown, witness: unknown][] = [
  ['keywords that are empty on one side', { properties: {} }, { enum: [] }, 0],
  [
    'a name in both forms of dependencies',
    { dependencies: { a: { required: ['y'] } }, dependentSchemas: { a: { required: ['y'] } } },
    { dependencies: { a: { required: ['y'] } }, dependentSchemas: { a: { required: ['z'] } } },
    { a: 1, y: 1 },
  ],
  [
    'a name that matches patterns of both sides',
    { patternProperties: { b: text }, additionalProperties: integer },
    { patternProperties: { a: integer } },
    { ab: 'x' },
  ],
  [
    'a name that matches a pattern of the earlier schema alone',
    { patternProperties: { '^a': text }, additionalProperties: integer },
    { additionalProperties: integer },
    { a: 'x' },
  ],
  [
    'members that one of several alternatives evaluates',
    { anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }], unevaluatedProperties: false },
    { properties: { a: integer } },
    { a: 'x' },
  ],
  [
    'members that are evaluated only under a condition',
    { properties: { a: {} }, additionalProperties: false },
    { anyOf: [{ required: ['k'], properties: { a: {} } }, true], unevaluatedProperties: false },
    { a: 1 },
  ],
  [
    'a bound that becomes exclusive',
    { type: 'number', maximum: 5 },
    { type: 'number', exclusiveMaximum: 5 },
    5,
  ],
  [
    'alternatives that overlap in one value',
    { oneOf: [{ type: 'array', items: integer }] },
    {
      oneOf: [
        { type: 'array', items: integer },
        { type: 'array', maxItems: 0 },
      ],
    },
    [],
  ],
  [
    'a pair that was assumed while another one, which fails, was examined',
    {
      $ref: '#/$defs/s',
      $defs: {
        s: { type: 'object', properties: { b: { $ref: '#/$defs/t' }, v: number } },
        t: { type: 'object', properties: { a: { $ref: '#/$defs/s' } } },
      },
    },
    {
      anyOf: [{ $ref: '#/$defs/s' }, { properties: { b: { $ref: '#/$defs/t' } } }],
      $defs: {
        s: { type: 'object', properties: { b: { $ref: '#/$defs/t' }, v: integer } },
        t: { type: 'object', properties: { a: { $ref: '#/$defs/s' } } },
      },
    },
    { b: { a: { v: 0.5 } }, v: 0.5 },
  ],
  [
    'items after a position that only one side names',
    { prefixItems: [integer, integer] },
    { prefixItems: [integer], items: integer },
    [1, 2, 'x'],
  ],
  [
    'items that are counted again',
    { contains: integer, maxContains: 1 },
    { contains: text, minContains: 0, maxContains: 1 },
    [1, 'a', 'b'],
  ],
  ['a "not" that excludes more', { not: integer }, { not: number }, 0.5],
  [
    'alternatives that must exclude each other now',
    { anyOf: [integer, { minimum: 0 }] },
    { oneOf: [integer, { minimum: 0 }] },
    1,
  ],
  ['an integer that is excluded from numbers', number, { type: 'number', not: integer }, 1],
  [
    'an annotation by "contains", which one dialect has and the other does not',
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      contains: integer,
      unevaluatedItems: false,
    },
    {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      contains: integer,
      unevaluatedItems: false,
    },
    [1],
  ],
];

describe('a comparison of schemas does not overlook', () => {
  it.each(TRAPS)('%s', (_, before, after, witness) => {
    const [earlier, later] = [compileSchema(before), compileSchema(after)];
    if (!earlier.ok || !later.ok) throw new Error('a schema was refused');
    expect(earlier.validate(witness)).toEqual([]);
    expect(later.validate(witness)).not.toEqual([]);
    const compared = compareSchemas(before, after, { ...budget });
    expect(compared.ok && compared.changes).toContainEqual(
      expect.objectContaining({ direction: 'narrower' }),
    );
  });
});
