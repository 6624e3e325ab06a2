import type { Random } from '../random.ts';

/** JSON text that `JSON.stringify` cannot produce. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const UUID = '01a1fdff-848e-77c2-9e0b-fa6bd5dc0a82';

const STRINGS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202eltr',
  '\ufeff',
  '👩‍👩‍👧‍👦',
  'Ａ',
  'ﷺ'.repeat(40),
  '\r\nx-injected: 1',
  '__proto__',
  'constructor',
  'toString',
  "' OR 1=1 --",
  '"; DROP TABLE orders; --',
  '%00',
  '%',
  '..',
  '/',
  '*',
  '"',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'null',
  'true',
  '-1',
  '1e999',
  'NaN',
  UUID,
  UUID.toUpperCase(),
  `${UUID}0`,
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '2026-11-21T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '2026-11-21T00:00:00+23:59',
  '2026-11-21T00:00:00.123456789012Z',
  'x'.repeat(41),
  'x'.repeat(201),
  'é'.repeat(5_001),
  'https://example.invalid',
  'http://127.0.0.1:1/run',
  'http://127.0.0.1:99999/run',
  'http://0x7f.1/run',
  'http://[::1]:1/run',
  'http://user:pass@127.0.0.1:1/',
  'http://127.0.0.1:1\\@127.0.0.2/',
  'ftp://127.0.0.1/',
  'javascript:alert(1)',
  'http://',
  `http://127.0.0.1:1/${'a'.repeat(2_048)}`,
] as const satisfies readonly string[];

const RAW_NUMBERS = [
  '1e309',
  '-1e309',
  '1e-400',
  '-0',
  '0.1234567',
  '9007199254740993',
  '18446744073709551616',
  `1${'0'.repeat(400)}`,
  `0.${'3'.repeat(2_000)}`,
  '01',
  '+1',
  '.5',
  '1.',
  '0x10',
  'NaN',
  'Infinity',
] as const satisfies readonly string[];

const RAW_TEXTS = [
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\x41"',
  '"unfinished',
  '"\ttab"',
  "'single'",
  'undefined',
  '/* comment */ 1',
  '[1,]',
  '{"a":1,}',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toJSON":1,"then":1,"valueOf":null,"hasOwnProperty":0}',
  '{"":{"":{"":null}}}',
] as const satisfies readonly string[];

export function hostileString(random: Random): string {
  if (random.chance(0.02)) return 'y'.repeat(random.int(1_000, 70_000));
  return random.pick(STRINGS);
}

/** Nesting around the limit of 64, and far over it. */
function deep(random: Random): RawJson {
  const depth = random.chance(0.8) ? random.int(55, 75) : random.int(1_000, 20_000);
  const [open, close] = random.chance(0.5) ? ['[', ']'] : ['{"a":', '}'];
  return new RawJson(`${open.repeat(depth)}0${close.repeat(depth)}`);
}

/** A value of any type that careless code mishandles. */
export function hostileValue(random: Random): unknown {
  const choice = random.int(0, 11);
  if (choice < 5) return hostileString(random);
  if (choice < 7) return new RawJson(random.pick(RAW_NUMBERS));
  if (choice < 9) return new RawJson(random.pick(RAW_TEXTS));
  if (choice === 9) return deep(random);
  return random.pick([null, true, false, 0, -1, 1.5, 1e21, [], {}, [[]], [null], { a: 1 }]);
}
