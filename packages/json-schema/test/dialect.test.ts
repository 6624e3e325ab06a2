/* oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema, never awaited */
import { describe, expect, it } from 'vitest';
import { compileSchema, inspectSchema, schemaWarnings } from '../src/index.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

const accepts = (schema: unknown, value: unknown): boolean => {
  const compiled = compileSchema(schema);
  if (!compiled.ok) throw new Error(`Refused: ${JSON.stringify(compiled.details)}`);
  return compiled.validate(value)?.length === 0;
};

/** Only in draft-07 does a `$ref` hide what is beside it, and only 2020-12 defines `$dynamicAnchor`. */
function dialectOf(schema: object): string {
  const a = { type: 'object' };
  const probe = { ...schema, definitions: { ...(schema as any).definitions, probe: a } };
  const hides = { ...probe, allOf: [{ $ref: '#/definitions/probe', maxProperties: 0 }] };
  if (accepts(hides, { a: 1 })) return 'draft-07';
  return inspectSchema({ ...probe, $dynamicAnchor: 'probe' }).length === 0 ? '2020-12' : '2019-09';
}

describe('a schema without $schema is read as', () => {
  it.each<[string, string, object]>([
    ['2020-12', 'that says nothing', {}],
    [
      '2020-12',
      'with definitions and dependencies',
      { definitions: { a: {} }, dependencies: { a: ['b'], c: {} } },
    ],
    ['2020-12', 'with prefixItems', { prefixItems: [{}] }],
    ['2020-12', 'with $defs and unevaluatedProperties', { $defs: {}, unevaluatedProperties: {} }],
    [
      '2020-12',
      'with a $dynamicRef',
      { properties: { a: { $dynamicRef: '#/definitions/a' } }, definitions: { a: {} } },
    ],
    ['2020-12', 'with an anchor that begins with _', { $defs: { a: { $anchor: '_a' } } }],
    ['2020-12', 'with one schema for all items', { items: { type: 'string' } }],
    ['2020-12', 'with unknown keywords', { id: 'a', divisibleBy: 1, additional: false }],
    ['2019-09', 'with items by position', { properties: { a: { items: [{}] } } }],
    ['2019-09', 'with additionalItems', { properties: { a: { additionalItems: false } } }],
    ['2019-09', 'with $recursiveRef', { properties: { a: { $recursiveRef: '#' } } }],
    ['2019-09', 'with a colon in an anchor', { $defs: { a: { $anchor: 'a:b' } } }],
    [
      '2019-09',
      'with items by position behind a reference to no place for schemas',
      { $ref: '#/components/A', components: { A: { properties: { b: { items: [{}] } } } } },
    ],
    [
      '2019-09',
      'with both 2019-09 and what later dialects know too',
      { unevaluatedProperties: {}, items: [{}] },
    ],
    [
      '2019-09',
      'with items by position in what a content is',
      { properties: { a: { contentSchema: { items: [{}] } } } },
    ],
    ['draft-07', 'with an anchor in $id', { definitions: { a: { $id: '#a' } } }],
    [
      'draft-07',
      'with an anchor in $id, and items by position',
      { definitions: { a: { $id: '#a', items: [{}] } } },
    ],
    ['draft-07', 'with a $schema further inside', { definitions: { a: { $schema: DRAFT_07 } } }],
  ])('%s, one %s', (dialect, _, schema) => {
    expect(dialectOf(schema)).toBe(dialect);
  });

  it.each<[string, object]>([
    ['names of properties', { properties: { additionalItems: {}, $recursiveRef: {}, items: {} } }],
    [
      'names of definitions',
      { definitions: { additionalItems: {} }, $defs: { $recursiveRef: {} } },
    ],
    ['names of patterns', { patternProperties: { additionalItems: {} } }],
    ['names of dependencies', { dependencies: { additionalItems: ['$recursiveRef'], items: {} } }],
    ['enum', { enum: [{ additionalItems: false, items: [{}] }] }],
    ['const', { const: { items: [{}] } }],
    ['default', { default: { items: [{}] } }],
    ['examples', { examples: [{ $recursiveRef: '#' }] }],
    [
      'unknown keywords',
      { example: { items: [{}] }, components: { A: { items: [{}] } }, 'x-a': { $id: '#a' } },
    ],
  ])('2020-12, whatever its %s contain', (_, schema) => {
    expect(inspectSchema({ ...schema, $dynamicAnchor: 'probe' })).toEqual([]);
  });
});

