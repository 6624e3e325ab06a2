// What schemars writes (https://graham.cool/schemars): 1.x in 2020-12, 0.8 in draft-07.
const D2020 = 'https://json-schema.org/draft/2020-12/schema';
const D07 = 'http://json-schema.org/draft-07/schema#';
const string = { type: 'string' };
const struct = (properties, more = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});
const integer = (format, minimum, maximum) => ({
  type: 'integer',
  format,
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
});
const fields = (...values) => values.map((a) => ({ a }));
const of = (schema, definitions) => (draft) => ({
  $schema: draft === '1' ? D2020 : D07,
  title: 'T',
  ...schema(draft === '1' ? '$defs' : 'definitions'),
  ...(definitions
    ? {
        [draft === '1' ? '$defs' : 'definitions']: definitions(
          draft === '1' ? '$defs' : 'definitions',
        ),
      }
    : {}),
});
const plain = (schema) => of(() => schema);

const cases = {
  struct: [
    plain(struct({ n: integer('int32'), s: string, b: { type: 'boolean' } })),
    [
      { n: 1, s: 'x', b: true },
      { n: -5, s: '', b: false },
      { n: 0, s: 'x', b: true, more: 1 },
      { n: 1, s: 'x' },
      { n: 2147483648, s: 'x', b: true },
      { n: 1.5, s: '', b: true },
    ],
  ],
  deny_unknown_fields: [
    plain(struct({ a: string }, { additionalProperties: false })),
    fields('x', '', 'y', 1).concat([{ a: 'x', b: 1 }]),
  ],
  'Option of a scalar': [
    plain({ type: 'object', properties: { a: { type: ['string', 'null'] } } }),
    fields('x', null, 1, 1.5, []),
  ],
  'Option of a struct': [
    of(
      (k) => ({
        type: 'object',
        properties: { a: { anyOf: [{ $ref: `#/${k}/Inner` }, { type: 'null' }] } },
      }),
      () => ({ Inner: struct({ x: integer('int32') }) }),
    ),
    fields({ x: 1 }, null, { x: -1, y: 1 }, {}, 1, { x: 'a' }),
  ],
  'unsigned integers': [
    plain(struct({ a: integer('uint8', 0, 255), b: integer('uint32', 0), c: integer('uint', 0) })),
    [
      { a: 0, b: 0, c: 0 },
      { a: 255, b: 4e9, c: 1 },
      { a: 1, b: 1, c: 1 },
      { a: 256, b: 0, c: 0 },
      { a: -1, b: 0, c: 0 },
      { a: 0, b: 0.5, c: 0 },
    ],
  ],
  'i64, u128': [
    plain(struct({ a: integer('int64'), b: integer('uint128', 0) })),
    [
      { a: 1, b: 1 },
      { a: -9007199254740991, b: 0 },
      { a: 0, b: 1e20 },
      { a: 0.5, b: 1 },
      { a: 1, b: -1 },
      { a: 'x', b: 1 },
    ],
  ],
  NonZeroU32: [plain(integer('uint32', 1)), [1, 7, 100]],
  floats: [
    plain(
      struct({ a: { type: 'number', format: 'float' }, b: { type: 'number', format: 'double' } }),
    ),
    [{ a: 1.5, b: 1e300 }, { a: 0, b: 0 }, { a: -1, b: 2 }, { a: 'x', b: 1 }, { a: 1 }],
  ],
  char: [plain({ ...string, minLength: 1, maxLength: 1 }), ['x', '😀', 'é', 'xy']],
  Vec: [plain({ type: 'array', items: string }), [['x'], ['']]],
  HashSet: [
    plain({ type: 'array', uniqueItems: true, items: integer('int32') }),
    [[1], [1, 2], [1, 1], [0.5]],
  ],
  'array of 3': [
    plain({ type: 'array', items: integer('int32'), minItems: 3, maxItems: 3 }),
    [
      [1, 2, 3],
      [0, 0, 0],
      [-1, 1, 2],
      [1, 2],
      [1, 2, 3, 4],
      [1, 2, 'x'],
    ],
  ],
  tuple: [
    (draft) => ({
      $schema: draft === '1' ? D2020 : D07,
      type: 'array',
      [draft === '1' ? 'prefixItems' : 'items']: [string, integer('int32')],
      minItems: 2,
      maxItems: 2,
    }),
    [['a', 1], ['', 0], ['b', -1], ['a'], [1, 'a'], ['a', 1, 2]],
  ],
  HashMap: [
    plain({ type: 'object', additionalProperties: integer('int32') }),
    [{ x: 1 }, { x: 'a' }, { x: 0.5 }],
  ],
  'HashMap keyed by numbers': [
    plain({
      type: 'object',
      patternProperties: { '^-?\\d+$': string },
      additionalProperties: false,
    }),
    [{ 1: 'x' }, { '-1': 'y', 2: '' }, { x: 'y' }, { 1: 1 }],
  ],
  'enum of units': [plain({ ...string, enum: ['A', 'B', 'C'] }), ['A', 'B', 'C', 'D']],
  'enum of units with docs': [
    plain({
      oneOf: [
        { description: 'first', ...string, const: 'A' },
        { description: 'others', ...string, enum: ['B', 'C'] },
      ],
    }),
    ['A', 'B', 'C', 'D'],
  ],
  'enum, externally tagged': [
    plain({
      oneOf: [
        { ...string, enum: ['Unit'] },
        struct({ Num: integer('int32') }, { additionalProperties: false }),
        struct({ Obj: struct({ x: { type: 'number' } }) }, { additionalProperties: false }),
      ],
    }),
    ['Unit', { Num: 1 }, { Obj: { x: 0.5 } }, { Num: 1, Obj: { x: 1 } }, 'Num', { Obj: {} }],
  ],
  'enum, internally tagged': [
    plain({
      oneOf: [
        struct({ t: { ...string, const: 'A' } }),
        struct({ t: { ...string, const: 'B' }, n: integer('int32') }),
      ],
    }),
    [{ t: 'A' }, { t: 'B', n: 1 }, { t: 'A', n: 'x' }, { t: 'B' }, { t: 'C' }],
  ],
  'enum, adjacently tagged': [
    plain({
      oneOf: [
        struct({ t: { ...string, enum: ['A'] } }),
        struct({ t: { ...string, enum: ['B'] }, c: string }),
      ],
    }),
    [{ t: 'A' }, { t: 'B', c: '' }, { t: 'B', c: 'x' }, { t: 'B', c: 1 }, { c: 'x' }],
  ],
  'enum, untagged': [
    plain({ anyOf: [{ type: 'null' }, string, struct({ x: integer('int32') })] }),
    [null, 'x', { x: 1 }, { x: 0.5 }, 1],
  ],
  Result: [
    plain({ oneOf: [struct({ Ok: { type: 'boolean' } }), struct({ Err: string })] }),
    [{ Ok: true }, { Err: 'no' }, { Ok: false, more: 1 }, { Ok: true, Err: 'x' }, { Ok: 1 }],
  ],
  'serde_json::Value': [
    plain({ type: 'object', properties: { a: true }, required: ['a'] }),
    fields(1, null, {}).concat([{ b: 1 }]),
  ],
  'flattened map': [
    plain(struct({ a: string }, { additionalProperties: integer('int32') })),
    [{ a: 'x' }, { a: '', n: 1 }, { a: 'y', n: 1, m: 2 }, { a: 'x', n: 'y' }, { n: 1 }],
  ],
  'default, with a reference': [
    of(
      (k) => ({
        type: 'object',
        properties: {
          a:
            k === '$defs'
              ? { $ref: '#/$defs/Inner', default: { x: 0 } }
              : { default: { x: 0 }, allOf: [{ $ref: '#/definitions/Inner' }] },
        },
      }),
      () => ({ Inner: struct({ x: integer('int32') }) }),
    ),
    fields({ x: 1 }, { x: -1 }, {}, 1, { x: 'a' }),
  ],
  recursive: [
    of(
      (k) => ({ $ref: `#/${k}/Node` }),
      (k) => ({
        Node: {
          type: 'object',
          properties: {
            v: integer('int32'),
            next: { anyOf: [{ $ref: `#/${k}/Node` }, { type: 'null' }] },
          },
          required: ['v'],
        },
      }),
    ),
    [{ v: 1 }, { v: 1, next: null }, { v: 1, next: { v: 2 } }, { v: 1, next: {} }, { next: null }],
  ],
  'recursive to the root': [
    plain({ type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } }),
    [
      { children: [] },
      { children: [{ children: [] }] },
      { children: [1] },
      { children: [{ children: 1 }] },
      { children: {} },
    ],
  ],
  'validate(length, range, regex)': [
    plain(
      struct({
        s: { ...string, minLength: 1, maxLength: 3, pattern: '^[Hh]' },
        n: { type: 'number', format: 'double', minimum: 0.5, maximum: 9.5 },
      }),
    ),
    [
      { s: 'H', n: 0.5 },
      { s: 'hey', n: 9.5 },
      { s: 'hi', n: 1 },
      { s: '', n: 1 },
      { s: 'hello', n: 1 },
      { s: 'h', n: 10 },
    ],
  ],
  'validate(email, url)': [
    plain(struct({ e: { ...string, format: 'email' }, u: { ...string, format: 'uri' } })),
    [
      { e: 'a@example.com', u: 'https://example.com' },
      { e: 'x@y.io', u: 'ftp://a/b' },
      { e: 'joe.doe@mail.example.com', u: 'urn:a:b' },
      { e: 'a', u: 'https://a.b' },
      { e: 'a@b.co', u: 'a b' },
    ],
  ],
  'chrono, uuid, semver, Decimal': [
    plain(
      struct({
        at: { ...string, format: 'date-time' },
        day: { ...string, format: 'date' },
        local: { ...string, format: 'partial-date-time' },
        id: { ...string, format: 'uuid' },
        price: { type: ['string', 'number'], pattern: '^-?\\d+(\\.\\d+)?([eE]\\d+)?$' },
      }),
    ),
    [
      {
        at: '2024-01-01T00:00:00Z',
        day: '2024-02-29',
        local: '2024-01-01T00:00:00',
        id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
        price: '1.5',
      },
      {
        at: '2024-01-01T00:00:00+01:00',
        day: '1999-12-31',
        local: 'any',
        id: '123e4567-e89b-42d3-a456-426614174000',
        price: -1.5,
      },
      {
        at: '1999-12-31T23:59:59.5Z',
        day: '2000-01-01',
        local: '',
        id: '00000000-0000-0000-0000-000000000000',
        price: '2e5',
      },
      {
        at: '2024-01-01',
        day: '2024-02-29',
        local: '',
        id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
        price: '1',
      },
      {
        at: '2024-01-01T00:00:00Z',
        day: '2023-02-29',
        local: '',
        id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
        price: '1',
      },
      {
        at: '2024-01-01T00:00:00Z',
        day: '2024-02-29',
        local: '',
        id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
        price: '.5',
      },
    ],
  ],
  'Duration, SystemTime': [
    plain(struct({ secs: integer('uint64', 0), nanos: integer('uint32', 0) })),
    [
      { secs: 1, nanos: 0 },
      { secs: 0, nanos: 5 },
      { secs: 10, nanos: 10 },
      { secs: -1, nanos: 0 },
      { secs: 1 },
      { secs: 0.5, nanos: 0 },
    ],
  ],
  'Range, Bound': [
    plain({
      oneOf: [
        struct({ Included: integer('int32') }),
        struct({ Excluded: integer('int32') }),
        { ...string, const: 'Unbounded' },
      ],
    }),
    [{ Included: 1 }, { Excluded: 2 }, 'Unbounded', 'Included', { Included: 1, Excluded: 2 }],
  ],
  'deprecated, rename, alias, write_only': [
    plain(
      struct({ 'kebab-name': { ...string, deprecated: true, writeOnly: true, examples: ['x'] } }),
    ),
    [
      { 'kebab-name': 'x' },
      { 'kebab-name': '' },
      { 'kebab-name': 'y', b: 1 },
      { kebab_name: 'x' },
      { 'kebab-name': 1 },
    ],
  ],
  'signed integers, NonZeroI8': [
    plain(struct({ a: integer('int8', -128, 127), b: integer('int16', -32768, 32767) })),
    [
      { a: -128, b: 0 },
      { a: 127, b: 32767 },
      { a: 0, b: -1 },
      { a: 128, b: 0 },
      { a: 0, b: 32768 },
      { a: 0.5, b: 0 },
    ],
  ],
  'BTreeMap of Vec': [
    plain({ type: 'object', additionalProperties: { type: 'array', items: string } }),
    [{}, { x: [] }, { x: ['y'], z: [] }, { x: 'y' }, { x: [1] }, []],
  ],
  'HashMap keyed by an enum': [
    plain({
      type: 'object',
      properties: { A: { type: 'boolean' }, B: { type: 'boolean' } },
      additionalProperties: false,
    }),
    [{}, { A: true }, { A: false, B: true }, { C: true }, { A: 1 }, { A: true, c: 1 }],
  ],
  'IpAddr, Ipv4Addr, Ipv6Addr': [
    plain(
      struct({
        a: {
          anyOf: [
            { ...string, format: 'ipv4' },
            { ...string, format: 'ipv6' },
          ],
        },
        b: { ...string, format: 'ip' },
      }),
    ),
    [
      { a: '1.2.3.4', b: 'any' },
      { a: '::1', b: '' },
      { a: '2001:db8::1', b: 'x' },
      { a: 'x', b: '' },
      { a: '1.2.3', b: '' },
      { a: '::1' },
    ],
  ],
  'Box, Rc, Cow, newtype': [plain({ ...string, title: 'Name' }), ['x', '', 'y']],
  'tuple struct, array of tuples': [
    (draft) => ({
      $schema: draft === '1' ? D2020 : D07,
      type: 'array',
      items: {
        type: 'array',
        [draft === '1' ? 'prefixItems' : 'items']: [integer('uint8', 0, 255), { type: 'boolean' }],
        minItems: 2,
        maxItems: 2,
      },
    }),
    [
      [],
      [[1, true]],
      [
        [0, false],
        [255, true],
      ],
      [[256, true]],
      [[1]],
      [[1, true, 1]],
    ],
  ],
  'inner validation: items, keys': [
    plain(
      struct({
        a: { type: 'array', items: { ...string, minLength: 1, pattern: '^[a-z]+$' }, minItems: 1 },
        b: { type: ['string', 'null'], format: 'email' },
      }),
    ),
    [
      { a: ['x'], b: null },
      { a: ['x', 'yz'], b: 'a@b.co' },
      { a: ['a'], b: 'c@d.e' },
      { a: [], b: null },
      { a: ['X'], b: null },
      { a: ['x'], b: 'x' },
    ],
  ],
  'contains, regex of validate': [
    plain(
      struct({
        a: { ...string, pattern: 'substring\\.\\.\\.' },
        b: { ...string, pattern: '^\\p{L}+$' },
      }),
    ),
    [
      { a: 'a substring... b', b: 'é' },
      { a: 'substring...', b: 'abc' },
      { a: 'xsubstring...', b: '漢' },
      { a: 'substring', b: 'a' },
      { a: 'substring...', b: '1' },
      { a: 'substring...' },
    ],
  ],
  'unit struct': [plain({ type: 'null' }), []],
  'generic names': [
    of(
      (k) => ({
        type: 'object',
        properties: {
          a: { $ref: `#/${k}/Pair_for_int32_and_String` },
          b: { $ref: `#/${k}/std::vec::Vec` },
        },
      }),
      () => ({
        Pair_for_int32_and_String: struct({ l: integer('int32'), r: string }),
        'std::vec::Vec': { type: 'array' },
      }),
    ),
    [
      { a: { l: 1, r: 'x' } },
      { b: [] },
      { a: { l: 0, r: '' }, b: [1] },
      { a: { l: 1 } },
      { b: {} },
      { a: 1 },
    ],
  ],
};
const ONLY_1 = {
  'flattened enum, closed': [
    () => ({
      $schema: D2020,
      ...struct({ a: string }),
      oneOf: [struct({ x: string }), struct({ y: string })],
      unevaluatedProperties: false,
    }),
    [
      { a: '', x: '' },
      { a: 'x', y: 'y' },
      { a: 'x', x: 'x' },
      { a: 'x' },
      { a: 'x', x: 'x', z: 1 },
      { a: 'x', x: 'x', y: 'y' },
    ],
  ],
  'additionalProperties of a flattened struct': [
    () => ({
      $schema: D2020,
      type: 'object',
      properties: { a: string },
      allOf: [{ $ref: '#/$defs/B' }],
      unevaluatedProperties: false,
      $defs: { B: struct({ b: integer('int32') }) },
    }),
    [{ b: 1 }, { a: 'x', b: 1 }, { b: -1 }, { a: 'x' }, { b: 1, c: 1 }, { a: 1, b: 1 }],
  ],
};

export default {
  source: 'schemars 1 and 0.8, by hand from its documentation and the shapes in its tests',
  cases: [
    ...['1', '0.8'].flatMap((draft) =>
      Object.entries(cases).map(([construct, [schema, values]]) => ({
        construct: `${construct} (${draft})`,
        schema: schema(draft),
        values,
      })),
    ),
    ...Object.entries(ONLY_1).map(([construct, [schema, values]]) => ({
      construct,
      schema: schema(),
      values,
    })),
  ],
};
