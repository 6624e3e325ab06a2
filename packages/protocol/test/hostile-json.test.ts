// docs/reference/limits.md#sizes-and-times: how deep JSON may be nested, and texts that are meant to be slow.
import { LIMITS, parseJson } from '@mkt/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test-bed/processor-time.ts';

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
    const start = processorMs();
    expect(parseJson(input).ok).toBeTypeOf('boolean');
    // Linear is tens of milliseconds; the square of a mebibyte would be minutes.
    expect(processorMs() - start).toBeLessThan(3000);
  });
});
