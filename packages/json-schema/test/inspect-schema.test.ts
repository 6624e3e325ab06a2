import { InexactNumber } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { compileSchema, inspectSchema } from '../src/index.ts';
import { bestCpuMs } from '../../../test-bed/processor-time.ts';

const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const nested = (levels: number, wrap: (inner: object) => object): object => {
  let schema: object = {};
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
};
const named = (count: number, make: (index: number) => unknown) =>
  Object.fromEntries(repeat(count, (index) => [`k${index}`, make(index)]));
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

const circular: Record<string, unknown> = {};
circular['properties'] = { self: circular };

describe('a schema is refused, with a path and a reason,', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['that is no schema', 7, '', /object or boolean/],
    ['that is null', null, '', /object or boolean/],
    ['that is a list', [], '', /object or boolean/],
    ['that is no JSON', { default: () => 1 }, '', /not JSON/],
    ['with a number that JSON cannot hold', { minimum: Number.NaN }, '', /not JSON/],
    ['that holds itself', circular, '', /nested deeper/],
    ['with 2000 nested allOf', nested(2000, (inner) => ({ allOf: [inner] })), '', /nested deeper/],
    [
      'with 10 000 nested properties',
      nested(10_000, (inner) => ({ properties: { a: inner } })),
      '',
      /nested deeper/,
    ],
    [
      'with 33 schemas in each other',
      nested(33, (inner) => ({ not: inner })),
      '/not'.repeat(33),
      /32 schemas/,
    ],
    ['with 200 000 values in enum', { enum: repeat(200_000, (i) => i) }, '', /64 KiB/],
    ['with a text over 64 KiB', { description: 'x'.repeat(65 * 1024) }, '', /64 KiB/],
    ['with 1001 values in enum', { enum: repeat(1001, (i) => i) }, '/enum', /1000 values/],
    ['with 101 branches', { oneOf: repeat(101, () => true) }, '/oneOf', /100 branches/],
    ['with 501 properties', { properties: named(501, () => true) }, '/properties', /500/],
    ['with 501 required names', { required: repeat(501, (i) => `k${i}`) }, '/required', /500/],
    [
      'with over 5000 schemas',
      { allOf: repeat(60, () => ({ anyOf: repeat(90, () => ({})) })) },
      '',
      /5000 schemas/,
    ],
    [
      'with over 500 references',
      {
        definitions: { a: {} },
        allOf: repeat(6, () => ({ anyOf: repeat(99, () => ({ $ref: '#/definitions/a' })) })),
      },
      '',
      /500 references/,
    ],
    [
      'of an unknown dialect',
      { $schema: 'http://json-schema.org/draft-03/schema#' },
      '/$schema',
      /supported are/,
    ],
    ['whose dialect is no text', { $schema: 7 }, '/$schema', /supported are/],
    [
      'of two dialects',
      { $schema: DRAFT_2020, $defs: { a: { $schema: DRAFT_2019 } } },
      '/$defs/a/$schema',
      /same/,
    ],
    ['with $async', { $async: true }, '/$async', /not supported/],
    ['with $data', { maximum: { $data: '1/other' } }, '/maximum/$data', /not supported/],
    ['with $data in const', { const: { $data: '1/other' } }, '/const/$data', /not supported/],
    [
      'with a remote reference',
      { $ref: 'https://example.com/schema.json' },
      '/$ref',
      /a different document/,
    ],
    [
      'with a reference to a file',
      { properties: { a: { $ref: 'other.json#/a' } } },
      '/properties/a/$ref',
      /a different document/,
    ],
    ['with a reference to nothing', { $ref: '#/definitions/none' }, '/$ref', /does not exist/],
    [
      'with a reference to what is no schema',
      { $ref: '#/title', title: 'x' },
      '/$ref',
      /does not exist/,
    ],
    ['with a reference to an unknown name', { $ref: '#none' }, '/$ref', /no "\$anchor" defines/],
    ['with a reference that is no URI', { $ref: 'http://[' }, '/$ref', /not a URI/],
    ['with a reference to itself', { $ref: '#' }, '', /itself/],
    [
      'with a loop of references',
      {
        $ref: '#/definitions/a',
        definitions: {
          a: { allOf: [{ $ref: '#/definitions/b' }] },
          b: { anyOf: [{ $ref: '#/definitions/a' }] },
        },
      },
      '/definitions',
      /itself/,
    ],
    ['with a loop through if', { $schema: DRAFT_2020, if: { $ref: '#' } }, '', /itself/],
    ['with a loop through dependencies', { dependencies: { a: { $ref: '#' } } }, '', /itself/],
    [
      'with a dynamic reference to itself',
      { $schema: DRAFT_2020, $dynamicRef: '#a', $dynamicAnchor: 'a' },
      '',
      /itself/,
    ],
    [
      'with a recursive reference to itself',
      { $schema: DRAFT_2019, $recursiveRef: '#' },
      '',
      /itself/,
    ],
    [
      'with a dynamic name of two resources',
      {
        $schema: DRAFT_2020,
        $dynamicAnchor: 'n',
        $defs: { a: { $id: 'a', $dynamicAnchor: 'n' } },
        items: { $dynamicRef: '#n' },
      },
      '/items/$dynamicRef',
      /dynamically/,
    ],
    [
      'with a name given twice',
      { $schema: DRAFT_2020, $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } },
      '/$defs/b/$anchor',
      /another schema/,
    ],
    [
      'with references that double 100 times',
      {
        $ref: '#/definitions/k0',
        definitions: named(101, (i) =>
          i === 100
            ? {}
            : { allOf: [{ $ref: `#/definitions/k${i + 1}` }, { $ref: `#/definitions/k${i + 1}` }] },
        ),
      },
      '',
      /when its references are followed/,
    ],
    ['with a pattern that is none', { pattern: '[' }, '/pattern', /regular expression/],
    [
      'with a name that is no pattern',
      { patternProperties: { '[': {} } },
      '/patternProperties/[',
      /regular expression/,
    ],
    [
      'with patterns too large together',
      {
        allOf: repeat(6, (i) => ({
          pattern: `[a-z]{1000}|${'[a-z]{999}'.repeat(3)}${i}`,
        })),
      },
      '',
      /too large/,
    ],
    ['with a type that is none', { type: 'strng' }, '/type', /one of/],
    ['with required that is no list', { required: 'a' }, '/required', /array/],
    ['with properties that are none', { properties: { a: 7 } }, '/properties/a', /object/],
    ['with minLength below zero', { minLength: -1 }, '/minLength', />= 0/],
    [
      'with draft-04 exclusiveMinimum',
      { minimum: 1, exclusiveMinimum: true },
      '/exclusiveMinimum',
      /number/,
    ],
    ['with a list of items in 2020-12', { $schema: DRAFT_2020, items: [{}] }, '/items', /object/],
    [
      'with a bad schema where only a reference leads',
      { $ref: '#/components/a', components: { a: { type: 'strng' } } },
      '/components/a/type',
      /one of/,
    ],
    [
      'with a number of too many digits',
      { properties: { n: { maximum: new InexactNumber(`0.${'3'.repeat(1000)}`) } } },
      '/properties/n/maximum',
      /at most 1000 digits/,
    ],
    [
      'with such a number in what asserts nothing',
      { 'x-a/b': [1, { default: new InexactNumber('7e-1001') }] },
      '/x-a~1b/1/default',
      /an exponent of at most ±1000/,
    ],
    [
      'whose getter throws',
      {
        get type() {
          throw new Error('no');
        },
      },
      '',
      /could not be read as a JSON Schema/,
    ],
  ])('%s', (_, schema, path, message) => {
    const details = inspectSchema(schema, '/here');
    expect(details.length).toBeGreaterThan(0);
    expect(details.length).toBeLessThanOrEqual(10);
    expect(details.some((detail) => detail.path.startsWith('/here'))).toBe(true);
    expect(details.map((detail) => detail.message).join('; ')).toMatch(message);
    expect(details.map((detail) => detail.path)).toContainEqual(
      expect.stringContaining(`/here${path}`.slice(0, 190)),
    );
    expect(compileSchema(schema, '/here')).toEqual({ ok: false, details });
  });
});

