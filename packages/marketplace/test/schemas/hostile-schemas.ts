// Schemas that a hostile seller may publish, each with its most expensive value.
const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const members = (count: number, make: (index: number) => [string, unknown]) =>
  Object.fromEntries(repeat(count, make));
/** Nests a schema to this depth. */
const nest = (depth: number, wrap: (inner: unknown) => object, inner: unknown = {}) => {
  let schema = inner;
  for (let n = 0; n < depth; n++) schema = wrap(schema);
  return schema;
};
const parsed = (text: string): unknown => JSON.parse(text);
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

/** A chain of definitions, each referring to the next. */
const chain = (length: number, link: (next: string) => unknown, end: unknown = {}) => ({
  $ref: '#/definitions/a0',
  definitions: members(length, (n) => [
    `a${n}`,
    n < length - 1 ? link(`#/definitions/a${n + 1}`) : end,
  ]),
});

/** Schemas that must be refused. */
export const REFUSED: readonly [string, unknown][] = [
  ['properties 10 000 deep', nest(10_000, (inner) => ({ properties: { a: inner } }))],
  ['allOf 2000 deep', nest(2_000, (inner) => ({ allOf: [inner] }))],
  ['33 schemas deep', nest(33, (inner) => ({ not: inner }))],
  ['200 000 values', { enum: repeat(200_000, (n) => n) }],
  ['5000 branches', { oneOf: repeat(5_000, (n) => ({ const: n })) }],
  ['20 000 properties', { properties: members(20_000, (n) => [`p${n}`, {}]) }],
  ['501 names that are required', { required: repeat(501, (n) => `r${n}`) }],
  ['70 000 characters of comment', { $comment: 'x'.repeat(70_000) }],
  ['a reference to itself', { $ref: '#' }],
  ['a loop of two references', chain(2, (next) => ({ $ref: next }), { $ref: '#/definitions/a0' })],
  ['a loop through if', { if: { $ref: '#' } }],
  [
    'a loop of a dynamic reference',
    { $schema: DRAFT_2020, $dynamicAnchor: 'a', $dynamicRef: '#a' },
  ],
  [
    'a loop of a recursive reference',
    { $schema: DRAFT_2019, $recursiveAnchor: true, $recursiveRef: '#' },
  ],
  [
    'references that double 15 times',
    chain(15, (next) => ({ allOf: [{ $ref: next }, { $ref: next }] })),
  ],
  [
    '501 references',
    {
      allOf: repeat(6, () => ({ allOf: repeat(90, () => ({ $ref: '#/definitions/a' })) })),
      definitions: { a: {} },
    },
  ],
  ['a reference to elsewhere', { $ref: 'https://elsewhere.example.com/schema' }],
  ['a reference to a file', { $ref: 'file:///etc/passwd' }],
  ['a reference to a prototype', { $ref: '#/__proto__' }],
  ['a reference to a constructor', { $ref: '#/constructor/prototype' }],
  ['a reference to something that is not a schema', { $ref: '#/title', title: 'no schema' }],
  ['a reference that is no URI', { $ref: 'http://[' }],
  ['a duplicate $id', { definitions: { a: { $id: 'x' }, b: { $id: 'x' } } }],
  ['an asynchronous schema', { $async: true }],
  ['a keyword whose value is in the data', { minimum: { $data: '1/a' } }],
  ['an unknown dialect', { $schema: 'https://elsewhere.example.com/dialect' }],
  ['a dialect named constructor', { $schema: 'constructor' }],
  ['a dialect that is not text', { $schema: {} }],
  ['an invalid pattern', { pattern: '[' }],
  ['an invalid name pattern', { patternProperties: { '[': {} } }],
  ['a pattern of 2049 characters', { pattern: 'a'.repeat(2049) }],
  ['a negative length', { minLength: -1 }],
  ['a multiple of 0', { multipleOf: 0 }],
  ['an unknown type', { type: 'strng' }],
  ['no schema', 5],
];

const BIG = 200_000;
const OBJECTS = repeat(15_000, (a) => ({ a }));
const NAMES = members(15_000, (n) => [`k${n}`, n]);
const deep = (depth: number): unknown => nest(depth, (a) => ({ a, b: 0 }), { b: 0 });

/**
 * Schemas that are accepted, with values whose validation takes as long as possible: valid, invalid
 * or timed out.
 */
