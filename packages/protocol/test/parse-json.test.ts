import {
  InexactNumber,
  isInexact,
  LIMITS,
  overPrecisePath,
  parseJson,
  readJson,
  readMember,
  textItems,
  textMembers,
} from '@mkt/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactJson } from './exact-json.ts';
import { writtenJson, writtenNumber } from './json-texts.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string, maxDepth?: number) => parseJson(bytes(text), maxDepth);
const isDeeperThan = (text: string, maxDepth: number) => {
  const parsed = parse(text, maxDepth);
  return !parsed.ok && parsed.reason === 'depth';
};
const KIB = 1024;

/** What a JSON Pointer points at. */
function at(value: unknown, path: string): unknown {
  const names = path.split('/').slice(1);
  return names.reduce<unknown>(
    (inside, name) =>
      (inside as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    value,
  );
}

/** The value as JSON.parse would read it, if V8 always read names right. */
function doubles(exact: unknown): unknown {
  if (exact instanceof InexactNumber) return Number(exact.text);
  if (Array.isArray(exact)) return exact.map(doubles);
  if (typeof exact !== 'object' || exact === null) return exact;
  return Object.fromEntries(Object.entries(exact).map(([name, inner]) => [name, doubles(inner)]));
}

function depthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('incoming JSON', () => {
  it('is the value that JSON.parse reads, with its text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        expect(parse(text)).toMatchObject({ ok: true, value: JSON.parse(text), text });
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
    expect(parse('\ufeff{"\\n":1}')).toMatchObject({ ok: false, reason: 'syntax' });
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
    ['zero with any exponent', '0e99999'],
    ['text like a large number', '"1e999"'],
    ['text of many digits', `"${'9'.repeat(400)}"`],
  ])('keeps %s', (_, text) => {
    expect(parse(text)).toMatchObject({ ok: true, value: JSON.parse(text) });
  });

  it.each([
    ['{"a":1,"a":2}', 'has the field /a twice'],
    ['{"a":1,"\\u0061":1}', 'has the field /a twice'],
    ['[0,{"x":{"a/b":[],"c":1, "a/b" :[]}}]', 'has the field /1/x/a~1b twice'],
    ['{"":1,"":1}', 'has the field / twice'],
    ['{"__proto__":1,"__proto__":2}', 'has the field /__proto__ twice'],
    ['{"1":1,"b":2,"1":3}', 'has the field /1 twice'],
    [`{"${'n'.repeat(300)}":1,"${'n'.repeat(300)}":1}`, 'has an object with the same field twice'],
  ])('is refused when a name occurs twice in an object: %s', (text, message) => {
    expect(parse(text)).toEqual({
      ok: false,
      reason: 'duplicate',
      message,
      value: JSON.parse(text),
      text,
    });
  });

  it.each(['{"a":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"a\\":1,\\"a"}', '{"toString":1}'])(
    'may repeat a name elsewhere: %s',
    (text) => {
      expect(parse(text)).toMatchObject({ ok: true });
    },
  );

  it('has a name like __proto__ as an ordinary member', () => {
    const read = parse('{"__proto__":{"admin":true},"constructor":1}');
    if (!read.ok) throw new Error(read.message);
    expect(Object.keys(read.value as object)).toEqual(['__proto__', 'constructor']);
    expect((read.value as { admin?: unknown }).admin).toBeUndefined();
  });
});

