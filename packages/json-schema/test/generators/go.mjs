// What invopop/jsonschema and its predecessor alecthomas/jsonschema write.
/* oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema, never awaited */
const string = { type: 'string' };
const struct = (properties, required = Object.keys(properties)) => ({
  properties,
  additionalProperties: false,
  type: 'object',
  required,
});
const invopop = (properties, { required, defs = {} } = {}) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://github.com/example/shop/order',
  $ref: '#/$defs/Order',
  $defs: { Order: struct(properties, required), ...defs },
});
const fields = (...values) => values.map((a) => ({ a }));

const cases = {
  struct: [
    invopop({ id: { type: 'integer' }, name: string }, { required: ['id'] }),
    [
      { id: 1 },
      { id: 0, name: '' },
      { id: -1, name: 'x' },
      { name: 'x' },
      { id: 1.5 },
      { id: 1, other: 1 },
    ],
  ],
  'jsonschema tags': [
    invopop({
      a: {
        ...string,
        maxLength: 20,
        minLength: 1,
        pattern: '^[a-z]+$',
        title: 'the name',
        default: 'alex',
        readOnly: true,
        examples: ['joe'],
      },
    }),
    fields('joe', 'a', 'zz', '', 'A', 'a'.repeat(21)),
  ],
  'numbers with bounds': [
    invopop({
      a: {
        type: 'integer',
        maximum: 120,
        exclusiveMaximum: 121,
        minimum: 18,
        exclusiveMinimum: 17,
        multipleOf: 2,
      },
    }),
    fields(18, 120, 20, 17, 121, 19),
  ],
  'enum of numbers': [
    invopop({ a: { type: 'number', enum: [1, 1.5, 2] } }),
    fields(1, 1.5, 2, 3, '1', null),
  ],
  'time.Time, url.URL, net.IP': [
    invopop(
      {
        t: { ...string, format: 'date-time' },
        u: { ...string, format: 'uri' },
        i: { ...string, format: 'ipv4' },
      },
      { required: [] },
    ),
    [
      { t: '2024-01-01T00:00:00Z' },
      { u: 'https://example.com' },
      { i: '10.0.0.1' },
      { t: 'now' },
      { u: 'x' },
      { i: '::1' },
    ],
  ],
  '[]byte, json.RawMessage': [
    invopop({ a: { ...string, contentEncoding: 'base64' }, b: true }, { required: ['a'] }),
    [{ a: 'aGk=' }, { a: 'x', b: null }, { a: '', b: { c: 1 } }, { a: 1 }, {}, { a: 'x', c: 1 }],
  ],
  slices: [
    invopop({ a: { items: string, type: 'array', minItems: 1, maxItems: 2 } }),
    fields(['x'], ['x', 'y'], [''], [], ['x', 'y', 'z'], [1]),
  ],
  'array of 2': [
    invopop({ a: { items: { type: 'boolean' }, type: 'array', maxItems: 2, minItems: 2 } }),
    fields([true, false], [true, true], [false, false], [true], [1, 2], []),
  ],
  'map[string]T': [
    invopop({ a: { additionalProperties: { type: 'integer' }, type: 'object' } }),
    fields({}, { x: 1 }, { x: 1, y: 2 }, { x: 'y' }, [], { x: null }),
  ],
  'map[int]T': [
    invopop({
      a: {
        patternProperties: { '^[0-9]+$': { type: 'string' } },
        additionalProperties: false,
        type: 'object',
      },
    }),
    fields({}, { 1: 'x' }, { 10: '', 2: 'y' }, { x: 'y' }, { 1: 1 }, { '-1': 'x' }),
  ],
  oneof_required: [
    {
      ...invopop({}),
      $defs: {
        Order: {
          ...struct({ a: string, b: string }, []),
          oneOf: [
            { required: ['a'], title: 'group1' },
            { required: ['b'], title: 'group2' },
          ],
        },
      },
    },
    [{ a: 'x' }, { b: 'x' }, { a: '' }, { a: 'x', b: 'y' }, {}, { a: 1 }],
  ],
  'oneof_type, anyof_type': [
    invopop(
      {
        a: { oneOf: [string, { type: 'array' }] },
        b: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      },
      { required: [] },
    ),
    [{ a: 'x' }, { a: [] }, { b: null }, { a: 1 }, { b: 'x' }, { b: 1.5 }],
  ],
  nullable: [
    invopop({ a: { oneOf: [{ ...string }, { type: 'null' }] } }),
    fields('x', null, '', 1, [], {}),
  ],
  'nested and recursive': [
    invopop(
      { child: { $ref: '#/$defs/Node' } },
      {
        required: [],
        defs: { Node: struct({ name: string, next: { $ref: '#/$defs/Node' } }, ['name']) },
      },
    ),
    [
      {},
      { child: { name: 'x' } },
      { child: { name: 'x', next: { name: 'y' } } },
      { child: {} },
      { child: { name: 'x', next: 1 } },
      { child: { name: 'x', other: 1 } },
    ],
  ],
  'fully qualified and generic names': [
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $ref: '#/$defs/github.com~1example~1shop.List[int]',
      $defs: {
        'github.com/example/shop.List[int]': struct({
          items: { items: { type: 'integer' }, type: 'array' },
        }),
      },
    },
    [{ items: [] }, { items: [1] }, { items: [1, 2] }, {}, { items: ['x'] }, { items: 1 }],
  ],
  anchors: [
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://github.com/example/shop/order',
      properties: {
        a: {
          properties: { n: { type: 'integer' } },
          additionalProperties: false,
          type: 'object',
          $anchor: 'Part',
        },
        b: { $ref: '#Part' },
      },
      additionalProperties: false,
      type: 'object',
      $anchor: 'Order',
    },
    [{}, { a: { n: 1 } }, { b: { n: 1 } }, { b: { n: 'x' } }, { b: { m: 1 } }, { c: 1 }],
  ],
  'no references, additional members': [
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { a: { properties: { n: { type: 'integer' } }, type: 'object' } },
      type: 'object',
    },
    [{}, { a: {} }, { a: { n: 1, m: 2 }, b: 1 }, { a: { n: 'x' } }, { a: [] }, []],
  ],
  'if, then, else by JSONSchemaExtend': [
    {
      ...invopop({}),
      $defs: {
        Order: {
          ...struct({ country: string, zip: string }, ['country']),
          if: { properties: { country: { enum: ['CH'] } } },
          then: { properties: { zip: { pattern: '^[0-9]{4}$' } } },
          else: { properties: { zip: { pattern: '^[0-9]{5}$' } } },
        },
      },
    },
    [
      { country: 'CH', zip: '8000' },
      { country: 'DE', zip: '10115' },
      { country: 'CH' },
      { country: 'CH', zip: '10115' },
      { country: 'DE', zip: '8000' },
      { zip: '8000' },
    ],
  ],
  'unsigned integers': [
    invopop({ a: { type: 'integer', minimum: 0 }, b: { type: 'integer', minimum: 0 } }),
    [
      { a: 0, b: 1 },
      { a: 4294967295, b: 0 },
      { a: 1, b: 2 },
      { a: -1, b: 0 },
      { a: 0.5, b: 0 },
      { a: 1 },
    ],
  ],
  'enum of strings, default, example': [
    invopop({ a: { ...string, enum: ['x', 'y', 'z'], default: 'x', examples: ['y'] } }),
    fields('x', 'y', 'z', 'X', '', null),
  ],
  'interface{}, json.Number': [
    invopop({ a: true, b: { type: 'number' } }),
    [
      { a: null, b: 1.5 },
      { a: {}, b: 0 },
      { a: 'x', b: -1 },
      { a: 1, b: '1' },
      { b: 1 },
      { a: 1, b: 1, c: 1 },
    ],
  ],
  'embedded struct': [
    invopop({ id: { type: 'integer' }, name: string, at: { ...string, format: 'date-time' } }),
    [
      { id: 1, name: '', at: '2024-01-01T00:00:00Z' },
      { id: 0, name: 'x', at: '2024-01-01T00:00:00.5+01:00' },
      { id: -1, name: 'y', at: '1999-12-31T23:59:59Z' },
      { id: 1, name: '' },
      { id: 1, name: 'x', at: '2024-01-01' },
      { id: 1, name: 'x', at: '2024-01-01T00:00:00Z', extra: 1 },
    ],
  ],
  'uniqueItems, format of items': [
    invopop({ a: { items: { ...string, format: 'uri' }, type: 'array', uniqueItems: true } }),
    fields([], ['https://a.b'], ['a:b', 'c:d'], ['x'], ['a:b', 'a:b'], [1]),
  ],
  'array of maps': [
    invopop({ a: { items: { additionalProperties: string, type: 'object' }, type: 'array' } }),
    fields([], [{}], [{ x: 'y' }, { z: '' }], [{ x: 1 }], {}, ['x']),
  ],
  'jsonschema_extras, comments': [
    invopop({ a: { ...string, description: 'D', a: 'b', foo: ['bar', 'bar1'], 'x-order': 1 } }),
    fields('x', '', 'y', 1, null, []),
  ],
  'anyof_required, dependentRequired': [
    {
      ...invopop({}),
      $defs: {
        Order: {
          ...struct({ a: string, b: string, c: string }, []),
          anyOf: [
            { required: ['a'], title: 'group1' },
            { required: ['b'], title: 'group2' },
          ],
          dependentRequired: { c: ['a'] },
        },
      },
    },
    [{ a: 'x' }, { b: 'x' }, { a: '', c: '' }, {}, { b: 'x', c: 'y' }, { c: 'y' }],
  ],
  'keys that match, closed by propertyNames': [
    invopop({
      a: { propertyNames: { pattern: '^[a-z]{2}$' }, additionalProperties: string, type: 'object' },
    }),
    fields({}, { de: 'x' }, { de: 'x', fr: '' }, { DE: 'x' }, { de: 1 }, { eng: 'x' }),
  ],
  'draft-04 of alecthomas': [
    {
      $schema: 'http://json-schema.org/draft-04/schema#',
      $ref: '#/definitions/Order',
      definitions: {
        Order: {
          required: ['id'],
          properties: {
            id: { type: 'integer', minimum: 1, exclusiveMinimum: true },
            tags: { patternProperties: { '.*': { ...string } }, type: 'object' },
            part: {
              $schema: 'http://json-schema.org/draft-04/schema#',
              $ref: '#/definitions/Part',
            },
          },
          additionalProperties: false,
          type: 'object',
        },
        Part: {
          required: ['n'],
          properties: { n: { type: 'number' } },
          additionalProperties: false,
          type: 'object',
        },
      },
    },
    [
      { id: 2 },
      { id: 3, tags: { x: 'y' } },
      { id: 4, part: { n: 0.5 } },
      { id: 1 },
      { id: 2, tags: { x: 1 } },
      { id: 2, part: {} },
    ],
  ],
};

export default {
  source:
    'invopop/jsonschema 0.13 and alecthomas/jsonschema, by hand from their documentation and the shapes in their tests',
  cases: Object.entries(cases).map(([construct, [schema, values]]) => ({
    construct,
    schema,
    values,
  })),
};
