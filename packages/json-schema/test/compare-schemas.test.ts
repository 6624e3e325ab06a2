import { describe, expect, it } from 'vitest';
import { compareSchemas, compileSchema, type SchemaChange } from '../src/index.ts';

const budget = (units = 1_000_000) => ({ units, isLate: () => false });

function compare(before: unknown, after: unknown): SchemaChange[] {
  const compared = compareSchemas(before, after, budget());
  if (!compared.ok) throw new Error(compared.reason);
  return compared.changes;
}

/** Narrower changes that are certain as `-`, others as `?`, wider ones as `+`. */
const summary = (changes: readonly SchemaChange[]) =>
  changes.map(({ path, direction, isCertain, message }) => {
    const sign = direction === 'wider' ? '+' : isCertain ? '-' : '?';
    return `${sign} ${path} ${message}`;
  });

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
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

/** An edit, what is reported, and a value that is valid on one side only. */
const EDITS: readonly [
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
    ['+ /required "a" is no longer required.'],
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
    ['+ /properties/b The member "b" no longer has a schema; any value is valid.'],
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
    'a member needs another one',
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
    [
      '+ /oneOf Values that match none of the former alternatives may be valid now.',
    ],
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
    { if: { type: 'string' }, then: { maxLength: 3 } },
    { if: { type: 'string' }, then: { maxLength: 4 } },
    ['+ /then/maxLength "maxLength" was changed from 3 to 4.'],
    'abcd',
  ],
  [
    'schemas are composed that were written as one',
    object({ a: text, b: text }, { required: ['a'] }),
    { allOf: [object({ a: text }), { properties: { b: { $ref: '#/$defs/b' } }, required: ['a'] }], $defs: { b: text } },
    [],
  ],
  [
    'the dialect is another one',
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
];

describe('a comparison of schemas', () => {
  it.each(EDITS)('reports that %s', (_, before, after, changes, witness) => {
    expect(summary(compare(before, after))).toEqual(changes);
    if (witness === undefined) return;
    const [earlier, later] = [compileSchema(before), compileSchema(after)];
    if (!earlier.ok || !later.ok) throw new Error('a schema was refused');
    const isValid = [earlier, later].map(({ validate }) => validate(witness).length === 0);
    expect(isValid).toEqual(isValid[0] ? [true, false] : [false, true]);
  });

  it('reads a missing schema as one that accepts everything', () => {
    expect(compare(undefined, {})).toEqual([]);
    expect(compare(undefined, text)).toMatchObject([{ direction: 'narrower', isCertain: true }]);
    expect(compare(text, undefined)).toMatchObject([{ direction: 'wider' }]);
  });

  it('says which schema is refused', () => {
    expect(compareSchemas({ type: 'nothing' }, {}, budget())).toEqual({
      ok: false,
      reason: 'before',
    });
    expect(compareSchemas({}, { pattern: '(' }, budget())).toEqual({ ok: false, reason: 'after' });
  });
});

describe('hostile schemas', () => {
  const nested = (depth: number, leaf: object): object =>
    depth === 0
      ? leaf
      : {
          oneOf: ['a', 'b'].map((name) => ({ properties: { [name]: nested(depth - 1, leaf) } })),
        };
  const crossed = (count: number, by: number) => ({
    allOf: Array.from({ length: count }, (_, i) => ({
      anyOf: [{ minimum: i }, { maxLength: i + by }, { minItems: i }, { maxProperties: i }],
    })),
  });
  const graph = (count: number, type: string) => ({
    $ref: '#/$defs/d0',
    $defs: Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `d${i}`,
        {
          anyOf: [
            { type, minimum: i },
            ...[1, 2, 3].map((j) => object({ p: { $ref: `#/$defs/d${(i * j + 1) % count}` } })),
          ],
        },
      ]),
    ),
  });

  it.each([
    ['nested alternatives', nested(7, { type: 'number' }), nested(7, { type: 'integer' })],
    ['crossed alternatives', crossed(40, 1), crossed(40, 2)],
    ['a dense graph of references', graph(60, 'integer'), graph(59, 'number')],
  ])('end within the budget: %s', (_, before, after) => {
    expect(compileSchema(before).ok && compileSchema(after).ok).toBe(true);
    const limited = budget(300_000);
    expect(compareSchemas(before, after, limited)).toEqual({ ok: false, reason: 'budget' });
    expect(limited.units).toBeGreaterThanOrEqual(0);
  });

  it('end when the caller says that it is late', () => {
    const late = { units: 1_000_000, isLate: () => true };
    expect(compareSchemas(crossed(40, 1), crossed(40, 2), late).ok).toBe(false);
  });
});
