import { LIMITS, parseJson } from '@mkt/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string, maxDepth?: number) => parseJson(bytes(text), maxDepth);
const isDeeperThan = (text: string, maxDepth: number) => {
  const parsed = parse(text, maxDepth);
  return !parsed.ok && parsed.reason === 'depth';
};
const KIB = 1024;

function depthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('JSON that comes in', () => {
  it('is the value that JSON.parse reads, with its text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text), text });
      }),
    );
  });

  it('is the same value when it is written and read again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = parse(JSON.stringify(value));
        if (!read.ok) throw new Error(read.message);
        expect(parse(JSON.stringify(read.value))).toMatchObject({ ok: true, value: read.value });
      }),
    );
  });

  it.each(['null', 'true', '0', '"x"', ' \t\r\n[] ', '"\\ud800"', '"\\u0000"'])(
    'may be any JSON value: %j',
    (text) => {
      expect(parse(text)).toMatchObject({ ok: true });
    },
  );

  it.each(['', ' ', '{', '[1,]', '{"a":1,}', "'a'", 'undefined', 'NaN', '01', '1 2', '"\n"', '//'])(
    'is refused when it is not JSON: %j',
    (text) => {
      expect(parse(text)).toEqual({ ok: false, reason: 'syntax', message: 'is not valid JSON' });
    },
  );

  it('is refused with a byte order mark', () => {
    expect(parse('\ufeff{}')).toMatchObject({ ok: false, reason: 'syntax' });
  });

  it.each([
    ['a lone continuation byte', [0x80]],
    ['a character cut off', [0xe2, 0x82]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a code point past the last', [0xf4, 0x90, 0x80, 0x80]],
    ['UTF-16', [0xff, 0xfe]],
  ])('is refused when its UTF-8 has %s', (_, inside) => {
    const read = parseJson(Uint8Array.from([0x22, ...inside, 0x22]));
    expect(read).toEqual({ ok: false, reason: 'encoding', message: 'is not valid UTF-8' });
  });

  it.each([
    ['a large exponent', '1e309'],
    ['a negative number', '-1e309'],
    ['a sign in the exponent', '1E+400'],
    ['zeros in the exponent', '1e0000400'],
    ['many digits', `1${'0'.repeat(309)}`],
    ['many digits and a small exponent', `${'9'.repeat(210)}e99`],
    ['a fraction and a small exponent', `${'1'.repeat(211)}.5e+99`],
    ['a place deep inside', '[[{"a":1e999}]]'],
  ])('is refused when a number reads as infinity: %s', (_, text) => {
    expect(JSON.stringify(JSON.parse(text))).toContain('null');
    expect(parse(text)).toMatchObject({ ok: false, reason: 'number' });
  });

  it.each([
    ['a large number', '1e308'],
    ['the largest', '-1.7976931348623157e308'],
    ['many digits', '9'.repeat(308)],
    ['a number too small to tell from 0', '1e-999'],
    ['text like a large number', '"1e999"'],
    ['text of many digits', `"${'9'.repeat(400)}"`],
  ])('keeps %s', (_, text) => {
    expect(parse(text)).toMatchObject({ ok: true, value: JSON.parse(text) });
  });

  it('takes the last of members with the same name', () => {
    expect(parse('{"a":1,"a":2}')).toMatchObject({ value: { a: 2 } });
  });

  it('has a name like __proto__ as a member and nothing more', () => {
    const read = parse('{"__proto__":{"admin":true},"constructor":1}');
    if (!read.ok) throw new Error(read.message);
    expect(Object.keys(read.value as object)).toEqual(['__proto__', 'constructor']);
    expect((read.value as { admin?: unknown }).admin).toBeUndefined();
  });
});

describe('the depth of JSON', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  it('is limited', () => {
    expect(parse(nested(LIMITS.jsonDepth))).toMatchObject({ ok: true });
    expect(parse(nested(LIMITS.jsonDepth + 1))).toEqual({
      ok: false,
      reason: 'depth',
      message: `is nested deeper than ${LIMITS.jsonDepth} levels`,
    });
    expect(parse('{"a":[{"b":[]}]}', 4)).toMatchObject({ ok: true });
    expect(parse('{"a":[{"b":[]}]}', 3)).toMatchObject({ ok: false, reason: 'depth' });
    expect(parse('0', 0)).toMatchObject({ ok: true });
  });

  it('is what the value’s nesting is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        const depth = depthOf(value);
        expect(isDeeperThan(text, depth)).toBe(false);
        expect(isDeeperThan(text, depth - 1)).toBe(depth > 0);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not count brackets inside strings, whatever escapes are around them', () => {
    const unit = fc.constantFrom('[', '{', ']', '}', '"', '\\', '\\"', 'a', '\n');
    fc.assert(
      fc.property(fc.array(fc.string({ unit })), (strings) => {
        expect(isDeeperThan(JSON.stringify(strings), 1)).toBe(false);
        expect(isDeeperThan(JSON.stringify([strings]), 1)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('ends the call before any parser recurses', () => {
    expect(parse('['.repeat(256 * KIB))).toMatchObject({ ok: false, reason: 'depth' });
    expect(parse('{"a":'.repeat(50 * KIB))).toMatchObject({ ok: false, reason: 'depth' });
  });
});

describe('a hostile text of 1 MiB', () => {
  const n = KIB * KIB;
  it.each([
    ['backslashes in a string', `"${'\\'.repeat(n)}"`],
    ['backslashes in a string that does not end', `"${'\\'.repeat(n - 1)}`],
    ['escaped quotes', `"${'\\"'.repeat(n / 2)}"`],
    ['long runs of backslashes before quotes', `["${`${'\\'.repeat(999)}"`.repeat(n / 1000)}`],
    ['quotes', '"'.repeat(n)],
    ['empty strings', `[${'"",'.repeat(n / 3)}""]`],
    ['closing brackets', ']'.repeat(n)],
    ['digits', '1'.repeat(n)],
    ['runs of 199 digits', `[${`${'1'.repeat(199)},`.repeat(n / 200)}1]`],
    ['exponents', `[${'1e100,'.repeat(n / 6)}1]`],
    ['small members', `[${'{"a":1},'.repeat(n / 8)}1]`],
  ])('is read in linear time: %s', (_, text) => {
    const input = bytes(text);
    const start = performance.now();
    expect(parseJson(input).ok).toBeTypeOf('boolean');
    // Linear is tens of milliseconds; the square of a mebibyte would be minutes.
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
