import { InexactNumber } from '@mkt/protocol';

type Json = unknown;

const MAX_CHARACTERS = 250_000;

const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const members = (count: number, make: (index: number) => [string, Json]) =>
  Object.fromEntries(repeat(count, make));
const nested = (depth: number, wrap: (inner: Json) => Json, inner: Json): Json => {
  let value = inner;
  for (let n = 0; n < depth; n++) value = wrap(value);
  return value;
};
const few = (size: number, most: number) => Math.min(size, most);
const text = (part: string, size: number) =>
  part.repeat(Math.ceil(few(size * 16, MAX_CHARACTERS) / part.length));

/** A name past the length at which paths are cut. */
const LONG_NAME = 'k'.repeat(201);

/** Inputs; the size is a number of members, levels or characters. */
export const INPUTS: Readonly<Record<string, (size: number) => Json>> = {
  'a text of a': (size) => text('a', size),
  'a text of ab': (size) => `${text('ab', size)}!`,
  'a text of many letters': (size) =>
    repeat(few(size * 16, 60_000), (n) => String.fromCodePoint(0x20 + ((n * 7919) % 0x2fff))).join(
      '',
    ),
  'a text of colons': (size) => `http://${text(':', size)}`,
  'a text of slashes': (size) => text('/~0', size),
  'a list of texts': (size) => repeat(few(size, 30_000), (n) => `x${n}`),
  'a list of ones': (size) => repeat(few(size * 4, 100_000), () => 1),
  'a list of fractions': (size) => repeat(few(size, 12_000), (n) => n / 7),
  'a list of long numbers': (size) =>
    repeat(few(size, 6_000), (n) => new InexactNumber(`0.${12_345_678_901_234_567n + BigInt(n)}`)),
  'a list of exponents': (size) =>
    repeat(few(size, 12_000), (n) => new InexactNumber(`1.${n}00e-5`)),
  'a list of ones and a long number': (size) => [
    ...repeat(few(size * 4, 60_000), () => 1),
    new InexactNumber('0.1234567890123456789'),
  ],
  'an object of long numbers': (size) =>
    members(few(size, 4_000), (n) => [`k${n}`, new InexactNumber(`${n}.1234567890123456789`)]),
  'a list of objects': (size) => repeat(few(size, 12_000), (a) => ({ a, b: 'x' })),
  'a list of lists': (size) => repeat(few(size, 20_000), (n) => [n, []]),
  'an object': (size) => members(few(size, 18_000), (n) => [`k${n}`, n]),
  'an object of texts': (size) => members(few(size, 9_000), (n) => [`k${n}`, 'aaaaaa']),
  'an object of long names': (size) =>
    members(few(size, 400), (n) => [`${'a'.repeat(200)}${n}`, n]),
  'a deep object': (size) => nested(few(size, 60), (a) => ({ a, b: 0 }), { b: 0 }),
  'a deep list': (size) => nested(few(size, 60), (a) => [a, a === 1 ? 1 : 0], 1),
  'a list of deep objects': (size) =>
    repeat(few(size, 400), () => nested(20, (a) => ({ a, b: 0 }), 1)),
  'a list of wrong values': (size) => repeat(few(size, 30_000), (n) => (n % 2 === 0 ? {} : true)),
  'a list under a long name': (size) => ({ [LONG_NAME]: repeat(few(size, 20_000), () => 1) }),
  'an object of endless names': (size) =>
    members(few(size, 12), (n) => [`${'n/~'.repeat(6_000)}${n}`, n]),
  'an object of misspelled names': (size) =>
    members(few(size, 8_000), (n) => [`a_lnog_name_${n}x`, n]),
  null: () => null,
};

const letters = (size: number) => '"\u2028é'.repeat(few(size, 8_000));
const digits = (size: number) => Number(`1e-${few(size, 300)}`);