describe('a schema that no dialect fits', () => {
  it.each<[string, object, string, RegExp]>([
    [
      'keywords of two dialects',
      { prefixItems: [{}], properties: { a: { additionalItems: false } } },
      '/properties/a/additionalItems',
      /not known to 2020-12.*"\$schema"/,
    ],
    [
      'items by position beside an anchor of 2020-12',
      { items: [{}], $anchor: '_a' },
      '/items',
      /must be object or boolean/,
    ],
    [
      '$id with an anchor beside $defs',
      { $defs: { a: { $id: '#a' } } },
      '/$defs/a/$id',
      /fragment.*\$anchor/,
    ],
    [
      'draft-04’s exclusiveMinimum',
      { minimum: 1, exclusiveMinimum: true },
      '/exclusiveMinimum',
      /must be number/,
    ],
    [
      'draft-03’s required',
      { properties: { a: { required: true } } },
      '/properties/a/required',
      /must be array/,
    ],
    [
      'a type that is none, whatever else it has',
      { type: 'strng', items: [{}] },
      '/type',
      /must be one of/,
    ],
    [
      'two $schema that differ, further inside',
      { allOf: [{ $schema: DRAFT_07 }, { $schema: DRAFT_2019 }] },
      '/allOf/0/$schema',
      /same/,
    ],
  ])('the refusal names the first place that 2020-12 lacks: %s', (_, schema, path, message) => {
    expect(inspectSchema(schema, '/s')[0]).toMatchObject({
      path: `/s${path}`,
      message: expect.stringMatching(message),
    });
  });

  it('the refusal names the first limit that the schema exceeds, whatever its dialect', () => {
    const branches = Array.from({ length: 101 }, () => ({ items: [{}] }));
    expect(inspectSchema({ additionalItems: false, oneOf: branches })).toEqual([
      { path: '/oneOf', message: 'has more than 100 branches', keyword: 'oneOf' },
    ]);
  });
});

