import { isInexact, parseJson } from '@mkt/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenNumber } from './json-texts.ts';

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
    expect(JSON.stringify(read.exact)).toBe(`{"a":[1,${number}]}`);
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

  it('numbers beside such a name keep their digits', () => {
    const read = parse(
      '{ "\\u0061" : [9007199254740993, true, null, -1.5e3, "\\n"], "__proto__": {} }',
    );
    if (!read.ok) throw new Error(read.message);
    expect(JSON.stringify(read.exact)).toBe(
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
