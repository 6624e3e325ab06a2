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
  'string.uuid.v7': [
    'string.uuid.v7',
    [
      '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
      '017F22E2-79B0-7CC3-A8C4-DC0C0C07398F',
      '01890a5d-ac96-774b-bcce-b302099a8057',
      'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
    ],
  ],
  'string.ip.v4': ['string.ip.v4', ['1.2.3.4', '0.0.0.0', '255.255.255.255', '256.1.1.1', '1.2.3']],
  'string.creditCard': [
    'string.creditCard',
    ['4111111111111111', '378282246310005', '5500005555555559', '41', 'x'],
  ],
  'string.url': ['string.url', ['http://a.b/c?d#e', 'ftp://example.com', 'x']],
  'string.regex': ['string.regex', ['a+', '(', '[']],
  'string.date.epoch': ['string.date.epoch', ['0', '1700000000', '-1', 'x']],
  'string.lower, upper, capitalize, trim': [
    {
      a: 'string.lower.preformatted',
      b: 'string.upper.preformatted',
      c: 'string.capitalize.preformatted',
      d: 'string.trim.preformatted',
    },
    [
      { a: 'a', b: 'B', c: 'Cc', d: 'd d' },
      { a: '', b: '', c: 'C', d: 'd' },
      { a: 'aa', b: 'BB', c: 'CC', d: '' },
      { a: 'A', b: 'B', c: 'C', d: 'd' },
      { a: 'a', b: 'b', c: 'C', d: 'd' },
      { a: 'a', b: 'B', c: 'C', d: ' d' },
    ],
  ],
  'email of a length': [
    'string.email & string <= 20',
    ['a@b.co', 'c.d@e.org', `${'a'.repeat(20)}@b.co`],
  ],
  'string lengths': ['2 <= string <= 4'],
  'string length': ['string == 3'],
  pattern: ['/^[a-z]+$/', ['abcdef', 'Abc']],
  'pattern that the flag u refuses': [
    // oxlint-disable-next-line no-useless-escape -- only without the flag u is it valid
    /^[\w-.]+\@x\-y$/,
    ['a@x-y', 'a-b@x-y', '.@x-y', '@x-y', 'a@x.y'],
  ],
  'pattern with a length': ['/^a/ & string <= 3', ['a', 'abc', 'aab', 'abcd', 'b']],
  'pattern with a back-reference': [/^(\w)\1$/, ['aa', 'bb', '11', 'ab']],
  number: ['number'],
  'number bounds': ['1 < number <= 5', [1.01, 5, 5.01, 3]],
  integer: ['number.integer'],
  'safe number': ['number.safe', [9007199254740991, -9007199254740991]],
  'integer in a range': ['0 <= number.integer < 10', [9, 10, 3]],
  'number.epoch': ['number.epoch', [1.7e12, -5]],
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
  'pick, omit, required, merge': [
    type({ 'a?': 'string', b: 'number' }).required().omit('b').merge({ c: 'boolean' }),
    [
      { a: '', c: true },
      { a: 'x', c: false },
      { a: 'y', b: 'any', c: true },
      { a: 'x' },
      { a: 1, c: true },
    ],
  ],
  keyof: [type({ a: 'string', b: 'number', c: 'null' }).keyof(), ['a', 'b', 'c', 'd']],
  'Exclude, Extract': ["Exclude<'a' | 'b' | 'c' | 'd', 'b'>", ['a', 'c', 'd', 'b']],
  'array of arrays': ['(string | number)[][]', [[['a', 1]], [[]], [[1], []]]],
  'array of a length': [
    'string[] == 2',
    [
      ['a', 'b'],
      ['', ''],
      ['c', 'd'],
    ],
  ],
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
  'discriminated union of three': [
    type({ k: "'a'", v: 'string' }).or({ k: "'b'", v: 'number' }).or({ k: "'c'" }),
    [{ k: 'a', v: 'x' }, { k: 'b', v: 1 }, { k: 'c' }, { k: 'b', v: 'x' }, { k: 'a' }, { k: 'd' }],
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
      schema: schema.in.toJsonSchema({ fallback: ({ base }) => base }),
      accepts: (value) => schema.allows(value),
      values,
    };
  }),
};
