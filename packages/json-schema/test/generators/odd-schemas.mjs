// What generators of all languages write besides: unusual names, identifiers, annotations, defaults.
/* oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema, never awaited */
const D04 = 'http://json-schema.org/draft-04/schema#';
const D07 = 'http://json-schema.org/draft-07/schema#';
const D2019 = 'https://json-schema.org/draft/2019-09/schema';
const D2020 = 'https://json-schema.org/draft/2020-12/schema';
const int = { type: 'integer' };
const string = { type: 'string' };
const fields = (...values) => values.map((a) => ({ a }));
const aRefers = ($ref, definitions) => ({
  type: 'object',
  properties: { a: { $ref } },
  required: ['a'],
  ...definitions,
});
const INTS = fields(1, 0, -1, 'x', null, 1.5);

const cases = {
  'a definition with a slash': [aRefers('#/$defs/a~1b', { $defs: { 'a/b': int } }), INTS],
  'a definition with a tilde': [aRefers('#/$defs/a~0b', { $defs: { 'a~b': int } }), INTS],
  'a definition with a percent sign': [aRefers('#/$defs/100%25', { $defs: { '100%': int } }), INTS],
  'a definition with a space, encoded': [
    aRefers('#/definitions/My%20Type', { definitions: { 'My Type': int } }),
    INTS,
  ],
  'a generic name, encoded': [
    aRefers('#/definitions/Page%3CItem%3E', { definitions: { 'Page<Item>': int } }),
    INTS,
  ],
  'a generic name, not encoded': [
    aRefers('#/definitions/Page<Item>', { definitions: { 'Page<Item>': int } }),
    INTS,
  ],
  'a generic name in guillemets': [
    aRefers('#/definitions/Page«Item»', { definitions: { 'Page«Item»': int } }),
    INTS,
  ],
  'a name in other scripts': [aRefers('#/$defs/Größe', { $defs: { Größe: int } }), INTS],
  'a definition named like a keyword': [
    aRefers('#/$defs/properties', { $defs: { properties: int, $ref: string } }),
    INTS,
  ],
  'a definition of definitions': [
    aRefers('#/$defs/v1/$defs/n', { $defs: { v1: { $defs: { n: int } } } }),
    INTS,
  ],
  'a reference to a property': [
    aRefers('#/properties/b', { properties: { a: { $ref: '#/properties/b' }, b: int } }),
    INTS,
  ],
  'a reference to an item by position': [
    aRefers('#/properties/b/prefixItems/0', {
      properties: { a: { $ref: '#/properties/b/prefixItems/0' }, b: { prefixItems: [int] } },
    }),
    INTS,
  ],
  'components as in OpenAPI': [
    aRefers('#/components/schemas/N', { components: { schemas: { N: int } } }),
    INTS,
  ],
  'definitions in 2020-12': [
    { $schema: D2020, ...aRefers('#/definitions/n', { definitions: { n: int } }) },
    INTS,
  ],
  'an absolute $id, and references to it': [
    {
      $schema: D2020,
      $id: 'https://example.com/schemas/order.json',
      ...aRefers('order.json#/$defs/n', { $defs: { n: int } }),
    },
    INTS,
  ],
  'an $id without a path': [
    {
      $schema: D2020,
      $id: 'https://example.com',
      ...aRefers('https://example.com#/$defs/n', { $defs: { n: int } }),
    },
    INTS,
  ],
  'an $id that is a URN': [
    {
      $schema: D2020,
      $id: 'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      ...aRefers('#/$defs/n', { $defs: { n: int } }),
    },
    INTS,
  ],
  'embedded resources': [
    {
      $schema: D2020,
      $id: 'https://example.com/root',
      ...aRefers('parts/n', { $defs: { x: { $id: 'parts/n', ...int } } }),
    },
    INTS,
  ],
  'a relative $id': [
    { $schema: D07, $id: 'order.json', ...aRefers('#/definitions/n', { definitions: { n: int } }) },
    INTS,
  ],
  $anchor: [
    { $schema: D2020, ...aRefers('#num', { $defs: { n: { $anchor: 'num', ...int } } }) },
    INTS,
  ],
  '$id as an anchor in draft-07': [
    { $schema: D07, ...aRefers('#num', { definitions: { n: { $id: '#num', ...int } } }) },
    INTS,
  ],
  'id as an anchor in draft-04': [
    {
      $schema: D04,
      id: 'http://example.com/root.json',
      ...aRefers('#num', { definitions: { n: { id: '#num', ...int } } }),
    },
    INTS,
  ],
  '$dynamicRef without a second anchor': [
    {
      $schema: D2020,
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { a: { $dynamicRef: '#node' } },
    },
    [{}, { a: {} }, { a: { a: {} } }, { a: 1 }, { a: { a: [] } }, 1],
  ],
  $recursiveRef: [
    {
      $schema: D2019,
      $recursiveAnchor: true,
      type: 'object',
      properties: { a: { $recursiveRef: '#' } },
    },
    [{}, { a: {} }, { a: { a: {} } }, { a: 1 }, { a: { a: [] } }, 1],
  ],
  'annotations of OpenAPI': [
    {
      type: 'object',
      properties: {
        a: {
          ...string,
          xml: { name: 'A', attribute: true },
          example: 'x',
          externalDocs: { url: 'https://example.com' },
          'x-order': 1,
          readOnly: true,
          deprecated: true,
        },
      },
      discriminator: { propertyName: 'a' },
      required: ['a'],
    },
    fields('x', '', 'y', 1, null, []),
  ],
  'formats that are no more than names': [
    {
      type: 'object',
      properties: {
        a: { type: 'number', format: 'double' },
        b: { ...string, format: 'binary' },
        c: { ...string, format: 'password' },
        d: { ...string, format: 'phone' },
      },
    },
    [{ a: 1.5 }, { b: '\u0000' }, { c: '', d: 'none' }, { a: 'x' }, { b: 1 }, { d: null }],
  ],
  'contentEncoding and contentMediaType': [
    { ...string, contentEncoding: 'base64', contentMediaType: 'image/png' },
    ['aGk=', '!'],
  ],
  '$comment and titles': [
    { $comment: 'generated', title: 'T', description: 'D', ...string },
    ['x'],
  ],
  'no required members': [
    { type: 'object', required: [], properties: { a: int } },
    [{}, { a: 1 }, { b: 1 }, { a: 'x' }, [], { a: null }],
  ],
  'a default that does not fit': [
    { type: 'object', properties: { a: { ...int, default: 'none' } } },
    [{}, { a: 1 }, { a: 2 }, { a: 'none' }, { a: null }, { a: 0.5 }],
  ],
  'an example that does not fit': [{ ...int, examples: ['one'] }, [1]],
  'const null': [
    { type: 'object', properties: { a: { const: null } }, required: ['a'] },
    fields(null, 0, '', false),
  ],
  'const of an object': [
    { const: { a: 1, b: [null] } },
    [{ a: 1, b: [null] }, { b: [null], a: 1.0 }, { a: 1 }],
  ],
  'enum of mixed values': [{ enum: [null, 0, '', false, [], {}] }, [null, 0, '', false, [], {}]],
  'enum with a type': [{ ...string, enum: ['a', 'b', null] }, ['a', 'b', null]],
  'type lists': [{ type: ['string', 'integer', 'null'] }, [1, 'x', null]],
  'one type in a list': [{ type: ['string'] }, ['x']],
  'prefixItems, and no more': [
    { type: 'array', prefixItems: [string, int], items: false },
    [['a', 1], ['a'], [], ['a', 1, 2], [1], ['a', 'b']],
  ],
  'a list for items': [
    { type: 'array', items: [string, int], additionalItems: false },
    [['a', 1], ['a'], [], ['a', 1, 2], [1], ['a', 'b']],
  ],
  'a list for items in draft-07': [
    { $schema: D07, type: 'array', items: [string], additionalItems: int },
    [['a', 1], ['a'], [], ['a', 'b'], [1], {}],
  ],
  'additionalItems without a list': [
    { $schema: D07, type: 'array', items: int, additionalItems: false },
    [[], [1], [1, 2], ['a'], [null], {}],
  ],
  'unevaluatedProperties through allOf': [
    {
      allOf: [{ properties: { a: int } }, { properties: { b: int } }],
      properties: { c: int },
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 2, c: 3 }, {}, { c: 1 }, { d: 1 }, { a: 'x' }, { a: 1, d: 1 }],
  ],
  'additionalProperties false in one branch': [
    {
      oneOf: [
        { properties: { a: int }, required: ['a'], additionalProperties: false },
        { properties: { b: int }, required: ['b'], additionalProperties: false },
      ],
    },
    [{ a: 1 }, { b: 1 }, { a: 0 }, { a: 1, b: 1 }, {}, { a: 'x' }],
  ],
  'if without then': [{ if: { type: 'string' }, else: int }, ['x', 1, '', 1.5]],
  'then without if': [{ then: false, else: false, ...int }, [1, 2]],
  'dependencies of both kinds': [
    { dependencies: { a: ['b'], c: { required: ['d'] } } },
    [{ a: 1, b: 1 }, { c: 1, d: 1 }, {}, { a: 1 }, { c: 1 }, { a: 1, c: 1, b: 1 }],
  ],
  'dependentRequired and dependentSchemas': [
    { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
    [{ a: 1, b: 1 }, { c: 1, d: 1 }, {}, { a: 1 }, { c: 1 }, { a: 1, c: 1, b: 1 }],
  ],
  'contains with counts': [
    { type: 'array', contains: int, minContains: 0, maxContains: 1 },
    [[], [1], ['a'], [1, 2], ['a', 1, 2], {}],
  ],
  'lengths of astral text': [
    { ...string, minLength: 2, maxLength: 2 },
    ['😀😀', 'ab', 'é́', '😀', 'abc'],
  ],
  'names of prototypes': [
    {
      type: 'object',
      properties: { constructor: int, toString: string },
      required: ['constructor'],
    },
    [
      { constructor: 1 },
      { constructor: 2, toString: 'x' },
      { constructor: 0, b: 1 },
      {},
      { constructor: 'x' },
      { constructor: 1, toString: 1 },
    ],
  ],
  'an escape that JavaScript would have': [
    { ...string, pattern: '^[\\w.+\\-]+@[\\w\\-]+\\.[a-z]{2,}$' },
    ['joe@example.com', 'a.b+c@d-e.org', 'x_y@z.io', 'joe', '@a.bc'],
  ],
  'Unicode in a pattern': [
    { ...string, pattern: '^[\\p{L}\\p{M}\\u{1F600}]+$' },
    ['Größe', '漢字', '😀', 'a b', '1'],
  ],
  'look-behind': [
    { ...string, pattern: '(?<=\\$)\\d+(?!0)$' },
    ['$12', 'a$7', 'x $100', '12', '$', 'a'],
  ],
  'a back-reference by name': [
    { ...string, pattern: '^(?<q>["\'])[^"\']*\\k<q>$' },
    ['"a"', "''", "'x'", '"a\'', 'a'],
  ],
};

export default {
  source: 'by hand',
  cases: Object.entries(cases).map(([construct, [schema, values]]) => ({
    construct,
    schema,
    values,
  })),
};