export const ACCEPTED: readonly [string, unknown, unknown][] = [
  ['an exponential pattern', { pattern: '^(a+)+$' }, `${'a'.repeat(BIG)}!`],
  ['an exponential pattern with a look-ahead', { pattern: '^(?=(a+)+$)' }, `${'a'.repeat(99)}!`],
  ['a polynomial pattern with a look-ahead', { pattern: '(?=(.*a){20}b)' }, 'a'.repeat(BIG)],
  [
    'a pattern that repeats repetitions',
    { pattern: '((((a{1,9}){1,9}){1,9}){1,9})$' },
    `${'a'.repeat(BIG)}!`,
  ],
  [
    'a pattern that V8 can hardly compile',
    { pattern: `(?=a)${'('.repeat(200)}a{1,3}${'){1,3}'.repeat(200)}` },
    'a'.repeat(BIG),
  ],
  ['a polynomial pattern', { pattern: '(.*a){20}' }, 'a'.repeat(BIG)],
  ['a pattern of 500 repetitions', { pattern: '(a|b|c){500}' }, 'abc'.repeat(BIG / 3)],
  [
    '500 patterns for 15 000 names',
    { patternProperties: members(500, (n) => [`^x${n}.*y$`, {}]) },
    NAMES,
  ],
  ['a pattern for names', { propertyNames: { pattern: '^(a|b)*$' } }, NAMES],
  ['unique items', { uniqueItems: true }, OBJECTS],
  ['tiny divisors', { items: { multipleOf: 5e-324 } }, repeat(20_000, (n) => n * 1.1)],
  [
    'huge divisors',
    { items: { multipleOf: 1.7976931348623157e308 } },
    repeat(20_000, (n) => n / 7),
  ],
  [
    '1000 objects to be one of',
    { items: { enum: repeat(1000, (a) => ({ a, b: 'x'.repeat(20) })) } },
    OBJECTS,
  ],
  [
    'a hundred branches three times',
    {
      items: {
        allOf: repeat(3, () => ({
          anyOf: repeat(100, (n) => ({ type: 'string', minLength: 100 - n })),
        })),
      },
    },
    repeat(50_000, () => 'x'),
  ],
  [
    'a tree that doubles with each level',
    { anyOf: repeat(2, () => ({ properties: { a: { $ref: '#' }, b: false } })) },
    deep(31),
  ],
  [
    'unevaluated ones that triple with each level',
    {
      $schema: DRAFT_2020,
      ...(nest(30, (inner) => ({ anyOf: [inner], unevaluatedProperties: {} })) as object),
    },
    { a: 1 },
  ],
  [
    'unevaluated names beside 100 schemas',
    {
      $schema: DRAFT_2020,
      allOf: repeat(100, (n) => ({ properties: { [`a${n}`]: true } })),
      unevaluatedProperties: false,
    },
    NAMES,
  ],
  ['499 references one after another', chain(499, (next) => ({ $ref: next })), OBJECTS],
  [
    'references that double 12 times',
    {
      items: { $ref: '#/definitions/a0' },
      definitions: (
        chain(12, (next) => ({ allOf: [{ $ref: next }, { $ref: next }] })) as {
          definitions: object;
        }
      ).definitions,
    },
    OBJECTS,
  ],
  [
    'a recursive reference',
    { $schema: DRAFT_2019, $recursiveAnchor: true, properties: { a: { $recursiveRef: '#' } } },
    deep(31),
  ],
  [
    'a dynamic reference',
    { $schema: DRAFT_2020, $dynamicAnchor: 'n', properties: { a: { $dynamicRef: '#n' } } },
    deep(31),
  ],
  [
    'contains with many items',
    { $schema: DRAFT_2020, contains: { enum: repeat(1000, (n) => n) }, minContains: 1000 },
    repeat(50_000, (n) => n),
  ],
  [
    '400 dependent schemas',
    {
      $schema: DRAFT_2020,
      dependentSchemas: members(400, (n) => [`k${n}`, { required: [`k${n}`] }]),
    },
    NAMES,
  ],
  ['a format of bad URIs', { format: 'uri' }, `http://${':'.repeat(BIG)}`],
  ['a format of bad templates', { format: 'uri-template' }, '{'.repeat(BIG)],
  ['a format of expressions', { format: 'regex' }, '(a+)+$'],
  ['a format named __proto__', { format: '__proto__' }, 'text'],
  [
    'a property named __proto__',
    parsed('{"properties":{"__proto__":{"type":"string"}}}'),
    parsed('{"__proto__":{"a":1}}'),
  ],
  [
    'a pattern property named __proto__',
    parsed('{"patternProperties":{"__proto__":{"type":"string"}}}'),
    parsed('{"__proto__":{"a":1}}'),
  ],
  [
    'names of prototypes',
    { required: ['toString', 'constructor'], properties: { hasOwnProperty: false } },
    {},
  ],
  [
    'names that are code',
    {
      required: ["');process.exit();//", '${process.exit()}', '\u2028', "']+process.exit()+['"],
      title: '*/process.exit()/*',
    },
    {},
  ],
  ['lengths of surrogate pairs', { minLength: BIG }, '😀'.repeat(BIG / 4)],
  ['a minimum and maximum that exclude everything', { minimum: 1e308, maximum: -1e308 }, 1e308],
  [
    'content that is a schema',
    { $schema: DRAFT_2020, contentMediaType: 'application/json', contentSchema: { $ref: '#' } },
    '{}',
  ],
  ['a long comment', { $comment: 'x'.repeat(60_000) }, 1],
  ['a pattern with half a surrogate pair', { pattern: '\ud800' }, '😀'.repeat(BIG / 4)],
  [
    'a name with half a surrogate pair',
    { properties: { '\ud800': { type: 'string' } } },
    { '\ud800': 1 },
  ],
  ['no value at all', false, 1],
];
