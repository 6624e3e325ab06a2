import { describe, expect, it } from 'vitest';
import { compileSchema } from '../src/index.ts';

const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

function detailsOf(schema: object, value: unknown, dialect = DRAFT_2020) {
  const compiled = compileSchema({ $schema: dialect, ...schema });
  if (!compiled.ok) throw new Error(`Refused: ${JSON.stringify(compiled.details)}`);
  return compiled.validate(value);
}

const base = {
  $defs: { base: { properties: { id: { type: 'string' } } } },
  allOf: [{ $ref: '#/$defs/base' }],
  properties: { name: {} },
  unevaluatedProperties: false,
};
const conditional = {
  if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, never awaited
  then: { properties: { a: {} } },
  else: { properties: { b: {} } },
  unevaluatedProperties: false,
};
const choice = {
  anyOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }],
  unevaluatedProperties: { type: 'number' },
};

describe('unevaluatedProperties', () => {
  it.each<[string, object, unknown, boolean]>([
    ['looks through allOf and $ref', base, { id: 'x', name: 1 }, true],
    ['refuses what no schema names', base, { id: 'x', nickname: 1 }, false],
    ['refuses names of Object.prototype', base, { constructor: 1 }, false],
    ['refuses __proto__', base, JSON.parse('{"__proto__":1}'), false],
    ['takes then with if', conditional, { kind: 'a', a: 1 }, true],
    ['takes else without if', conditional, { b: 1 }, true],
    ['has no kind when if fails', conditional, { kind: 'b', b: 1 }, false],
    [
      'takes if alone',
      { if: { properties: { a: {} } }, unevaluatedProperties: false },
      { a: 1 },
      true,
    ],
    ['takes the branches that accept', choice, { a: 'x', b: 'y' }, true],
    ['applies its schema to what the branches leave', choice, { a: 'x', c: 'y' }, false],
    ['accepts what its schema accepts', choice, { a: 'x', c: 1 }, true],
    [
      'considers patternProperties',
      { patternProperties: { '^x-': {} }, unevaluatedProperties: false },
      { 'x-a': 1 },
      true,
    ],
    [
      'considers dependentSchemas',
      {
        properties: { a: {} },
        dependentSchemas: { a: { properties: { b: {} } } },
        unevaluatedProperties: false,
      },
      { a: 1, b: 1 },
      true,
    ],
    [
      'takes nothing from not',
      { not: { not: { properties: { a: {} } } }, unevaluatedProperties: false },
      { a: 1 },
      false,
    ],
    [
      'is not seen through a property',
      { properties: { a: { properties: { b: {} } } }, unevaluatedProperties: false },
      { b: 1 },
      false,
    ],
    ['leaves other types alone', { unevaluatedProperties: false }, [1], true],
  ])('%s', (_, schema, value, expected) => {
    expect(detailsOf(schema, value)?.length === 0).toBe(expected);
    expect(detailsOf(schema, value, DRAFT_2019)?.length === 0).toBe(expected);
  });

  it('names the member', () => {
    expect(detailsOf(base, { id: 'x', 'a/b': 1 })).toEqual([
      { path: '/a~1b', message: 'is not a known field', keyword: 'unevaluatedProperties' },
    ]);
  });
});

describe('unevaluatedItems', () => {
  it.each<[string, object, unknown, boolean]>([
    ['counts prefixItems', { prefixItems: [{}], unevaluatedItems: false }, [1], true],
    ['refuses the rest', { prefixItems: [{}], unevaluatedItems: false }, [1, 2], false],
    ['takes all of items', { allOf: [{ items: {} }], unevaluatedItems: false }, [1, 2], true],
    [
      'takes items of a branch that accepts',
      { anyOf: [{ items: { type: 'string' } }, true], unevaluatedItems: { type: 'boolean' } },
      ['a', 'b'],
      true,
    ],
    [
      'and not of one that does not',
      { anyOf: [{ items: { type: 'string' } }, true], unevaluatedItems: { type: 'boolean' } },
      ['a', false],
      false,
    ],
    [
      'takes what contains matches',
      { contains: { type: 'string' }, unevaluatedItems: false },
      ['a', 'b'],
      true,
    ],
    [
      'and not the others',
      { contains: { type: 'string' }, unevaluatedItems: false },
      ['a', 1],
      false,
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(detailsOf(schema, value)?.length === 0).toBe(expected);
  });

  it('counts additionalItems after a list in 2019-09, but nothing from contains', () => {
    const listed = { items: [{}], additionalItems: { type: 'string' }, unevaluatedItems: false };
    expect(detailsOf(listed, [1, 'a'], DRAFT_2019)).toEqual([]);
    const contains = { contains: { type: 'string' }, unevaluatedItems: false };
    expect(detailsOf(contains, ['a'], DRAFT_2019)).toHaveLength(1);
  });
});
