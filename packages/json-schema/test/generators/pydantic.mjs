// What pydantic 2's model_json_schema() writes (https://docs.pydantic.dev/latest/concepts/json_schema).
/* oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema, never awaited */
const string = { type: 'string' };
const model = (properties, more = {}) => ({
  properties,
  required: Object.keys(properties),
  title: 'Model',
  type: 'object',
  ...more,
});
const field = (schema) => model({ a: { title: 'A', ...schema } });
const fields = (...values) => values.map((a) => ({ a }));
const ref = (name) => ({ $ref: `#/$defs/${name}` });
const nullType = { type: 'null' };
const DECIMAL = '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$';
const DECIMAL_5_2 = '^(?!^[-+.]*$)[+-]?0*(?:\\d{0,3}|(?=[\\d.]{1,6}0*$)\\d{0,3}\\.\\d{0,2}0*$)';
const DECIMAL_5 = '^(?!^[-+.]*$)[+-]?0*(?:\\d{0,5}|(?=[\\d.]{1,6}0*$)\\d*\\.\\d*0*$)';
const DECIMAL_PLACES_2 = '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d{0,2}0*$';

const cases = {
  model: [
    model({ name: { title: 'Name', ...string }, age: { title: 'Age', type: 'integer' } }),
    [
      { name: 'A', age: 3 },
      { name: '', age: 0, more: 1 },
      { name: 'B', age: -1 },
      { name: 'A' },
      { name: 'A', age: 1.5 },
      { name: 1, age: 1 },
    ],
  ],
  'extra forbid': [{ ...field(string), additionalProperties: false }, fields('x', '', 'y', 1)],
  'extra allow': [
    { ...field(string), additionalProperties: true },
    [
      { a: 'x', more: 1 },
      { a: '', more: null },
    ],
  ],
  Optional: [
    model({ a: { anyOf: [string, nullType], default: null, title: 'A' } }, { required: undefined }),
    fields('x', null, 1, 1.5, []),
  ],
  default: [
    model({ a: { default: 'tuna', title: 'A', ...string } }, { required: undefined }),
    fields('', 1, null),
  ],
  'nested model': [
    {
      $defs: { Address: model({ city: { title: 'City', ...string } }, { title: 'Address' }) },
      ...model({ a: ref('Address') }),
    },
    fields({ city: 'A' }, { city: '' }, { city: 'B', more: 1 }, {}, { city: 1 }, []),
  ],
  'nested model with a description': [
    {
      $defs: { Address: model({ city: string }, { title: 'Address' }) },
      ...model({ a: { ...ref('Address'), description: 'Where', deprecated: true } }),
    },
    fields({ city: 'A' }, { city: '' }, { city: 'B' }, {}, 'x'),
  ],
  'recursive model': [
    {
      $defs: {
        Node: model(
          { name: string, next: { anyOf: [ref('Node'), nullType], default: null } },
          { title: 'Node', required: ['name'] },
        ),
      },
      ...ref('Node'),
    },
    [
      { name: 'A' },
      { name: 'A', next: null },
      { name: 'A', next: { name: 'B', next: { name: 'C' } } },
      { name: 'A', next: {} },
      { next: null },
      { name: 'A', next: { name: 'B', next: 1 } },
    ],
  ],
  'names of modes and modules': [
    {
      $defs: {
        'pkg__a__Item-Input__1': model({ n: { type: 'integer' } }),
        Response_Item_: model({ a: { items: ref('pkg__a__Item-Input__1'), type: 'array' } }),
      },
      ...ref('Response_Item_'),
    },
    fields([{ n: 1 }], [], [{ n: 0 }, { n: 1 }], [{}], {}, [{ n: 'x' }]),
  ],
  Enum: [
    {
      $defs: {
        Color: {
          description: 'An enumeration.',
          enum: ['red', 'green', 'blue'],
          title: 'Color',
          ...string,
        },
      },
      ...model({ a: ref('Color') }),
    },
    fields('red', 'green', 'blue', 'Red', null),
  ],
  'Enum of one': [field({ const: 'only', ...string }), fields('only', 'other')],
  IntEnum: [field({ enum: [1, 2, 3], type: 'integer' }), fields(1, 2, 3, 4, '1')],
  Literal: [field({ enum: ['a', 1, null] }), fields('a', 1, null, 'b', 2)],
  'constrained str': [
    field({ maxLength: 5, minLength: 2, pattern: '^[a-z]+$', ...string }),
    fields('ab', 'abcde', 'abc', 'a', 'abcdef', 'AB'),
  ],
  'constrained int': [
    field({ exclusiveMinimum: 1, maximum: 10, multipleOf: 2, type: 'integer' }),
    fields(2, 10, 4, 1, 3, 12),
  ],
  'constrained float': [
    field({ exclusiveMaximum: 10, minimum: 0.5, type: 'number' }),
    fields(0.5, 9.99, 3, 10, 0.49, '1'),
  ],
  bool: [field({ type: 'boolean' }), fields(true, false, 0)],
  Decimal: [
    field({ anyOf: [{ type: 'number' }, { pattern: DECIMAL, ...string }] }),
    fields(1.5, '1.5', '-.5', '0012.', '', '-', '1.2.3', 'x', '+.'),
  ],
  'Decimal, serialized': [
    field({ pattern: DECIMAL, ...string }),
    fields('1.5', '.5', '-12', '.', '1e5', '--1'),
  ],
  'Decimal of 5 digits, 2 of them places': [
    field({
      anyOf: [
        { maximum: 999.99, type: 'number' },
        { pattern: DECIMAL_5_2, ...string },
      ],
    }),
    fields('123.45', '-999.99', '0001.5', 1000, '123.456', '-', 'x'),
  ],
  'Decimal of 5 digits': [
    field({ pattern: DECIMAL_5, ...string }),
    fields('12345', '1.2345', '00000123.45', '.', '-.', ''),
  ],
  'Decimal of 2 places': [
    field({ pattern: DECIMAL_PLACES_2, ...string }),
    fields('12345.67', '1.5000', '-0.25', '1.234', 'x', '.'),
  ],
  datetime: [
    field({ format: 'date-time', ...string }),
    fields(
      '2024-01-01T00:00:00Z',
      '2024-01-01T00:00:00.5+01:00',
      '1999-12-31T23:59:59Z',
      '2024-01-01',
      'now',
      1,
    ),
  ],
  date: [
    field({ format: 'date', ...string }),
    fields('2024-02-29', '1999-12-31', '2000-01-01', '2023-02-29', 'today', '2024-1-1'),
  ],
  time: [
    field({ format: 'time', ...string }),
    fields('12:30:00Z', '00:00:00.5+01:00', '23:59:59Z', '25:00:00Z', 'noon', '12:30'),
  ],
  timedelta: [
    field({ format: 'duration', ...string }),
    fields('P1DT2H', 'PT5S', 'P3D', '1 day', 'P', 3600),
  ],
  UUID: [
    field({ format: 'uuid', ...string }),
    fields(
      'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      '123e4567-e89b-42d3-a456-426614174000',
      '00000000-0000-0000-0000-000000000000',
      'f81d',
      'x',
      1,
    ),
  ],
  'UUID4, with a format of its own': [
    field({ format: 'uuid4', ...string }),
    fields('f81d4fae', 'x', 'any', 1, null),
  ],
  EmailStr: [
    field({ format: 'email', ...string }),
    fields('a@example.com', 'joe.doe+x@mail.example.org', 'x@y.io', 'joe', '@example.com', 1),
  ],
  AnyUrl: [
    field({ format: 'uri', minLength: 1, ...string }),
    fields(
      'https://example.com',
      'ftp://example.com/a',
      'postgres://u:p@h:5432/db',
      'example.com',
      '',
      1,
    ),
  ],
  HttpUrl: [
    field({ format: 'uri', maxLength: 2083, minLength: 1, ...string }),
    fields(
      'https://example.com',
      'http://example.com/?a=b',
      'https://[::1]/',
      `https://example.com/${'a'.repeat(2100)}`,
      '',
      'x',
    ),
  ],
  'IPv4Address, IPv6Address': [
    model({ a: { format: 'ipv4', ...string }, b: { format: 'ipv6', ...string } }),
    [
      { a: '127.0.0.1', b: '::1' },
      { a: '10.0.0.1', b: '2001:db8::1' },
      { a: '0.0.0.0', b: '::' },
      { a: '::1', b: '::1' },
      { a: '1.1.1.256', b: '::1' },
      { a: '1.1.1.1', b: 'g::' },
    ],
  ],
  'IPvAnyAddress, Path, bytes, SecretStr': [
    model({
      a: { format: 'ipvanyaddress', ...string },
      b: { format: 'path', ...string },
      c: { format: 'binary', ...string },
      d: { format: 'password', writeOnly: true, ...string },
    }),
    [
      { a: '1.1.1.1', b: '/etc', c: 'x', d: 'secret' },
      { a: 'x', b: '', c: '', d: '' },
      { a: '::', b: '.', c: 'y', d: 'z' },
      { a: 1, b: '', c: '', d: '' },
      { a: '', b: '', c: '' },
    ],
  ],
  'Base64Bytes, ByteSize': [
    model({
      a: { format: 'base64', ...string },
      b: { anyOf: [{ pattern: '^\\s*(\\d*\\.?\\d+)\\s*(\\w+)?', ...string }, { type: 'integer' }] },
    }),
    [
      { a: 'aGk=', b: '1.5 GiB' },
      { a: '', b: 1024 },
      { a: 'x', b: ' 10' },
      { a: 'x', b: 'GiB' },
      { a: 'x', b: 1.5 },
      { a: 1, b: 1 },
    ],
  ],
  Json: [
    field({
      contentMediaType: 'application/json',
      contentSchema: { items: { type: 'integer' }, type: 'array' },
      ...string,
    }),
    fields('[1]', '[]', 'x', [1], 1, null),
  ],
  Pattern: [field({ format: 'regex', ...string }), fields('^a+$', '', '[a-z]{2}', '(', '[', '*')],
  'list, set, frozenset': [
    model({
      a: { items: { type: 'integer' }, type: 'array' },
      b: { items: {}, type: 'array', uniqueItems: true },
    }),
    [
      { a: [1], b: [1, 2] },
      { a: [], b: [] },
      { a: [2, 2], b: ['x', null] },
      { a: ['x'], b: [] },
      { a: [], b: [1, 1] },
      { a: [1.5], b: [] },
    ],
  ],
  'constrained list': [
    field({ items: string, maxItems: 2, minItems: 1, type: 'array' }),
    fields(['a'], ['a', 'b'], [''], [], ['a', 'b', 'c'], [1]),
  ],
  tuple: [
    field({ maxItems: 2, minItems: 2, prefixItems: [{ type: 'integer' }, string], type: 'array' }),
    fields([1, 'a'], [0, ''], [-1, 'b'], [1], ['a', 1], [1, 'a', 2]),
  ],
  'tuple of any length': [
    field({ items: { type: 'number' }, type: 'array' }),
    fields([], [1.5], [1, 2], ['a'], [null], {}),
  ],
  'empty tuple': [field({ maxItems: 0, minItems: 0, type: 'array' }), fields([], [1], ['a'], {})],
  dict: [
    field({ additionalProperties: { type: 'integer' }, type: 'object' }),
    fields({}, { x: 1 }, { x: 1, y: 2 }, { x: 'a' }, { x: 1.5 }, []),
  ],
  'dict with constrained keys': [
    field({ patternProperties: { '^[a-z]+$': { type: 'integer' } }, type: 'object' }),
    fields({ x: 1 }, { X: 'any' }, {}, { x: 'a' }, { abc: null }, 1),
  ],
  'dict with lengths of keys': [
    field({
      additionalProperties: { type: 'integer' },
      propertyNames: { maxLength: 2, minLength: 1 },
      type: 'object',
    }),
    fields({ x: 1 }, { xy: 2 }, {}, { xyz: 1 }, { '': 1 }, { x: 'a' }),
  ],
  'dict keyed by an Enum': [
    {
      $defs: { K: { enum: ['x', 'y'], ...string } },
      ...field({
        additionalProperties: { type: 'integer' },
        propertyNames: ref('K'),
        type: 'object',
      }),
    },
    fields({ x: 1 }, { y: 2 }, {}, { z: 1 }, { x: 'a' }, { x: 1, z: 2 }),
  ],
  'discriminated union': [
    {
      $defs: {
        Cat: model({ kind: { const: 'cat', ...string }, lives: { type: 'integer' } }),
        Dog: model({ kind: { const: 'dog', ...string }, barks: { type: 'number' } }),
      },
      ...field({
        discriminator: {
          mapping: { cat: '#/$defs/Cat', dog: '#/$defs/Dog' },
          propertyName: 'kind',
        },
        oneOf: [ref('Cat'), ref('Dog')],
      }),
    },
    fields(
      { kind: 'cat', lives: 9 },
      { kind: 'dog', barks: 0.5 },
      { kind: 'dog', barks: 1, lives: 'x' },
      { kind: 'cat' },
      { kind: 'fish' },
      { kind: 'dog', lives: 1 },
    ),
  ],
  Union: [field({ anyOf: [{ type: 'integer' }, string] }), fields(1, 'x', '', 1.5, null, [])],
  'Any, object': [model({ a: { title: 'A' } }), fields(1, null, {})],
  None: [field({ type: 'null' }), fields(null, 0, '', false)],
  'deprecated, examples, computed': [
    model({
      a: { deprecated: true, description: 'D', examples: ['x'], readOnly: true, ...string },
    }),
    fields('x', '', 'y', 1, null, []),
  ],
  'constr, conint, conlist': [
    model({
      a: { maxLength: 3, pattern: '^\\w+$', ...string },
      b: { exclusiveMaximum: 10, exclusiveMinimum: 0, type: 'integer' },
      c: { items: { minimum: 0, type: 'integer' }, maxItems: 2, minItems: 1, type: 'array' },
    }),
    [
      { a: 'abc', b: 1, c: [0] },
      { a: 'x', b: 9, c: [1, 2] },
      { a: '_', b: 5, c: [3] },
      { a: 'abcd', b: 1, c: [0] },
      { a: 'a', b: 10, c: [0] },
      { a: 'a', b: 1, c: [-1] },
    ],
  ],
  'PositiveInt, NonNegativeFloat, StrictStr': [
    model({
      a: { exclusiveMinimum: 0, type: 'integer' },
      b: { minimum: 0, type: 'number' },
      c: string,
    }),
    [
      { a: 1, b: 0, c: '' },
      { a: 7, b: 0.5, c: 'x' },
      { a: 2.0, b: 1e3, c: 'y' },
      { a: 0, b: 0, c: '' },
      { a: 1, b: -0.1, c: '' },
      { a: 1, b: 0, c: 1 },
    ],
  ],
  'multipleOf of decimals': [
    field({ multipleOf: 0.01, type: 'number' }),
    fields(0.01, 1.5, 100, 0.005, 1.234, '1'),
  ],
  'alias, by_alias': [
    {
      properties: { 'user-name': { title: 'User-Name', ...string } },
      required: ['user-name'],
      title: 'Model',
      type: 'object',
    },
    [
      { 'user-name': 'x' },
      { 'user-name': '' },
      { 'user-name': 'y', user_name: 1 },
      { user_name: 'x' },
      { 'user-name': 1 },
      {},
    ],
  ],
  AliasChoices: [
    model({ first: { title: 'First', ...string } }, { additionalProperties: false }),
    [
      { first: 'x' },
      { first: '' },
      { first: 'y' },
      { fst: 'x' },
      { first: 'x', fst: 'y' },
      { first: null },
    ],
  ],
  'discriminated union, nested': [
    {
      $defs: {
        Black: model({ pet: { const: 'cat', ...string }, color: { const: 'black', ...string } }),
        White: model({ pet: { const: 'cat', ...string }, color: { const: 'white', ...string } }),
        Lizard: model({ pet: { enum: ['reptile', 'lizard'], ...string } }),
      },
      ...field({
        discriminator: { propertyName: 'pet', mapping: { lizard: '#/$defs/Lizard' } },
        oneOf: [
          {
            discriminator: {
              mapping: { black: '#/$defs/Black', white: '#/$defs/White' },
              propertyName: 'color',
            },
            oneOf: [ref('Black'), ref('White')],
          },
          ref('Lizard'),
        ],
      }),
    },
    fields(
      { pet: 'cat', color: 'black' },
      { pet: 'cat', color: 'white' },
      { pet: 'lizard' },
      { pet: 'cat' },
      { pet: 'cat', color: 'red' },
      { pet: 'dog' },
    ),
  ],
  'callable Discriminator with Tag': [
    {
      $defs: { Apple: model({ n: { type: 'integer' } }), Pear: model({ m: string }) },
      ...field({ oneOf: [ref('Apple'), ref('Pear')] }),
    },
    fields({ n: 1 }, { m: 'x' }, { n: 0, k: 1 }, {}, { n: 1, m: 'x' }, { n: 'x' }),
  ],
  'TypedDict, dataclass, NamedTuple': [
    {
      $defs: {
        Point: {
          maxItems: 2,
          minItems: 2,
          prefixItems: [
            { title: 'X', type: 'integer' },
            { title: 'Y', type: 'integer' },
          ],
          type: 'array',
        },
        Movie: model({ name: string, year: { type: 'integer' } }, { required: ['name'] }),
      },
      ...model({ p: ref('Point'), m: ref('Movie') }),
    },
    [
      { p: [1, 2], m: { name: 'x' } },
      { p: [0, 0], m: { name: '', year: 1999 } },
      { p: [-1, 1], m: { name: 'y', more: 1 } },
      { p: [1], m: { name: 'x' } },
      { p: [1, 'x'], m: { name: 'x' } },
      { p: [1, 2], m: { year: 1 } },
    ],
  ],
  'Sequence, deque, Iterable, bytes': [
    model({
      a: { items: string, type: 'array' },
      b: { items: {}, maxItems: 3, type: 'array' },
      c: { format: 'base64url', ...string },
    }),
    [
      { a: [], b: [1, 'x'], c: 'aGk' },
      { a: ['x'], b: [], c: '' },
      { a: ['', 'y'], b: [null], c: '_' },
      { a: [1], b: [], c: '' },
      { a: [], b: [1, 2, 3, 4], c: '' },
      { a: [], b: [], c: 1 },
    ],
  ],
  'Dict of models, keyed by int': [
    {
      $defs: { Item: model({ n: { type: 'number' } }) },
      ...field({
        additionalProperties: ref('Item'),
        propertyNames: { pattern: '^-?\\d+$' },
        type: 'object',
      }),
    },
    fields(
      {},
      { 1: { n: 0.5 } },
      { '-2': { n: 1 }, 3: { n: 2 } },
      { x: { n: 1 } },
      { 1: {} },
      { 1: 1 },
    ),
  ],
  'generic model': [
    {
      $defs: { Page_int_: model({ items: { items: { type: 'integer' }, type: 'array' } }) },
      ...ref('Page_int_'),
    },
    [{ items: [] }, { items: [1] }, { items: [1, 2], more: 1 }, { items: ['x'] }, {}, { items: 1 }],
  ],
  'computed field of a result': [
    model({
      a: { title: 'A', type: 'integer' },
      b: { readOnly: true, title: 'B', type: 'integer' },
    }),
    [{ a: 1, b: 2 }, { a: 0, b: 0 }, { a: -1, b: 1, c: 1 }, { a: 1 }, { a: 1, b: 'x' }, { b: 1 }],
  ],
  RootModel: [{ items: string, title: 'Tags', type: 'array' }, [['a'], [], ['a', 'b'], [1], 'a']],
  'conditional by json_schema_extra': [
    {
      ...model(
        { a: { title: 'A', ...string }, b: { title: 'B', type: 'integer' } },
        { required: ['a'] },
      ),
      if: { properties: { a: { const: 'x' } } },
      then: { required: ['b'] },
    },
    [{ a: 'y' }, { a: 'x', b: 1 }, { a: '' }, { a: 'x' }, { a: 'x', b: 'y' }, {}],
  ],
};

export default {
  source: 'pydantic 2, by hand from its documentation and the shapes in its tests',
  cases: Object.entries(cases).map(([construct, [schema, values]]) => ({
    construct,
    schema,
    values,
  })),
};
