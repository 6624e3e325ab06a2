import { describe, expect, it } from 'vitest';
import { compileSchema } from '../src/index.ts';
import { cpuMs } from '../../../test-bed/processor-time.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

function detailsOf(schema: unknown, value: unknown) {
  const compiled = compileSchema(schema);
  if (!compiled.ok) throw new Error(`Refused: ${JSON.stringify(compiled.details)}`);
  return compiled.validate(value);
}
const accepts = (schema: unknown, value: unknown) => detailsOf(schema, value)?.length === 0;

describe('a compiled schema', () => {
  it.each<[string, unknown, unknown, boolean]>([
    // Names of Object.prototype are members like any other.
    ['toString is missing from {}', { required: ['toString'] }, {}, false],
    ['toString is in its object', { required: ['toString'] }, { toString: 1 }, true],
    ['__proto__ is missing from {}', { required: ['__proto__'] }, {}, false],
    [
      '__proto__ is in its object',
      { required: ['__proto__'] },
      JSON.parse('{"__proto__":1}'),
      true,
    ],
    [
      'constructor is checked',
      { properties: { constructor: { type: 'string' } } },
      { constructor: 7 },
      false,
    ],
    ['constructor is not there', { properties: { constructor: { type: 'string' } } }, {}, true],
    [
      '__proto__ is an unknown member',
      { additionalProperties: false },
      JSON.parse('{"__proto__":1}'),
      false,
    ],
    [
      '__proto__ is a property like any other',
      JSON.parse('{"properties":{"__proto__":{"type":"string"}},"additionalProperties":false}'),
      JSON.parse('{"__proto__":1}'),
      false,
    ],
    // Equality.
    ['an own valueOf is no way out of const', { const: { a: 1 } }, { valueOf: 1 }, false],
    ['const ignores the order of members', { const: { b: [2], a: 1 } }, { a: 1, b: [2] }, true],
    ['enum distinguishes 1 from true', { enum: [true] }, 1, false],
    ['enum distinguishes "1" from 1', { enum: ['1'] }, 1, false],
    ['enum takes -0 for 0', { enum: [0] }, -0, true],
    ['enum finds lists and objects', { enum: [[1, { a: null }]] }, [1, { a: null }], true],
    [
      'items are the same objects',
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      false,
    ],
    ['a text is no object', { uniqueItems: true }, [{ a: 1 }, '{"a":1}', '\u0000{"a":1}'], true],
    ['uniqueItems may be false', { uniqueItems: false }, [1, 1], true],
    // Numbers.
    ['19.99 is a multiple of 0.01', { multipleOf: 0.01 }, 19.99, true],
    ['1.1 is a multiple of 0.1', { multipleOf: 0.1 }, 1.1, true],
    ['0.07 is not one of 0.02', { multipleOf: 0.02 }, 0.07, false],
    ['1e308 is a multiple of 0.5', { multipleOf: 0.5 }, 1e308, true],
    ['1e308 is not one of 0.123456789', { multipleOf: 0.123456789 }, 1e308, false],
    ['-9 is a multiple of 3', { multipleOf: 3 }, -9, true],
    ['1.0 is an integer', { type: 'integer' }, 1, true],
    // Drafts.
    [
      'draft-07 ignores the siblings of $ref',
      { $schema: DRAFT_07, definitions: { a: {} }, $ref: '#/definitions/a', maxLength: 1 },
      'long',
      true,
    ],
    [
      '2020-12 does not',
      { $schema: DRAFT_2020, $defs: { a: {} }, $ref: '#/$defs/a', maxLength: 1 },
      'long',
      false,
    ],
    [
      'prefixItems is none of draft-07',
      { $schema: DRAFT_07, prefixItems: [{ type: 'string' }] },
      [1],
      true,
    ],
    [
      'prefixItems is one of 2020-12',
      { $schema: DRAFT_2020, prefixItems: [{ type: 'string' }] },
      [1],
      false,
    ],
    [
      'minContains huge is only large',
      { $schema: DRAFT_2019, contains: {}, minContains: 1e15 },
      [1, 2],
      false,
    ],
    [
      'minContains 0 requires nothing',
      { $schema: DRAFT_2020, contains: { type: 'string' }, minContains: 0 },
      [1],
      true,
    ],
    ['nullable is not of JSON Schema', { type: 'string', nullable: true }, null, false],
    ['an unknown format is an annotation', { format: 'hasOwnProperty' }, 'x', true],
    // References.
    [
      'a name by $id',
      { properties: { a: { $ref: 'item' } }, definitions: { i: { $id: 'item', type: 'string' } } },
      { a: 1 },
      false,
    ],
    [
      'a name by draft-07 anchor',
      {
        properties: { a: { $ref: '#item' } },
        definitions: { i: { $id: '#item', type: 'string' } },
      },
      { a: 1 },
      false,
    ],
    [
      'a name by $anchor',
      {
        $schema: DRAFT_2020,
        properties: { a: { $ref: '#item' } },
        $defs: { i: { $anchor: 'item', type: 'string' } },
      },
      { a: 1 },
      false,
    ],
    [
      'a pointer with escapes',
      { $ref: '#/definitions/a~1b%25c', definitions: { 'a/b%c': { type: 'string' } } },
      1,
      false,
    ],
    [
      'a pointer under an unknown keyword',
      { $ref: '#/components/schemas/A', components: { schemas: { A: { type: 'string' } } } },
      1,
      false,
    ],
    [
      'a pointer that only looks like a schema',
      { properties: { a: { $ref: '#/properties' }, b: { type: 'string' } } },
      { b: 1 },
      false,
    ],
    [
      'a URN',
      {
        $id: 'urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed',
        properties: { a: { $ref: 'urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed#/definitions/s' } },
        definitions: { s: { type: 'string' } },
      },
      { a: 1 },
      false,
    ],
    [
      'an $id inside enum is data',
      {
        enum: [{ $id: 'x', type: 'null' }],
        definitions: { x: { $id: 'x', type: 'string' } },
        not: { $ref: 'x' },
      },
      { $id: 'x', type: 'null' },
      true,
    ],
    [
      'a tree',
      {
        $id: 'tree',
        properties: { children: { items: { $ref: 'tree' } }, name: { type: 'string' } },
      },
      { children: [{ children: [{ name: 7 }] }] },
      false,
    ],
    [
      'a recursive reference',
      {
        $schema: DRAFT_2019,
        $recursiveAnchor: true,
        properties: { next: { $recursiveRef: '#' } },
        additionalProperties: false,
      },
      { next: { next: {}, other: 1 } },
      false,
    ],
    [
      'a dynamic reference',
      {
        $schema: DRAFT_2020,
        $dynamicAnchor: 'node',
        properties: { next: { $dynamicRef: '#node' } },
        required: ['next'],
      },
      { next: 1 },
      true,
    ],
    // Patterns: each its own, by RE2.
    [
      'two patterns are two',
      { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } },
      { a: 'a', b: 'b' },
      true,
    ],
    [
      'two patterns that differ in one case',
      { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } },
      { a: 'a', b: 'a' },
      false,
    ],
    [
      'names by pattern',
      { patternProperties: { '^\\p{Letter}+$': { type: 'number' } } },
      { größe: 'x' },
      false,
    ],
    ['propertyNames', { propertyNames: { maxLength: 1 } }, { ab: 1 }, false],
    ['true', true, undefined, true],
    ['false', false, 1, false],
  ])('%s', (_, schema, value, expected) => {
    expect(accepts(schema, value)).toBe(expected);
  });

  it('returns pointers into the value, never the value', () => {
    const schema = { type: 'object', properties: { city: { enum: ['Rome'] } }, required: ['city'] };
    expect(detailsOf(schema, { city: 'secret' })).toEqual([
      { path: '/city', message: 'must be one of "Rome"', keyword: 'enum' },
    ]);
    expect(detailsOf(schema, {})).toMatchObject([{ path: '/city', keyword: 'required' }]);
  });

  it.each([
    [{ minLength: 1 }, '', 'must not be empty'],
    [{ maxLength: 1 }, 'ab', 'must not have more than 1 character'],
    [{ minItems: 1 }, [], 'must not be empty'],
    [{ maxItems: 1 }, [1, 2], 'must not have more than 1 item'],
    [{ minProperties: 1 }, {}, 'must not be empty'],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, 'must not have more than 1 property'],
    [{ minItems: 2 }, [], 'must not have fewer than 2 items'],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'is required when "a" is present'],
  ])('says in plain words how a value breaks %j', (schema, value, message) => {
    expect(detailsOf(schema, value)).toMatchObject([{ message }]);
  });

  it('never returns a different schema with the same $id', () => {
    const text = compileSchema({ $id: 'http://example.com/same', type: 'string' });
    const number = compileSchema({ $id: 'http://example.com/same', type: 'number' });
    expect(text.ok && text.validate('x')).toEqual([]);
    expect(number.ok && number.validate('x')).toHaveLength(1);
  });

  it('never changes the schema or the value', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'number', default: 7 } },
      additionalProperties: false,
    };
    const before = JSON.stringify(schema);
    const value = { b: '1' };
    expect(accepts(schema, value)).toBe(false);
    expect(value).toEqual({ b: '1' });
    expect(JSON.stringify(schema)).toBe(before);
  });

  it('refuses values, instead of throwing, if references nest too deeply for the stack', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 480 }, (_, i) => [
        `k${i}`,
        { allOf: [{ $ref: `#/definitions/k${i + 1}` }] },
      ]),
    );
    const schema = {
      $ref: '#/definitions/k0',
      definitions: { ...chain, k480: { items: { $ref: '#/definitions/k0' } } },
    };
    let value: unknown = [];
    for (let depth = 0; depth < 2000; depth++) value = [value];
    expect(accepts(schema, [[[]]])).toBe(true);
    expect(detailsOf(schema, value)).toEqual([
      { path: '', message: 'is nested too deeply to be validated' },
    ]);
  });

  it('compares 20 000 objects for uniqueness in one pass', () => {
    const items = Array.from({ length: 20_000 }, (_, i) => ({ id: i }));
    const spentMs = cpuMs(() => expect(accepts({ uniqueItems: true }, items)).toBe(true));
    expect(spentMs).toBeLessThan(1000);
  });
});