/** Schemas that hold no other; the size is a count or a length. */
export const LEAVES: Readonly<Record<string, (size: number) => Json>> = {
  true: () => true,
  false: () => false,
  'a type': () => ({ type: ['string', 'null'] }),
  'an expression of two ways': (size) => ({ pattern: `^(?:a|b)*a(?:a|b){${few(size, 400)}}$` }),
  'an expression of repetitions': (size) => ({ pattern: `(.*a){${few(size, 200)}}` }),
  'an expression of options': (size) => ({ pattern: `${'a?'.repeat(few(size, 200))}b` }),
  'an expression of words': (size) => ({
    pattern: `^(?:${repeat(few(size, 60), (n) => `x${n}`).join('|')})$`,
  }),
  'an expression of properties': (size) => ({ pattern: `^[\\p{L}\\p{N}]{0,${few(size, 90)}}$` }),
  'a boundary in an expression': () => ({ pattern: '\\bab\\b.*\\B' }),
  'names by expression': (size) => ({
    patternProperties: members(few(size, 500), (n) => [`^k.*${n}$`, {}]),
  }),
  'an enum of texts': (size) => ({ enum: repeat(few(size, 1000), (n) => `x${n}`) }),
  'an enum of objects': (size) => ({ enum: repeat(few(size, 1000), (a) => ({ a, b: 'xy' })) }),
  'an enum of escaped names': (size) => ({
    enum: repeat(few(size, 1000), (a) => ({ [`\n${a}`]: a })),
  }),
  'a constant of many letters': (size) => ({ const: letters(size) }),
  'a constant of many items': (size) => ({ const: repeat(few(size, 4_500), (n) => [n % 10, {}]) }),
  'an enum of long texts': (size) => ({ enum: repeat(20, (n) => `${n}${letters(size / 20)}`) }),
  'a divisor of many digits': (size) => ({
    multipleOf: new InexactNumber(`1.${'3'.repeat(few(size, 900))}e-900`),
  }),
  'a bound of many digits': (size) => ({
    maximum: new InexactNumber(`1.${'3'.repeat(few(size, 900))}e-900`),
  }),
  'long names that are required': (size) => ({ required: repeat(5, (n) => letters(size / 5) + n) }),
  'names that may be meant': (size) => ({
    properties: members(few(size, 400), (n) => [`a_long_name_${n}`, {}]),
    additionalProperties: false,
  }),
  'a tiny divisor': (size) => ({ multipleOf: digits(size) }),
  'a huge divisor': (size) => ({ multipleOf: Number(`1e${few(size, 308)}`) }),
  'a divisor': () => ({ multipleOf: 0.01 }),
  'items that differ': () => ({ uniqueItems: true }),
  'lengths in characters': (size) => ({ minLength: size * 8, maxLength: size * 8 + 1 }),
  'numbers of members': (size) => ({ minProperties: size, maxProperties: size }),
  'names that are required': (size) => ({ required: repeat(few(size, 500), (n) => `k${n}`) }),
  'names that need others': (size) => ({
    dependentRequired: members(few(size, 500), (n) => [`k${n}`, ['k0', `k${n}`]]),
  }),
  'names that bring schemas': (size) => ({
    dependentSchemas: members(few(size, 400), (n) => [`k${n}`, { required: [`k${n}`] }]),
  }),
  'no member at all': () => ({ additionalProperties: false }),
  'unevaluated members': () => ({ unevaluatedProperties: false }),
  'unevaluated items': () => ({ unevaluatedItems: { type: 'null' } }),
  'names that are short': () => ({ propertyNames: { maxLength: 3 } }),
  'a URI': () => ({ format: 'uri' }),
  'a template': () => ({ format: 'uri-template' }),
  'a pointer': () => ({ format: 'json-pointer' }),
  'an email address': () => ({ format: 'email' }),
  'a regular expression': () => ({ format: 'regex' }),
  'base 64': () => ({ format: 'byte' }),
};

/** Schemas around a schema. */
export const WRAPPERS: Readonly<Record<string, (inner: Json, size: number) => Json>> = {
  items: (items) => ({ items }),
  members: (additionalProperties) => ({ additionalProperties }),
  'named members': (inner, size) => ({
    properties: members(few(size, 400), (n) => [`k${n}`, inner]),
  }),
  'items under a long name': (items) => ({ properties: { [LONG_NAME]: { items } } }),
  names: (propertyNames) => ({ propertyNames }),
  contains: (contains, size) => ({ contains, minContains: size }),
  'items by position': (inner, size) => ({ prefixItems: repeat(few(size, 300), () => inner) }),
  'all of': (inner, size) => ({ allOf: repeat(few(size, 90), () => inner) }),
  'any of': (inner, size) => ({ anyOf: [...repeat(few(size, 90), () => inner), { const: 'z' }] }),
  'one of': (inner, size) => ({ oneOf: [...repeat(few(size, 90), () => inner), { const: 'z' }] }),
  not: (not) => ({ not }),
  if: (inner) => ({ if: inner, else: inner }),
  'the same by reference': (_, size) => ({
    allOf: repeat(few(size, 90), () => ({ $ref: '#/$defs/leaf' })),
  }),
  'a tree': (inner, size) => ({
    anyOf: repeat(Math.min(Math.max(size, 2), 5), () => ({
      properties: { a: { $ref: '#' }, b: inner },
    })),
  }),
  'a nest': (inner, size) => nested(few(size, 20), (allOf) => ({ allOf: [allOf, {}] }), inner),
  'unevaluated in a nest': (inner, size) =>
    nested(few(size, 20), (each) => ({ anyOf: [each], unevaluatedProperties: {} }), inner),
  'other members unevaluated': (inner) => ({ allOf: [inner], unevaluatedProperties: false }),
  'other items unevaluated': (inner) => ({ allOf: [inner], unevaluatedItems: false }),
};
