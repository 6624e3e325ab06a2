// The constructs of https://valibot.dev/guides, by @valibot/to-json-schema.
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

const text = (...actions) => v.pipe(v.string(), ...actions);
const Tree = v.object({ name: v.string(), children: v.array(v.lazy(() => Tree)) });

const own = {
  string: [v.string()],
  'minLength, maxLength': [text(v.minLength(2), v.maxLength(4))],
  length: [text(v.length(3))],
  nonEmpty: [text(v.nonEmpty())],
  regex: [text(v.regex(/^[a-z]+$/u)), ['abcdef', 'Abc']],
  'regex with look-behind': [text(v.regex(/^\d+(?<!0)$/u)), ['12', '120', '7', '101', 'x']],
  'regex that the flag u refuses': [
    // oxlint-disable-next-line no-useless-escape -- only without the flag u is it valid
    text(v.regex(/^[\w-.]+\@\w+\-\d$/)),
    ['a-b@x-1', '.@x-2', 'a@yz-3', '@x-1', 'a@x-'],
  ],
  'startsWith, endsWith, includes': [
    text(v.startsWith('a.'), v.includes('('), v.endsWith('c')),
    ['a.(c', 'a.b()c', 'a.((c', 'ab(c', 'a.(b'],
  ],
  creditCard: [
    text(v.creditCard()),
    ['4111111111111111', '4111 1111 1111 1111', '378282246310005'],
  ],
  hash: [
    text(v.hash(['md5', 'sha256'])),
    ['d41d8cd98f00b204e9800998ecf8427e', 'a'.repeat(64), 'A'.repeat(32), 'a'.repeat(33)],
  ],
  mac48: [text(v.mac48()), ['00:1A:2B:3C:4D:5E', '00-1a-2b-3c-4d-5e', '001A.2B3C.4D5E', '00:1A']],
  mac64: [
    text(v.mac64()),
    ['00:1A:2B:3C:4D:5E:6F:70', '00-1a-2b-3c-4d-5e-6f-70', '001A.2B3C.4D5E.6F70', '00:1A'],
  ],
  rfcEmail: [text(v.rfcEmail()), ['joe@example.com', 'a+b@example.org', 'x@y.io', 'joe', '@a.b']],
  slug: [text(v.slug()), ['a-b', 'abc', 'a1-2b', 'A-b', '-a', 'a_b']],
  base64: [text(v.base64()), ['aGk=', 'aGkh', 'aA==', 'aGk']],
  bic: [text(v.bic()), ['UBSWCHZH80A', 'DEUTDEFF', 'CRESCHZZ', 'DEUTDE00', 'DEUT']],
  cuid2: [text(v.cuid2()), ['tz4a98xxat96iws9zmbrgj3a', 'a1', 'A-b']],
  decimal: [text(v.decimal()), ['1.5', '-2', '+.5', '1.', 'x']],
  digits: [text(v.digits()), ['0', '99', '-1']],
  domain: [
    text(v.domain()),
    ['example.com', 'a-b.example.org', 'x.io', 'localhost', '-a.com', 'xn--a.com'],
  ],
  email: [text(v.email()), ['joe.doe@mail.example.com', 'a+b@example.org', 'joe', '@example.com']],
  emoji: [text(v.emoji()), ['😀', '🇨🇭', '👩‍🚀', '😀!', '1']],
  hexColor: [text(v.hexColor()), ['#fff', '#00FF00', '#12345678', '#12', 'fff']],
  hexadecimal: [text(v.hexadecimal()), ['0xFF', 'dead', '0h1', 'xyz']],
  imei: [text(v.imei()), ['490154203237518', '35-209900-176148-1', '356938035643809', '1']],
  ip: [text(v.ip()), ['10.0.0.1', '2001:db8::1', '256.0.0.1']],
  ipv4: [text(v.ipv4()), ['10.0.0.1', '0.0.0.0', '256.0.0.1']],
  ipv6: [text(v.ipv6()), ['2001:db8::1', '1:2:3:4:5:6:7:8', 'g::']],
  isoDate: [text(v.isoDate()), ['2000-01-01', '1999-12-31', '2024-1-1']],
  isoDateTime: [text(v.isoDateTime()), ['2024-01-01T10:00', '2024-01-01 10:00', '24-01-01T10:00']],
  isoTime: [text(v.isoTime()), ['10:00', '23:59', '24:00']],
  isoTimeSecond: [text(v.isoTimeSecond()), ['10:00:00', '24:00:00']],
  isoTimestamp: [
    text(v.isoTimestamp()),
    ['2024-01-01T10:00:00Z', '2024-01-01T10:00:00.123+01:00', '2024-01-01 10:00:00Z', '2024-01-01'],
  ],
  isoWeek: [text(v.isoWeek()), ['2024-W01', '2024-W53', '1999-W10', '2024-W54']],
  mac: [text(v.mac()), ['00:1A:2B:3C:4D:5E', '00-1a-2b-3c-4d-5e', '001A.2B3C.4D5E', '00:1A']],
  nanoid: [text(v.nanoid()), ['V1StGXR8_Z5jdHi6B-myT', 'a+b']],
  octal: [text(v.octal()), ['0o17', '7', '8']],
  ulid: [
    text(v.ulid()),
    [
      '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      '01BX5ZZKBKACTAV9WEVGEMMVRZ',
      '7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
      '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
    ],
  ],
  url: [text(v.url()), ['https://example.com/a', 'http://[::1]/', 'example.com']],
  uuid: [
    text(v.uuid()),
    ['123e4567-e89b-42d3-a456-426614174000', 'F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6', 'f81d'],
  ],
  number: [v.number()],
  'minValue, maxValue': [v.pipe(v.number(), v.minValue(1), v.maxValue(5)), [5, 5.01, 3]],
  'gtValue, ltValue': [v.pipe(v.number(), v.gtValue(1), v.ltValue(5)), [1.01, 5, 4, 3]],
  integer: [v.pipe(v.number(), v.integer())],
  multipleOf: [v.pipe(v.number(), v.multipleOf(0.5)), [0.5, 0.25, 19.5]],
  value: [v.pipe(v.number(), v.value(7)), [7, 8]],
  values: [v.pipe(v.number(), v.values([1, 2, 3])), [3, 4]],
  safeInteger: [v.pipe(v.number(), v.safeInteger()), [-7]],
  boolean: [v.boolean()],
  null: [v.null_()],
  literal: [v.literal('tuna'), ['tuna']],
  picklist: [v.picklist(['a', 'b', 1])],
  enum: [v.enum_({ Left: 'left', Right: 'right', One: 1 }), ['left', 'right', 'Left']],
  any: [v.object({ a: v.any() })],
  nullable: [v.nullable(v.string())],
  nullish: [v.object({ a: v.nullish(v.number()) }), [{ a: 2 }]],
  optional: [v.object({ a: v.optional(v.string(), 'x') })],
  exactOptional: [v.object({ a: v.exactOptional(v.string()) })],
  nonOptional: [v.object({ a: v.nonOptional(v.optional(v.string())) }), [{ a: '' }, { a: 'y' }]],
  fallback: [v.object({ a: v.fallback(v.number(), 1) }), [{ a: 2 }, { a: 0.5 }]],
  'trim, transform': [v.pipe(v.string(), v.trim(), v.minLength(1), v.transform(Number))],
  keyof: [v.keyof(v.object({ a: v.string(), b: v.number(), c: v.null() })), ['a', 'b', 'c', 'd']],
  object: [
    v.object({ a: v.string(), b: v.number() }),
    [
      { a: '', b: 0.5 },
      { a: 'x', b: 1, c: 1 },
      { a: 'x', b: 'y' },
    ],
  ],
  looseObject: [v.looseObject({ a: v.string() }), [{ a: 'x', c: 1 }]],
  strictObject: [v.strictObject({ a: v.string() }), [{ a: '' }, { a: 'y' }, { a: 'x', c: 1 }]],
  objectWithRest: [
    v.objectWithRest({ a: v.string() }, v.number()),
    [
      { a: 'x', c: 1 },
      { a: 'x', c: 'y' },
    ],
  ],
  'partial, pick': [v.partial(v.pick(v.object({ a: v.string(), b: v.number() }), ['a']))],
  minEntries: [
    v.pipe(v.record(v.string(), v.number()), v.minEntries(1), v.maxEntries(2)),
    [{ a: 1, b: 2 }, { a: 1, b: 2, c: 3 }, { c: 0.5 }],
  ],
  lazy: [
    Tree,
    [
      { name: 'A', children: [] },
      { name: '', children: [{ name: 'B', children: [] }] },
      { name: 'A', children: [{ name: 'B', children: [{ name: 'C', children: [] }] }] },
      { name: 'A' },
      { name: 'A', children: [{}] },
    ],
  ],
  array: [v.array(v.string())],
  'array lengths': [
    v.pipe(v.array(v.number()), v.minLength(1), v.maxLength(2)),
    [[1, 2], [0.5], [1, 2, 3]],
  ],
  tuple: [v.tuple([v.string(), v.number()]), [['a', 1], ['', 0.5], ['a', 1, 2], ['a']]],
  strictTuple: [
    v.strictTuple([v.string(), v.number()]),
    [['a', 1], ['', 0.5], ['b', -1], ['a', 1, 2], ['a']],
  ],
  'strictTuple, empty': [v.strictTuple([])],
  'strictTuple with an optional item': [
    v.strictTuple([v.string(), v.optional(v.number())]),
    [['a', 1], ['', 0.5], ['b'], ['a', 1, 2], [1]],
  ],
  looseTuple: [v.looseTuple([v.string()]), [['a', null]]],
  tupleWithRest: [
    v.tupleWithRest([v.string()], v.number()),
    [
      ['a', 1],
      ['a', 1, 2],
      ['a', 'b', 1],
    ],
  ],
  union: [v.union([v.string(), v.number()])],
  variant: [
    v.variant('type', [
      v.object({ type: v.literal('a'), a: v.string() }),
      v.object({ type: v.literal('b'), b: v.number() }),
    ]),
    [
      { type: 'a', a: 'x' },
      { type: 'b', b: 1 },
      { type: 'b', b: 1.5 },
      { type: 'a' },
      { type: 'c' },
      { type: 'b', b: 'x' },
    ],
  ],
  'variant, nested and strict': [
    v.variant('t', [
      v.strictObject({ t: v.literal('a') }),
      v.variant('k', [
        v.object({ t: v.literal('b'), k: v.literal(1) }),
        v.object({ t: v.literal('b'), k: v.literal(2), y: v.string() }),
      ]),
    ]),
    [
      { t: 'a' },
      { t: 'b', k: 1 },
      { t: 'b', k: 2, y: '' },
      { t: 'a', k: 1 },
      { t: 'b', k: 2 },
      { t: 'b' },
    ],
  ],
  intersect: [
    v.intersect([v.object({ a: v.string() }), v.object({ b: v.number() })]),
    [
      { a: '', b: 0.5 },
      { a: 'y', b: 2 },
    ],
  ],
  record: [v.record(v.string(), v.number()), [{ b: 2 }, { a: 0.5 }]],
  'record of a picklist': [
    v.record(v.picklist(['a', 'b']), v.string()),
    [{ a: 'x', b: 'y' }, { b: 'y' }, { c: 'x' }],
  ],
  'record with constrained keys': [
    v.record(v.pipe(v.string(), v.minLength(2), v.regex(/^x/u)), v.number()),
    [{ xx: 1 }, { xyz: 2, xy: 0.5 }, { x: 1 }, { xx: 'y' }],
  ],
  'title, description, metadata': [
    v.pipe(v.string(), v.title('T'), v.description('D'), v.metadata({ examples: ['a'] })),
  ],
};

export default {
  libraries: ['valibot', '@valibot/to-json-schema'],
  cases: ['draft-07', 'draft-2020-12'].flatMap((target) =>
    Object.entries(own).map(([construct, [schema, values = []]]) => ({
      construct: `${construct} (${target})`,
      schema: toJsonSchema(schema, { target, errorMode: 'ignore', typeMode: 'input' }),
      accepts: (value) => v.safeParse(schema, value).success,
      values,
    })),
  ),
};