describe('a schema with $schema', () => {
  it.each<[string, object, unknown]>([
    ['draft-07 ignores prefixItems', { $schema: DRAFT_07, prefixItems: [false] }, [1]],
    [
      'draft-07 ignores dependentRequired',
      { $schema: DRAFT_07, dependentRequired: { a: ['b'] } },
      { a: 1 },
    ],
    ['2020-12 ignores additionalItems', { $schema: DRAFT_2020, additionalItems: false }, [1]],
    [
      '2020-12 ignores $recursiveRef',
      {
        $schema: DRAFT_2020,
        properties: { a: { $recursiveRef: '#', $recursiveAnchor: true } },
        required: ['a'],
      },
      { a: {} },
    ],
    ['2019-09 ignores prefixItems of any form', { $schema: DRAFT_2019, prefixItems: 'none' }, [1]],
  ])('ignores the keywords of other dialects: %s', (_, schema, value) => {
    expect(accepts(schema, value)).toBe(true);
  });

  it.each([
    'http://json-schema.org/draft-04/schema',
    'https://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-06/schema#',
    'https://json-schema.org/draft-06/schema',
  ])('%s is read as its draft, with a warning', ($schema) => {
    const schema = { $schema, if: true, else: false, then: false, type: 'string', $defs: {} };
    expect(accepts(schema, 'a')).toBe(true);
    expect(accepts(schema, 1)).toBe(false);
    const codes = schemaWarnings(schema).map(({ code, path }) => [code, path]);
    expect(codes[0]).toEqual(['old_dialect', '/$schema']);
    expect(codes).toContainEqual(['unknown_keyword', '/if']);
  });

  it.each<[string, object, unknown, boolean]>([
    ['a flag for a bound', { minimum: 2, exclusiveMinimum: true }, 2, false],
    ['a flag for a bound', { minimum: 2, exclusiveMinimum: true }, 3, true],
    ['a flag for a bound', { maximum: 2, exclusiveMaximum: true }, 2, false],
    ['a flag that is not set', { maximum: 2, exclusiveMaximum: false }, 2, true],
    ['a flag without a bound', { exclusiveMinimum: true }, 0, true],
    ['no const', { const: 1 }, 2, true],
    ['no contains', { contains: { type: 'null' } }, [1], true],
    ['no propertyNames', { propertyNames: { maxLength: 1 } }, { ab: 1 }, true],
    ['no examples', { examples: 'none' }, 1, true],
    [
      'no $id',
      {
        $id: 'https://example.com/a',
        $ref: '#/definitions/a',
        definitions: { a: { type: 'null' } },
      },
      1,
      false,
    ],
    [
      'id as the base of references',
      {
        id: 'http://example.com/root.json',
        properties: { a: { $ref: 'part.json#/definitions/n' } },
        definitions: { p: { id: 'part.json', definitions: { n: { type: 'null' } } } },
      },
      { a: 1 },
      false,
    ],
    [
      'id as a name',
      { properties: { a: { $ref: '#n' } }, definitions: { n: { id: '#n', type: 'null' } } },
      { a: 1 },
      false,
    ],
    ['a property named id', { properties: { id: { type: 'integer' } } }, { id: 'a' }, false],
    [
      'items by position',
      { items: [{ type: 'null' }], additionalItems: false },
      [null, null],
      false,
    ],
    [
      'nothing beside $ref',
      { definitions: { a: {} }, properties: { a: { $ref: '#/definitions/a', type: 'null' } } },
      { a: 1 },
      true,
    ],
    ['dependencies', { dependencies: { a: ['b'], c: { required: ['d'] } } }, { c: 1 }, false],
    ['boolean schemas where later drafts have them', { properties: { a: false } }, { a: 1 }, false],
    ['required without names', { required: [] }, {}, true],
  ])('draft-04 has %s', (_, schema, value, expected) => {
    const $schema = 'http://json-schema.org/draft-04/schema#';
    expect(accepts({ $schema, ...schema }, value)).toBe(expected);
  });

  it.each<[string, object, unknown, boolean]>([
    ['const', { const: 1 }, 2, false],
    ['contains', { contains: { type: 'null' } }, [1], false],
    ['numbers as exclusive bounds', { exclusiveMinimum: 2 }, 2, false],
    ['boolean schemas', { properties: { a: false } }, { a: 1 }, false],
    ['$id as a name', { $ref: '#n', definitions: { n: { $id: '#n', type: 'null' } } }, 1, false],
    ['no if', { if: true, then: false }, 1, true],
  ])('draft-06 has %s', (_, schema, value, expected) => {
    const $schema = 'http://json-schema.org/draft-06/schema#';
    expect(accepts({ $schema, ...schema }, value)).toBe(expected);
  });

  it('draft-04 takes its bounds as flags only, and warns about boolean schemas', () => {
    const $schema = 'http://json-schema.org/draft-04/schema#';
    expect(inspectSchema({ $schema, exclusiveMinimum: 1 })).toMatchObject([
      { path: '/exclusiveMinimum', message: 'must be boolean' },
    ]);
    const schema = { $schema, additionalProperties: false, properties: { a: true } };
    expect(schemaWarnings(schema).map(({ code, path }) => [code, path])).toEqual([
      ['old_dialect', '/$schema'],
      ['old_dialect', '/properties/a'],
    ]);
  });

  it('must use its keywords in a form of its dialect', () => {
    expect(inspectSchema({ $schema: DRAFT_2020, items: [{}] })).toMatchObject([{ path: '/items' }]);
    expect(inspectSchema({ $schema: DRAFT_2019, $id: '#a' })).toMatchObject([{ path: '/$id' }]);
  });

  it('must use the same one throughout', () => {
    const schema = {
      $schema: DRAFT_2020,
      $defs: { a: { $schema: DRAFT_2020 }, b: { $schema: DRAFT_07 } },
    };
    expect(inspectSchema(schema)).toMatchObject([{ path: '/$defs/b/$schema' }]);
  });
});
