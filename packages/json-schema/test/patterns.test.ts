import { array, assert, constantFrom, integer, letrec, oneof, property, tuple } from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../test-bed/processor-time.ts';
import { compileSchema } from '../src/index.ts';
import { checkPattern } from '../src/patterns/pattern.ts';
import { nativeEngine } from './native-engine.ts';

function matcherOf(pattern: string) {
  const compiled = compileSchema({ pattern });
  if (!compiled.ok) throw new Error(`Refused: ${pattern}`);
  return { test: (text: string) => compiled.validate(text)?.length === 0 };
}
const accepts = (pattern: string, text: string) => matcherOf(pattern).test(text);
const refusal = (pattern: string) => {
  const checked = checkPattern(pattern);
  return checked.ok ? undefined : checked.message;
};
const backtracks = (pattern: string) => {
  const checked = checkPattern(pattern);
  return checked.ok && checked.backtracks === true;
};

function nativePattern(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}

/** Pieces of patterns in every syntax of ECMA-262 with the u flag, and texts that they may meet. */
const CHARACTERS = [
  'a',
  'b',
  'Z',
  '0',
  '_',
  '-',
  ' ',
  '\n',
  '\r',
  '\v',
  '\u00a0',
  '\u2028',
  '\ufeff',
  'é',
  'ß',
  '☃',
  '😀',
  '\ud83d',
  '\ude00',
  '\0',
];
const ATOMS =
  String.raw`a b - ☃ 😀 . \d \D \w \W \s \S \t \n \v \0 \x61 \u0062 \u{1F600} \uD83D\uDE00 \uD83D \cJ
  \. \/ [ab] [^ab] [] [^] [a-z] [\d_] [^\w\s] [\u{1F600}-\u{1F64F}] [\-a] [a-] [[:alpha:] [\b] [\S\n]
  \p{L} \P{Letter} [\p{Lu}0-9] \p{Script=Greek} \b \B ^ $`.split(/\s+/);
const QUANTIFIERS = ['', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '??', '{1,2}?'];