describe('a schema is accepted', () => {
  it.each<[string, unknown]>([
    ['that is true', true],
    ['that is empty', {}],
    ['with 32 schemas in each other', nested(32, (inner) => ({ not: inner }))],
    ['with 1000 values in enum', { enum: repeat(1000, (i) => i) }],
    ['with 500 properties', { properties: named(500, () => ({ type: 'string' })) }],
    [
      'with 500 references in a chain',
      {
        $ref: '#/definitions/k0',
        definitions: named(500, (i) => (i === 499 ? {} : { $ref: `#/definitions/k${i + 1}` })),
      },
    ],
    [
      'that is recursive where the value is',
      { properties: { children: { items: { $ref: '#' } } } },
    ],
    ['with a property named $data', { properties: { $data: { type: 'string' }, $async: true } }],
    ['with a property named $ref', { properties: { $ref: { type: 'string' } } }],
    [
      'with OpenAPI’s words',
      { type: 'string', nullable: true, discriminator: { propertyName: 'x' }, example: 1 },
    ],
    ['with draft-04’s id', { id: 'http://example.com/x', type: 'object' }],
    ['with a format that is a name of Object.prototype', { format: 'toString' }],
    [
      'with properties named like those of Object.prototype',
      { properties: { constructor: {}, toString: {}, hasOwnProperty: {} }, required: ['valueOf'] },
    ],
    ['of draft-07 by https without #', { $schema: 'https://json-schema.org/draft-07/schema' }],
    ['of 2019-09 with #', { $schema: `${DRAFT_2019}#` }],
  ])('%s', (_, schema) => {
    expect(inspectSchema(schema)).toEqual([]);
    expect(compileSchema(schema)).toMatchObject({ ok: true });
  });
});

describe('inspecting', () => {
  it('takes milliseconds, whatever the schema', () => {
    const hostile: unknown[] = [
      nested(10_000, (inner) => ({ properties: { a: inner } })),
      { enum: repeat(200_000, (i) => i) },
      { oneOf: repeat(5000, () => ({ type: 'string' })) },
      { properties: named(20_000, () => ({})) },
      { allOf: repeat(50, () => ({ anyOf: repeat(90, () => ({ minimum: 1 })) })) },
      { properties: named(490, (i) => ({ pattern: `[\\p{L}\\p{N}\\p{So}]${i}` })) },
      { patternProperties: Object.fromEntries(repeat(490, (i) => [`^a${i}`, {}])) },
      { required: repeat(500, (i) => `k${i}`), enum: repeat(1000, (i) => ({ a: [i] })) },
      // No dialect fits, so it is read by all three.
      {
        prefixItems: [{}],
        allOf: repeat(50, () => ({ anyOf: repeat(90, () => ({ minimum: 1 })) })),
        additionalItems: {},
      },
    ];
    inspectSchema({});
    for (const schema of hostile) {
      expect(bestCpuMs(5, () => inspectSchema(schema))).toBeLessThan(50);
    }
  });
});