describe('numbers that a double cannot represent', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '0.1000000000000000055',
    '1e-400',
    '123456789012345678',
    '1.79769313486231570001e+308',
    '5e-325',
    '0.30000000000000004000001',
  ])('keep the text they were written with: %s', (number) => {
    const read = parse(`{"a":[1, ${number}]}`);
    if (!read.ok) throw new Error(read.message);
    expect(read.value).toEqual({ a: [1, Number(number)] });
    expect(exactJson(read.exact)).toBe(`{"a":[1,${number}]}`);
  });

  it.each([
    ['19.99', 'the shortest text of a double'],
    ['0.30000000000000004', '17 digits that JavaScript writes itself'],
    ['1.0', 'a whole number with a point'],
    ['1E2', 'an exponent'],
    ['100000000000000000000000', 'zeros'],
    ['0.00000000000000000000000000000001', 'zeros before the digits'],
    ['-0', 'the sign of zero'],
    ['0.000e999', 'zero'],
    [`1.${'0'.repeat(2000)}`, 'zeros after the point'],
    ['5e-324', 'the smallest'],
  ])('do not include %s: %s', (number) => {
    const read = parse(`[${number}]`);
    if (!read.ok) throw new Error(read.message);
    expect(read.exact).toBe(read.value);
  });

  it('are recognised by their decimal value', () => {
    fc.assert(
      fc.property(writtenNumber, (written) => {
        fc.pre(!written.isInfinite);
        expect(isInexact(written.text)).toBe(written.isInexact);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a name that is written with an escape', () => {
  it('is read as it is, whatever was read before', () => {
    const poison = ['{"a":0,"\\\\u00":1}', '{"__proto__":0,"\\\\\\"":false}', '{"h":[],"\\\\":0}'];
    const escaped = [
      '{"a":0,"\\u00fcber":1}',
      '{"__proto__":0,"\\"\\\\":false}',
      '{"h":1,"\\"":2}',
    ];
    const names = [...poison, ...escaped].map((text) => {
      const read = parse(text);
      return read.ok ? Object.keys(read.value as object)[1] : read.message;
    });
    expect(names).toEqual(['\\u00', '\\"', '\\', 'über', '"\\', '"']);
  });

  it('and the numbers beside it keep their digits', () => {
    const read = parse(
      '{ "\\u0061" : [9007199254740993, true, null, -1.5e3, "\\n"], "__proto__": {} }',
    );
    if (!read.ok) throw new Error(read.message);
    expect(exactJson(read.exact)).toBe(
      '{"a":[9007199254740993,true,null,-1500,"\\n"],"__proto__":{}}',
    );
  });

  it.each([
    '{"\\n":0,"a",1}',
    '{"\\n":0:"a":1}',
    '{"\\n":0,"a":1,}',
    '{"\\n":0,"a":}',
    '{"\\n":0,"a"}',
    '{"\\n":0,1:2}',
    '{"\\n":0,[]:2}',
    '{"\\n":0 "a":1}',
    '["\\n":0]',
    '{"\\n":0]',
    '[{"\\n":0}}',
    '{"\\n":{"a":1,2}}',
    '{"\\n":0}}',
    '"\\n":0',
    '{"\\x":0}',
    '{"a\n\\n":0}',
    '{"\\n":01}',
    '{"\\n":0,"a',
  ])('does not make invalid JSON valid: %j', (text) => {
    expect(isJson(text)).toBe(false);
    expect(parse(text)).toMatchObject({ ok: false, reason: 'syntax' });
  });
});

describe('any JSON text', () => {
  it('is read as a slow reference parser reads it, or refused for the reason that it finds', () => {
    fc.assert(
      fc.property(writtenJson, ({ text, exact, ...written }) => {
        const read = parse(text);
        if (!read.ok) {
          const reason = written.isInfinite ? 'number' : 'duplicate';
          expect(read).toMatchObject({ reason, text });
          expect(written.isInfinite || written.repeatsName).toBe(true);
          return;
        }
        expect([written.isInfinite, written.repeatsName]).toEqual([false, false]);
        expect(read).toMatchObject({ value: doubles(exact), text });
        expect(exactJson(read.exact)).toBe(exactJson(exact));
        expect(read.exact === read.value).toBe(!written.isInexact);
        expect(read.exact).toBe(read.exact);
        expect(exactJson(readJson(text).exact)).toBe(exactJson(exact));
        const { value } = read;
        const tooLong = overPrecisePath(read);
        expect(typeof tooLong).toBe(typeof overPrecisePath({ value, exact: read.exact }));
        if (tooLong !== undefined) expect(at(read.exact, tooLong)).toBeInstanceOf(InexactNumber);
      }),
      { numRuns: 5000 },
    );
  });

  it('is refused for its syntax when JSON.parse refuses it, also with names that have escapes', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom('', '{', '}', '[', ']', ':', ',', '"', '\\', '0', '\ufeff', '"\\n":', '"a"'),
    );
    fc.assert(
      fc.property(writtenJson, change, ({ text }, [index, inserted]) => {
        const at = index % (text.length + 1);
        const changed = text.slice(0, at) + inserted + text.slice(inserted === '' ? at + 1 : at);
        // A lone surrogate does not come through UTF-8.
        fc.pre(changed.isWellFormed());
        const read = parse(changed);
        expect(!read.ok && read.reason === 'syntax').toBe(!isJson(changed));
      }),
      { numRuns: 10_000 },
    );
  });

  it('gives the text of each member and item as it was written', () => {
    const gap = fc.constantFrom('', ' ', '\n\t');
    const name = fc.constantFrom('a', '"', '\\', 'requestBody', '1', '', ':', '{,');
    const members = fc.uniqueArray(fc.tuple(name, writtenJson), {
      selector: ([each]) => each,
      maxLength: 5,
    });
    fc.assert(
      fc.property(members, gap, (entries, g) => {
        const expected = entries.map(([each, { text }]) => ({ name: each, text }));
        const pairs = expected.map(
          ({ name: n, text }) => `${g}${JSON.stringify(n)}${g}:${g}${text}${g}`,
        );
        const object = `${g}{${pairs.join(',') || g}}${g}`;
        expect(textMembers(object)).toEqual(expected);
        const items = expected.map(({ text }) => g + text + g);
        expect(textItems(`${g}[${items.join(',') || g}]${g}`)).toEqual(
          expected.map(({ text }) => text),
        );
        const read = readJson(object);
        if (entries.some(([, { isInfinite }]) => isInfinite)) return;
        for (const [n, { text, exact }] of entries) {
          const member = readMember(read, n);
          expect([member?.text, exactJson(member?.exact)]).toEqual([text, exactJson(exact)]);
          if (member) expect(overPrecisePath(member)).toBe(overPrecisePath(readJson(text)));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{"requestBody":1}', '1'],
    ['{"a":{"requestBody":1},"requestBody":\n{ "n" : 1.0 } }', '{ "n" : 1.0 }'],
    ['{"request\\u0042ody":[9007199254740993],"a":1}', '[9007199254740993]'],
    ['{"a":"\\"requestBody\\":1"}', undefined],
    ['{"a":{"requestBody":1}}', undefined],
    ['["requestBody",1]', undefined],
    ['"requestBody"', undefined],
    ['{}', undefined],
    [' { } ', undefined],
  ])('has the text of a member, or none: %s', (text, expected) => {
    const read = parse(text);
    if (!read.ok) throw new Error(read.message);
    expect(readMember(read, 'requestBody')?.text).toBe(expected);
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

  it('equals the nesting of the value', () => {
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

const namesThatRepeat = (count: number) =>
  `{${Array.from({ length: count }, (_, i) => `"${i}":1,`).join('')}"0":1}`;
const longNames = (count: number) =>
  Array.from({ length: count }, (_, i) => `"${'n'.repeat(990)}${i}":1e-400`).join(',');

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
    ['decimals', `0.${'1'.repeat(n)}`],
    ['zeros around a digit', `0.${'0'.repeat(n / 2)}1${'0'.repeat(n / 2)}`],
    ['an exponent of digits', `1e-${'1'.repeat(n)}`],
    ['points', '1.'.repeat(n / 2)],
    ['inexact numbers', `[${'9007199254740993,'.repeat(n / 17)}1]`],
    ['a name that repeats', `{${'"a":1,'.repeat(n / 6)}"a":1}`],
    ['names that differ, and the last that repeats', namesThatRepeat(n / 10)],
    ['long names that differ at their end', `{${longNames(n / 1000)}}`],
    ['members of a root', `{${'"":1,'.repeat(n / 5)}"":1}`],
    [
      'an inexact number below deep arrays',
      `${'['.repeat(64)}${'1e-400,'.repeat(n / 7)}1${']'.repeat(64)}`,
    ],
  ])('is read in linear time: %s', (_, text) => {
    const input = bytes(text);
    const start = performance.now();
    expect(parseJson(input).ok).toBeTypeOf('boolean');
    // Linear is tens of milliseconds; the square of a mebibyte would be minutes.
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
