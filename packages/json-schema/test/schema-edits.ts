export const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  ...more,
});
const closed = (properties: object) => object(properties, { additionalProperties: false });
const text = { type: 'string' };
const tree = (value: object) => ({
  $ref: '#/$defs/tree',
  $defs: {
    tree: object({ value, children: { type: 'array', items: { $ref: '#/$defs/tree' } } }),
  },
});
const shape = (kind: string, more: object) =>
  object({ kind: { const: kind }, ...more }, { required: ['kind'] });

/**
 * An edit; the changes: `-` is narrower for certain, `?` perhaps, `+` wider; and a value that is valid on
 * one side only.
 */
export const EDITS: readonly [
  title: string,
  before: unknown,
  after: unknown,
  changes: string[],
  witness?: unknown,
][] = [
  [
    'a member becomes required',
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    ['- /required "a" is now required.'],
    {},
  ],
  [
    'a member is no longer required',
    object({}, { required: ['a'] }),
    object({}),
    ['+ /required "a" may now be left out.'],
    {},
  ],
  [
    'an optional member is added to a closed object',
    closed({ a: text }),
    closed({ a: text, b: text }),
    ['+ /additionalProperties The member "b" is now allowed.'],
    { b: 'x' },
  ],
  [
    'an optional member is added to an open object',
    object({ a: text }),
    object({ a: text, b: text }),
    ['- /properties/b The member "b" now has a schema; any value was valid before.'],
    { b: 1 },
  ],
  [
    'a member of an open object is removed',
    object({ a: text, b: text }),
    object({ a: text }),
    ['+ /properties/b The member "b" is no longer described; it may have any value.'],
    { b: 1 },
  ],
  [
    'a member of a closed object is removed',
    closed({ a: text, b: text }),
    closed({ a: text }),
    ['- /additionalProperties The member "b" is no longer allowed.'],
    { b: 'x' },
  ],
  [
    'an object is closed',
    object({ a: text }),
    closed({ a: text }),
    ['- /additionalProperties Members that the schema does not name are no longer allowed.'],
    { c: 1 },
  ],
  [
    'a value is added to an enum',
    object({ size: { enum: ['s', 'm'] } }),
    object({ size: { enum: ['m', 's', 'l'] } }),
    ['+ /properties/size/enum "size" may now also be "l".'],
    { size: 'l' },
  ],
  [
    'a value is removed from an enum',
    { enum: ['s', 'm', 'l'] },
    { enum: ['s', 'm'] },
    ['- /enum The value may no longer be "l".'],
    'l',
  ],
  [
    'a string becomes an enum',
    text,
    { enum: ['a', 'b'] },
    ['- /enum The value may now only be one of a list of values.'],
    'c',
  ],
  [
    'a bound is tightened',
    object({ age: { type: 'integer', maximum: 120 } }),
    object({ age: { type: 'integer', maximum: 100 } }),
    ['- /properties/age/maximum "maximum" of "age" was changed from 120 to 100.'],
    { age: 110 },
  ],
  [
    'a bound is loosened and another dropped',
    { type: 'string', minLength: 2, maxLength: 5 },
    { type: 'string', minLength: 1 },
    [
      '+ /minLength "minLength" was changed from 2 to 1.',
      '+ /maxLength "maxLength" was dropped; it was 5.',
    ],
    'x',
  ],
  [
    'an exclusive bound of integers is written as an inclusive one',
    { type: 'integer', exclusiveMinimum: 0 },
    { type: 'integer', minimum: 1 },
    [],
  ],
  [
    'a decimal step becomes finer',
    { type: 'number', multipleOf: 0.02 },
    { type: 'number', multipleOf: 0.01 },
    ['+ /multipleOf "multipleOf" was changed from 0.02 to 0.01.'],
    0.01,
  ],
  [
    'a type is changed',
    object({ id: { type: 'integer' } }),
    object({ id: text }),
    [
      '- /properties/id/type "id" may no longer be an integer.',
      '+ /properties/id/type "id" may now also be a string.',
    ],
    { id: 1 },
  ],
  [
    'a type is widened',
    { type: 'array', items: { type: 'integer' } },
    { type: 'array', items: { type: ['number', 'null'] } },
    ['+ /items/type "[]" may now also be a fractional number or null.'],
    [null],
  ],
  [
    'a pattern is changed, and no sample shows a difference',
    { type: 'string', pattern: '^[a-z]{7}$' },
    { type: 'string', pattern: '^[a-y]{7}$' },
    [
      '? /pattern "pattern" was changed from "^[a-z]{7}$" to "^[a-y]{7}$".',
      '+ /pattern "pattern" was changed from "^[a-z]{7}$" to "^[a-y]{7}$".',
    ],
  ],
  [
    'a pattern is added that an ordinary text does not match',
    text,
    { type: 'string', pattern: '^[A-Z]' },
    ['- /pattern "pattern" was added: "^[A-Z]".'],
    'a',
  ],
  [
    'a format is dropped',
    { type: 'string', format: 'date' },
    text,
    ['+ /format "format" was dropped; it was "date".'],
    'x',
  ],
  ['a format without effect is added', text, { type: 'string', format: 'color' }, []],
  [
    'a position of a tuple is changed',
    { prefixItems: [text, { type: 'integer' }], items: false },
    { prefixItems: [text, { type: 'number' }], items: false },
    ['+ /prefixItems/1/type "[]" may now also be a fractional number.'],
    ['', 0.5],
  ],
  [
    'items must be unique',
    { type: 'array' },
    { type: 'array', uniqueItems: true },
    ['- /uniqueItems Items must now be unique.'],
    [1, 1],
  ],
  [
    'a member requires another member',
    object({}),
    object({}, { dependentRequired: { card: ['address'] } }),
    ['-  "address" is now required when "card" is present.'],
    { card: 1 },
  ],
  [
    'a recursive schema is widened',
    tree({ type: 'integer' }),
    tree({ type: 'number' }),
    ['+ /$defs/tree/properties/value/type "value" may now also be a fractional number.'],
    { children: [{ value: 0.5 }] },
  ],
  [
    'a recursive schema is narrowed',
    tree({ type: 'number' }),
    tree({ type: 'integer' }),
    ['- /$defs/tree/properties/value/type "value" may no longer be a fractional number.'],
    { children: [{ value: 0.5 }] },
  ],
  [
    'an alternative with its own constant is added',
    { oneOf: [shape('a', { size: text }), shape('b', {})] },
    { oneOf: [shape('a', { size: text }), shape('b', {}), shape('c', {})] },
    ['+ /oneOf Values that match none of the former alternatives may be valid now.'],
    { kind: 'c' },
  ],
  [
    'an alternative changes',
    { oneOf: [shape('a', { size: text }), shape('b', {})] },
    { oneOf: [shape('a', { size: { type: 'integer' } }), shape('b', {})] },
    [
      '- /oneOf/0/properties/size/type "size" may no longer be a string.',
      '+ /oneOf/0/properties/size/type "size" may now also be an integer.',
    ],
    { kind: 'a', size: 'x' },
  ],
  [
    'a branch of a condition is loosened',
    { if: { type: 'integer' }, else: { maxLength: 3 } },
    { if: { type: 'integer' }, else: { maxLength: 4 } },
    ['+ /else/maxLength "maxLength" was changed from 3 to 4.'],
    'abcd',
  ],
  [
    'schemas are composed that were written as one',
    object({ a: text, b: text }, { required: ['a'] }),
    {
      allOf: [object({ a: text }), { properties: { b: { $ref: '#/$defs/b' } }, required: ['a'] }],
      $defs: { b: text },
    },
    [],
  ],
  [
    'the dialect is a different one',
    { $schema: 'http://json-schema.org/draft-07/schema#', items: [text], additionalItems: false },
    { prefixItems: [text], items: false },
    [],
  ],
  [
    'texts are changed that do not count',
    { type: 'string', description: 'A', examples: ['a'] },
    { type: 'string', title: 'B', default: 'b' },
    [],
  ],
  [
    'a closed object is composed of parts',
    closed({ a: text, b: text }),
    {
      type: 'object',
      allOf: [{ properties: { a: text } }, { properties: { b: text } }],
      unevaluatedProperties: false,
    },
    [],
  ],
  [
    'types are written as alternatives',
    { type: ['string', 'null'], maxLength: 5 },
    { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] },
    [],
  ],
  [
    'an enum is written as constants',
    { enum: ['a', 'b'] },
    { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] },
    [],
  ],
  [
    'a format of numbers is written as bounds',
    { type: 'integer', format: 'int32' },
    { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
    [],
  ],
  [
    'a type is excluded',
    { type: ['string', 'integer'] },
    { type: ['string', 'integer'], not: { type: 'integer' } },
    ['- /not Values that were valid may be ruled out by "not" now.'],
    1,
  ],
  [
    'an alternative joins alternatives that overlap',
    { oneOf: [{ type: 'integer' }, { multipleOf: 0.5 }] },
    { oneOf: [{ type: 'integer' }, { multipleOf: 0.5 }, { maxLength: 3 }] },
    [
      '- /oneOf Values may now match more than one alternative of "oneOf".',
      '+ /oneOf Values that match none of the former alternatives may be valid now.',
    ],
    'abc',
  ],
];