const atom = constantFrom(...ATOMS);
const quantified = tuple(atom, constantFrom(...QUANTIFIERS)).map(([a, q]) => a + q);
const sequence = array(quantified, { maxLength: 4 }).map((parts) => parts.join(''));
const pattern = letrec<{ pattern: string }>((tie) => ({
  pattern: oneof(
    { maxDepth: 2 },
    sequence,
    tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}|${b}`),
    tuple(constantFrom('(', '(?:', '(?<n>'), tie('pattern'), constantFrom(...QUANTIFIERS)).map(
      ([open, inner, q]) => `${open}${inner})${q}`,
    ),
  ),
})).pattern;
const text = array(constantFrom(...CHARACTERS), { maxLength: 8 }).map((all) => all.join(''));

/** Texts of which some match a pattern that is only valid without the u flag, alone or two in a row. */
const LOOSE_TEXTS =
  String.raw`a b x - . , @ 1 _ { } ] [ < > \ " ' # = 555-1234 a.b-c @_"'#= x] a{x,2} {a}} <b> -a -_ a@[1]`
    .split(' ')
    .concat('', ' ');

describe('a pattern', () => {
  it('is matched as ECMA-262 with the u flag would match it, for random patterns and texts', () => {
    let compared = 0;
    assert(
      property(pattern, array(text, { minLength: 5, maxLength: 10 }), (source, texts) => {
        const native = nativePattern(source);
        expect(checkPattern(source).ok).toBe(native !== undefined);
        expect(backtracks(source)).toBe(false);
        const linear = native && matcherOf(source);
        const verdicts = texts.map((each) => [each, linear?.test(each)]);
        compared += native ? texts.length : 0;
        expect([source, verdicts]).toEqual([
          source,
          texts.map((each) => [each, native?.test(each)]),
        ]);
      }),
      { numRuns: 1500 },
    );
    expect(compared).toBeGreaterThan(3000);
  });

  it.each([
    ['^\\s$', '\u00a0', true],
    ['^\\s$', '\v', true],
    ['^.$', '\u2028', false],
    ['^.$', '😀', true],
    ['^.$', '\ud800', true],
    ['^a$', 'a\n', false],
    ['^[^]$', '\n', true],
    ['[]', 'x', false],
    ['^\\cJ$', '\n', true],
    ['^\\p{Letter}+$', 'Straße', true],
    ['^\\p{Uppercase_Letter}$', 'a', false],
    ['^\\p{General_Category=Decimal_Number}$', '٣', true],
    ['^\\p{Script=Han}+$', '漢字', true],
    ['^[\\p{ASCII}]$', 'é', false],
    ['\\bfoo\\b', 'a foo.', true],
    ['a|^$', '', true],
    ['^(?<year>\\d{4})-\\d\\d$', '2024-05', true],
  ])('%s on %j is %s', (source, each, expected) => {
    expect(new RegExp(source, 'u').test(each)).toBe(expected);
    expect(accepts(source, each)).toBe(expected);
  });

  it.each(
    String.raw`^\d{3}\-\d{4}$ ^[\w-.]+$ ^[\w.-\d]+@$ ^\@\_\"\'\#\=$ a} ^x]$ ^{$ ^a{x,2}$ ^{a}{2}$ ^[\"\_\@]+$
    ^[a-\d]+$ ^[\s-\w]$ ^(([^<>()\[\]\.,]+)|(".+"))@(\[\d{1,3}])$ ^[^\w-@]+$ ^[-\w-@]+$ (?=\-)- ^\-(?!\_)`.split(
      /\s+/,
    ),
  )('%s, which needs JavaScript without the u flag, means the same', (source) => {
    const native = new RegExp(source);
    expect(() => new RegExp(source, 'u')).toThrow('Invalid');
    const compiled = compileSchema({ pattern: source }, '', { backtracking: nativeEngine });
    const texts = LOOSE_TEXTS.flatMap((one) => LOOSE_TEXTS.map((other) => one + other));
    const verdicts = texts.map((each) => [
      each,
      compiled.ok && compiled.validate(each)?.length === 0,
    ]);
    expect(verdicts).toEqual(texts.map((each) => [each, native.test(each)]));
    expect(new Set(texts.map((each) => native.test(each))).size).toBe(2);
  });

  it.each([
    ['[', /not a valid ECMA-262 regular expression/],
    ['\\a', /not a valid ECMA-262 regular expression/],
    ['\\Aabc\\Z', /not a valid ECMA-262 regular expression/],
    ['\\-\\', /not a valid ECMA-262 regular expression/],
    ['(?P<n>a)', /not a valid ECMA-262 regular expression/],
    ['^[[:alpha:]]+$', /not a valid ECMA-262 regular expression/],
    ['^[a-z&&[^aeiou]]\\-$', /not a valid ECMA-262 regular expression/],
    ['^[a-z-[aeiou]]+$', /not a valid ECMA-262 regular expression/],
    ['^a{,2}$', /not a valid ECMA-262 regular expression/],
    ['\\<a\\>', /not a valid ECMA-262 regular expression/],
    ['(?<=a', /not a valid ECMA-262 regular expression/],
  ])('%s is refused', (source, reason) => {
    expect(refusal(source)).toMatch(reason);
  });

  it('is refused if it is longer than 2,048 characters', () => {
    expect(refusal('x'.repeat(2048))).toBeUndefined();
    expect(refusal('x'.repeat(2049))).toBe('is longer than 2048 characters');
  });

  it.each([
    '(?=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '(?i:a)',
    'a{1001}',
    '(a{100}){11}',
    '(?:a{1,500}b{1,500}c{1,500}){9}',
    '[a-z]{1000}'.repeat(6),
    '\\p{Script_Extensions=Greek}',
  ])('%s is accepted for an engine that backtracks', (source) => {
    expect(refusal(source)).toBeUndefined();
    expect(backtracks(source)).toBe(true);
  });

  it('a pattern that is accepted always compiles', () => {
    assert(
      property(pattern, integer({ min: 0, max: 1200 }), (inner, times) => {
        const checked = checkPattern(`(?:${inner}){${times}}`);
        expect(() => {
          if (checked.ok && !checked.backtracks) RE2JS.compile(checked.source);
        }).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it('takes time linear in the text', () => {
    const long = `${'a'.repeat(256 * 1024)}!`;
    for (const source of ['^(a+)+$', '(x+x+)+y', '^(a|a)*$', '^(\\w+\\s?)*$', '(.*)*=.*']) {
      const compiled = matcherOf(source);
      expect(cpuMs(() => compiled.test(long))).toBeLessThan(1000);
    }
  });

  it('still matches correctly after its automaton was dropped for its size', () => {
    const compiled = matcherOf('^(?:a|b)*a(?:a|b){12}$');
    let seed = 1;
    const random = () => (seed = (seed * 48271) % 2147483647);
    const long = Array.from({ length: 50_000 }, () => 'ab'[random() % 2]).join('');
    for (let round = 0; round < 3; round++) {
      expect(compiled.test(`${long}a${'b'.repeat(12)}`)).toBe(true);
      expect(compiled.test(`${long}b${'b'.repeat(12)}`)).toBe(false);
    }
  });
});
