// The constructs of https://sinclairzx81.github.io/typebox, which writes schemas as they are.
export const constructs = (Type) => {
  const Named = Type.Object({ name: Type.String() });
  return {
    String: [Type.String()],
    'String lengths': [Type.String({ minLength: 2, maxLength: 4 })],
    'String pattern': [Type.String({ pattern: '^[a-z]+$' }), ['abcdef', 'Abc']],
    'String pattern with look-ahead': [Type.String({ pattern: '^(?!a)[a-z]+$' }), ['bcd', 'z']],
    'String format': [
      Type.String({ format: 'date-time' }),
      ['1999-12-31T23:59:59Z', '2024-02-29T12:00:00.5+01:00'],
    ],
    'String content': [Type.String({ contentEncoding: 'base64', contentMediaType: 'image/png' })],
    TemplateLiteral: [Type.TemplateLiteral('v${1|2}-${string}'), ['v1-', 'v2-a', 'v1-b', 'v3-a']],
    'TemplateLiteral of numbers': [
      Type.TemplateLiteral('id-${number}'),
      ['id-1', 'id-2.5', 'id-0', 'id-', 'id-x'],
    ],
    Number: [Type.Number()],
    'Number bounds': [Type.Number({ exclusiveMinimum: 1, maximum: 5 }), [1.01, 5, 5.01, 3]],
    'Number multipleOf': [Type.Number({ multipleOf: 0.25 }), [0.5, 0.3, 19.75]],
    Integer: [Type.Integer({ minimum: 0 })],
    Boolean: [Type.Boolean()],
    Null: [Type.Null()],
    Literal: [Type.Literal('tuna'), ['tuna']],
    Enum: [Type.Enum({ Left: 'left', One: 1 }), ['left']],
    Any: [Type.Object({ a: Type.Any() })],
    Unknown: [Type.Object({ a: Type.Unknown() })],
    Never: [Type.Object({ a: Type.Optional(Type.Never()) })],
    Object: [
      Type.Object({ a: Type.String(), b: Type.Optional(Type.Number()) }),
      [
        { a: '', b: 0.5 },
        { a: 'x', b: 'y' },
      ],
    ],
    'Object without more members': [
      Type.Object({ a: Type.String() }, { additionalProperties: false }),
      [{ a: '' }, { a: 'y' }],
    ],
    'Object with a rest': [
      Type.Object({ a: Type.String() }, { additionalProperties: Type.Number() }),
      [{ a: 'x', c: 2 }],
    ],
    'Object sizes': [
      Type.Object({}, { minProperties: 1, maxProperties: 2 }),
      [{ a: 1, b: 2, c: 3 }],
    ],
    'Partial, Pick, Omit': [
      Type.Partial(Type.Pick(Type.Object({ a: Type.String(), b: Type.Null() }), ['a'])),
    ],
    Composite: [
      Type.Intersect([Named, Type.Object({ age: Type.Number() })]),
      [{ name: 'A', age: 1 }, { name: '', age: 0.5 }, { name: 'B', age: 2, a: 1 }, { name: 'A' }],
    ],
    'Intersect, unevaluated': [
      Type.Intersect([Named, Type.Object({ age: Type.Number() })], {
        unevaluatedProperties: false,
      }),
      [
        { name: 'A', age: 1 },
        { name: '', age: 0.5 },
        { name: 'B', age: 2 },
        { name: 'A', age: 1, a: 1 },
        { name: 'A' },
      ],
    ],
    Union: [Type.Union([Type.String(), Type.Number()])],
    'Union of objects': [
      Type.Union([
        Type.Object({ type: Type.Literal('a'), a: Type.String() }),
        Type.Object({ type: Type.Literal('b'), b: Type.Number() }),
      ]),
      [
        { type: 'a', a: 'x' },
        { type: 'b', b: 1 },
        { type: 'b', b: 1.5 },
        { type: 'a' },
        { type: 'c' },
      ],
    ],
    Record: [Type.Record(Type.String(), Type.Number()), [{ a: 0.5 }, { b: 2 }]],
    'Record with a pattern': [
      Type.Record(Type.String({ pattern: '^a' }), Type.Number()),
      [{ ab: 1 }, { ab: 'x' }],
    ],
    'Record with integers': [
      Type.Record(Type.Integer(), Type.String()),
      [{ 1: 'x' }, { 1: 1 }, { 12: null }, { 3: {} }],
    ],
    'Record of literals': [
      Type.Record(Type.Union([Type.Literal('a'), Type.Literal('b')]), Type.Number()),
      [
        { a: 1, b: 2 },
        { a: 0.5, b: 0 },
        { a: 3, b: 4, c: 5 },
      ],
    ],
    Array: [Type.Array(Type.String())],
    'Array limits': [
      Type.Array(Type.Number(), { minItems: 1, maxItems: 2, uniqueItems: true }),
      [[1, 2], [0.5], [1, 2, 3], [2, 2]],
    ],
    'Array contains': [
      Type.Array(Type.Unknown(), { contains: Type.Literal(1), minContains: 1, maxContains: 1 }),
      [[1, 2], [2, 1, 'a'], [1, 1], [2]],
    ],
    Tuple: [
      Type.Tuple([Type.String(), Type.Number()]),
      [['a', 1], ['', 0.5], ['b', 2], ['a'], ['a', 1, 2]],
    ],
    KeyOf: [
      Type.KeyOf(Type.Object({ a: Type.String(), b: Type.Null(), c: Type.Null() })),
      ['a', 'b', 'c', 'd'],
    ],
    Index: [Type.Index(Type.Object({ a: Type.String(), b: Type.Number() }), ['a', 'b']), [7]],
    'Exclude, Extract': [
      Type.Exclude(
        Type.Union([Type.Literal('a'), Type.Literal(1), Type.Literal(2), Type.Literal(3)]),
        Type.String(),
      ),
      [1, 2, 3, 4],
    ],
    'Required, Omit': [
      Type.Required(
        Type.Omit(Type.Object({ a: Type.Optional(Type.String()), b: Type.Null() }), ['b']),
      ),
      [{ a: '' }, { a: 'y' }, { a: 'z', b: 1 }],
    ],
    'Record, closed': [
      Type.Record(Type.String({ pattern: '^a' }), Type.Number(), { additionalProperties: false }),
      [{ ab: 1 }, { a: 2, aa: 3 }, { b: 1 }, { a: 'x' }],
    ],
    'Intersect with a Union': [
      Type.Intersect(
        [
          Named,
          Type.Union([Type.Object({ b: Type.Number() }), Type.Object({ c: Type.Boolean() })]),
        ],
        { unevaluatedProperties: false },
      ),
      [
        { name: '', b: 1 },
        { name: 'A', c: true },
        { name: 'A', b: 0, c: false },
        { name: 'A' },
        { name: 'A', b: 1, d: 1 },
        { b: 1 },
      ],
    ],
    'Array of Objects': [
      Type.Array(Type.Object({ a: Type.Integer() }), { uniqueItems: true }),
      [[{ a: 1 }], [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 1 }], [{ a: 0.5 }]],
    ],
    'empty Tuple': [Type.Tuple([])],
    Unsafe: [Type.Unsafe({ type: ['string', 'null'] })],
  };
};
