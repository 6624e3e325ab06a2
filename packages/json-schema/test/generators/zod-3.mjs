// The constructs of https://v3.zod.dev, by zod-to-json-schema in its targets.
import { z } from 'zod-3';
import { zodToJsonSchema } from 'zod-to-json-schema';

const Node = z.object({ name: z.string(), next: z.lazy(() => Node).optional() });
const Address = z.object({ city: z.string() });

const own = {
  string: [z.string()],
  'string lengths': [z.string().min(2).max(4)],
  'string regex': [z.string().regex(/^[a-z]+$/), ['abcdef', 'Abc']],
  'two patterns': [z.string().regex(/^a/).regex(/c$/), ['abc', 'ac', 'abcc', 'ab', 'bc']],
  'startsWith, endsWith, includes': [
    z.string().startsWith('a.').endsWith(')').includes('+'),
    ['a.+)', 'a.b+c)', 'a.++)', 'ab+)', 'a.)'],
  ],
  email: [
    z.string().email(),
    ['joe.doe@mail.example.com', 'a+b@example.org', 'joe', '@example.com'],
  ],
  uuid: [
    z.string().uuid(),
    ['123e4567-e89b-42d3-a456-426614174000', 'F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6', 'f81d4fae'],
  ],
  url: [z.string().url(), ['https://example.com/a?b=c#d', 'http://[::1]:80/', 'example.com']],
  cuid: [
    z.string().cuid(),
    ['cjld2cjxh0000qzrmn831i7rn', 'Cabcdefgh', 'c12345678', 'ajld2cjxh0000qzrmn831i7rn'],
  ],
  cuid2: [z.string().cuid2(), ['tz4a98xxat96iws9zmbrgj3a', 'pfh0haxfpzowht3oi213cqos', 'A-b']],
  ulid: [
    z.string().ulid(),
    [
      '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      '01BX5ZZKBKACTAV9WEVGEMMVRZ',
      '7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
      '01ARZ3NDEKTSV4RRFFQ69G5FAI',
    ],
  ],
  nanoid: [
    z.string().nanoid(),
    ['V1StGXR8_Z5jdHi6B-myT', '_'.repeat(21), 'a'.repeat(21), 'a'.repeat(20)],
  ],
  emoji: [z.string().emoji(), ['😀', '👍🏽', '🐟🐟', '😀!']],
  ip: [z.string().ip(), ['10.0.0.1', '2001:db8::1', '256.0.0.1']],
  'ip v4': [z.string().ip({ version: 'v4' }), ['10.0.0.1', '0.0.0.0', '256.0.0.1']],
  'cidr v4': [
    z.string().cidr({ version: 'v4' }),
    ['10.0.0.0/8', '10.1.0.0/16', '0.0.0.0/0', '10.0.0.0/33'],
  ],
  'cidr v6': [
    z.string().cidr({ version: 'v6' }),
    ['2001:db8::/32', '::/0', 'fe80::/128', '2001:db8::'],
  ],
  base64: [z.string().base64(), ['aGk=', 'aGkh', 'aA==', 'aGk', 'a===']],
  base64url: [z.string().base64url(), ['aGk', 'aG-_', 'aA', 'a', 'a+b/']],
  jwt: [
    z.string().jwt(),
    [
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.c2ln',
      'eyJhbGciOiJSUzI1NiJ9.e30.YQ',
      'eyJhbGciOiJSUzI1NiJ9.e30.',
      'a.b',
    ],
  ],
  datetime: [
    z.string().datetime(),
    ['1999-12-31T23:59:59Z', '2024-02-29T12:00:00.5Z', '2024-02-29 12:00', '2023-02-29T12:00:00Z'],
  ],
  date: [z.string().date(), ['2000-01-01', '1999-12-31', '2024-1-1']],
  duration: [z.string().duration(), ['P1D', 'PT1H30M', 'P2W', 'P', 'PT', '1D']],
  number: [z.number()],
  'number bounds': [z.number().gt(1).lte(5), [1.01, 5, 5.01]],
  'number positive, int': [z.number().int().positive(), [7, 3]],
  multipleOf: [z.number().multipleOf(0.5), [0.5, 0.25, 19.5]],
  bigint: [z.bigint()],
  boolean: [z.boolean()],
  'date as a string': [
    z.object({ at: z.date() }),
    [
      { at: '2024-01-01T00:00:00Z' },
      { at: '1999-12-31T23:59:59.5Z' },
      { at: '2024-01-01T00:00:00+01:00' },
      { at: 'today' },
    ],
  ],
  null: [z.null()],
  literal: [z.literal('tuna'), ['tuna']],
  enum: [z.enum(['Salmon', 'Tuna', 'Trout']), ['Salmon', 'Tuna', 'Trout', 'salmon']],
  nativeEnum: [z.nativeEnum({ A: 'a', One: 1, B: 'b' }), ['c']],
  object: [
    z.object({ name: z.string(), age: z.number().optional() }),
    [
      { name: 'A' },
      { name: 'A', age: 3.5 },
      { name: '', age: -1 },
      { age: 3 },
      { name: 'A', more: 1 },
    ],
  ],
  'object strict': [
    z.object({ name: z.string() }).strict(),
    [{ name: 'A' }, { name: '' }, { name: 'B' }, { name: 'A', b: 1 }],
  ],
  'object passthrough': [
    z.object({ name: z.string() }).passthrough(),
    [{ name: 'A' }, { name: 'A', b: 1 }, { name: '', b: null }],
  ],
  'object catchall': [
    z.object({ name: z.string() }).catchall(z.number()),
    [{ name: 'A' }, { name: 'A', b: 1 }, { name: '', c: 1.5 }, { name: 'A', b: 'x' }],
  ],
  'used twice': [
    z.object({ home: Address, work: Address }),
    [
      { home: { city: 'A' }, work: { city: 'B' } },
      { home: { city: '' }, work: { city: '' } },
      { home: { city: 'A' }, work: { city: 'A' } },
      { home: { city: 'A' } },
      { home: { city: 'A' }, work: { city: 1 } },
    ],
  ],
  recursive: [
    Node,
    [
      { name: 'A' },
      { name: 'A', next: { name: 'B' } },
      { name: 'A', next: { name: 'B', next: { name: '' } } },
      { name: 'A', next: {} },
      { next: { name: 'A' } },
    ],
  ],
  nullable: [z.string().nullable()],
  'nullable object': [z.object({ a: z.string() }).nullable(), [{ a: '' }]],
  nullish: [z.object({ a: z.number().nullish() }), [{ a: 2 }]],
  array: [z.array(z.string())],
  'array lengths': [z.array(z.number().int()).min(1).max(2), [[1, 2], [-1], [1, 2, 3]]],
  'array nonempty': [z.array(z.string()).nonempty(), [['']]],
  set: [z.set(z.number()).min(1).max(3), [[1, 2], [3], [1, 2, 3, 4]]],
  map: [
    z.map(z.string(), z.number()),
    [
      [['a', 1]],
      [
        ['a', 1],
        ['b', 2],
      ],
      [['a', 'b']],
      [[1, 1]],
    ],
  ],
  tuple: [z.tuple([z.string(), z.number()]), [['a', 1], ['', 0.5], ['b', -1], ['a'], ['a', 1, 2]]],
  'tuple with rest': [
    z.tuple([z.string()]).rest(z.number().int()),
    [
      ['a', 1],
      ['a', 1, 2],
      ['a', 'b', 1],
    ],
  ],
  record: [z.record(z.string(), z.number().int()), [{ b: 2 }, { a: 1.5 }]],
  'record of an enum': [z.record(z.enum(['a', 'b']), z.string()), [{ a: 'x', b: 'y' }, { b: 'y' }]],
  'record with keys': [
    z.record(z.string().regex(/^a/).max(2), z.number()),
    [{ ab: 1 }, { abc: 1 }],
  ],
  'record keyed by a look-ahead': [
    z.record(z.string().regex(/^(?!b)/), z.number()),
    [{ cb: 1 }, { a: 2 }, { bb: 1 }],
  ],
  union: [z.union([z.string().max(2), z.number().int()])],
  'union of literals': [z.union([z.literal('a'), z.literal(1), z.literal(true)])],
  discriminatedUnion: [
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('a'), a: z.string() }),
      z.object({ type: z.literal('b'), b: z.number() }),
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
  intersection: [
    z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })),
    [{ a: 'x', b: 1 }, { a: '', b: 0.5 }, { a: 'y', b: -1 }, { a: 'x' }],
  ],
  default: [z.object({ a: z.string().default('tuna') }), []],
  catch: [z.object({ a: z.number().catch(1) }), [{ a: 2 }]],
  branded: [z.string().max(3).brand()],
  readonly: [z.object({ a: z.number() }).readonly(), [{ a: 2 }, { a: 0.5 }]],
  effects: [z.object({ a: z.string().transform(Number) }), [{ a: '1' }, { a: '' }, { a: 'y' }]],
  'password by look-ahead': [
    z.string().regex(/^(?=.*\d)(?=.*[a-z]).{4,}$/),
    ['abc1', '1a2b3c', 'x 1 y', 'abcd', '1234'],
  ],
  'ignoring case': [z.string().regex(/^ab+$/i), ['AB', 'abb', 'aBB', 'b']],
};

const TARGETS = ['jsonSchema7', 'jsonSchema2019-09'];
/** Written with draft-04's flags, which no validator of 2019-09 accepts. */
const hasFlags = (schema) => /"exclusiveM\w+":true/.test(JSON.stringify(schema));

export default {
  libraries: ['zod-3', 'zod-to-json-schema'],
  cases: TARGETS.flatMap((target) =>
    Object.entries(own).map(([construct, [schema, values = []]]) => ({
      construct: `${construct} (${target})`,
      schema: zodToJsonSchema(schema, { target, applyRegexFlags: construct === 'ignoring case' }),
      values,
    })),
  ).filter(({ schema }) => !hasFlags(schema)),
};
