// The constructs of https://arktype.io/docs, by toJsonSchema.
import { scope, type } from 'arktype';

const boxes = scope({ box: { width: 'number > 0', 'inner?': 'box' } }).export();

const own = {
  string: ['string'],
  'string.alpha': ['string.alpha', ['Abc', 'ab1']],
  'string.alphanumeric': ['string.alphanumeric', ['Abc1', 'a-b']],
  'string.base64': ['string.base64', ['aGk=', 'aGkh', 'aA==', 'aGk']],
  'string.base64.url': ['string.base64.url', ['aGk', 'aG-_', 'a+b/']],
  'string.date.iso': [
    'string.date.iso',
    ['2024-01-01', '2024-01-01T10:00:00Z', '2024-W01-1', '24-1-1'],
  ],
  'string.digits': ['string.digits', ['0', '99', '-1']],
  'string.email': ['string.email', ['joe.doe@mail.example.com', 'a+b@example.org', 'joe']],
  'string.hex': ['string.hex', ['00ff', 'ABC', 'xyz']],
  'string.integer': ['string.integer', ['0', '-12', '01', '-0', '1.5']],
  'string.numeric': ['string.numeric', ['0', '-12', '1.5', '01', '-0', 'x']],
  'string.ip': ['string.ip', ['10.0.0.1', '2001:db8::1', '256.0.0.1']],
  'string.ip.v6': ['string.ip.v6', ['2001:db8::1', 'fe80::', 'g::']],
  'string.semver': ['string.semver', ['1.0.0', '1.0.0-alpha.1+b', '0.0.0', '1.0', '01.0.0']],
  'string.uuid': [
    'string.uuid',
    ['123e4567-e89b-42d3-a456-426614174000', '00000000-0000-0000-0000-000000000000', 'f81d'],
  ],
  'string.uuid.v4': [
    'string.uuid.v4',
    [
      '123e4567-e89b-42d3-a456-426614174000',
      '3d813cbb-47fb-42ba-91df-831e1593ac29',
      'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
    ],
  ],
  'string lengths': ['2 <= string <= 4'],
  'string length': ['string == 3'],
  pattern: ['/^[a-z]+$/', ['abcdef', 'Abc']],
  'pattern with a back-reference': [/^(\w)\1$/, ['aa', 'bb', '11', 'ab']],
  number: ['number'],
  'number bounds': ['1 < number <= 5', [1.01, 5, 5.01, 3]],
  integer: ['number.integer'],
  'safe number': ['number.safe', [9007199254740991, -9007199254740991]],
  divisor: ['number % 2', [4, 3]],
  boolean: ['boolean'],
  null: ['null'],
  literal: ["'tuna'", ['tuna']],
  unit: ['7', [7]],
  union: ["'a' | 1 | null"],
  'union of types': ['string | number'],
  enumerated: [type.enumerated('a', 1, true, null)],
  unknown: [{ a: 'unknown' }],
  object: [
    { a: 'string', 'b?': 'number' },
    [
      { a: '', b: 0.5 },
      { a: 'x', b: 'y' },
    ],
  ],
  'object of one member': [{ a: 'string.lower.preformatted | null' }],
  'index signature': [{ '[string]': 'number' }, [{ a: 0.5 }, { b: 2 }]],
  'index signature with a pattern': [{ '[/^a/]': 'number' }, [{ ab: 2 }, { b: 'x', a: 0.5 }]],
  'undeclared keys are refused': [{ '+': 'reject', a: 'string' }, [{ a: '' }, { a: 'y' }]],
  record: ['Record<string, string>', [{ b: 'x' }]],
  partial: [type({ a: 'string', b: 'number' }).partial()],
  array: ['string[]'],
  'array lengths': ['1 <= number[] <= 2', [[1, 2], [0.5], [1, 2, 3]]],
  tuple: [
    ['string', 'number'],
    [['a', 1], ['', 0.5], ['b', 2], ['a', 1, 2], ['a']],
  ],
  'optional element': [
    ['string', 'number?'],
    [
      ['a', 1],
      ['a', 'b'],
    ],
  ],
  'variadic element': [
    ['string', '...', 'number[]'],
    [
      ['a', 1],
      ['a', 1, 2],
      ['a', 'b', 1],
    ],
  ],
  'discriminated union': [
    type({ type: "'a'", a: 'string' }).or({ type: "'b'", b: 'number' }),
    [
      { type: 'a', a: 'x' },
      { type: 'b', b: 1 },
      { type: 'b', b: 1.5 },
      { type: 'a' },
      { type: 'c' },
    ],
  ],
  intersection: [
    type({ a: 'string' }).and({ b: 'number' }),
    [
      { a: '', b: 0.5 },
      { a: 'y', b: 2 },
    ],
  ],
  cyclic: [
    boxes.box,
    [
      { width: 1 },
      { width: 0.5, inner: { width: 2 } },
      { width: 1, inner: { width: 1, inner: { width: 1 } } },
      { width: 0 },
      { inner: { width: 1 } },
      { width: 1, inner: {} },
    ],
  ],
  default: [{ a: "string = 'x'" }],
  described: [type('string').describe('a name')],
};

export default {
  libraries: ['arktype'],
  cases: Object.entries(own).map(([construct, [definition, values = []]]) => {
    const schema = typeof definition === 'function' ? definition : type(definition);
    return {
      construct,
      schema: schema.in.toJsonSchema(),
      accepts: (value) => schema.allows(value),
      values,
    };
  }),
};
