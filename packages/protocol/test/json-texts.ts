import { InexactNumber } from '@mkt/protocol';
import * as fc from 'fast-check';

/** JSON in every spelling, with the verdict of a slow but reliable reader. */
export interface Written {
  text: string;
  /** With an InexactNumber for each number that a double does not keep. */
  exact: unknown;
  isInexact: boolean;
  repeatsName: boolean;
  isInfinite: boolean;
}

const scalar = (text: string): Written => ({
  text,
  exact: JSON.parse(text),
  isInexact: false,
  repeatsName: false,
  isInfinite: false,
});

/** Twice a number's value as a fraction of whole numbers. */
function fractionOf(text: string): [bigint, bigint] {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [integer = '', decimals = ''] = mantissa.split('.');
  const exponent = BigInt(power) - BigInt(decimals.length);
  const digits = BigInt(integer + decimals);
  return exponent < 0n ? [digits, 10n ** -exponent] : [digits * 10n ** exponent, 1n];
}

function isKept(text: string): boolean {
  const [a, b] = fractionOf(text.replace(/^-/, ''));
  const [c, d] = fractionOf(String(Math.abs(Number(text))));
  return a * d === c * b;
}

function numberOf(text: string): Written {
  const isInfinite = !Number.isFinite(Number(text));
  const isInexact = !isInfinite && !isKept(text);
  const exact = isInexact ? new InexactNumber(text) : Number(text);
  return { text, exact, isInexact, repeatsName: false, isInfinite };
}

const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789009'.split('')), minLength: 1, maxLength });
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(digits(25), digits(330)).map((text) => text.replace(/^0+(?=.)/, '')),
    fc.option(fc.oneof(digits(20), digits(400)), { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e-', 'E+'), digits(3)), { nil: undefined }),
  )
  .map(
    ([sign, integer, decimals, power]) =>
      `${sign}${integer}${decimals === undefined ? '' : `.${decimals}`}${power ? power.join('') : ''}`,
  );

const number = fc.oneof(
  numberText,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('9007199254740993', '0.1000000000000000055', '1e-400', '19.99', '1e400', '-0'),
  fc.constantFrom('1e-1001', '0e-1001', `0.${'1'.repeat(1001)}`, `1.${'0'.repeat(1001)}`),
);

const space = fc.constantFrom('', '', '', ' ', '\n', '\t\r\n ');
/** Some character of a string written as an escape, which names the same string. */
const stringText = (unit: string[]) =>
  fc
    .tuple(fc.string({ unit: fc.constantFrom(...unit), maxLength: 3 }), fc.boolean())
    .map(([value, isEscaped]) =>
      isEscaped
        ? `"${value
            .split('')
            .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
            .join('')}"`
        : JSON.stringify(value),
    );
const STRANGE = ['[', '{', ']', '}', '"', '\\', ':', ',', '1', 'e', '\n', '\ud800'];
const name = fc.oneof(stringText(['a', 'b', '0', '1', '\\', '"']), fc.constant('"__proto__"'));

const flags = (parts: readonly Written[]) => ({
  isInexact: parts.some((part) => part.isInexact),
  repeatsName: parts.some((part) => part.repeatsName),
  isInfinite: parts.some((part) => part.isInfinite),
});

function arrayOf(items: readonly (readonly [string, Written])[]): Written {
  const text = items.map(([gap, item]) => gap + item.text + gap).join(',');
  const parts = items.map(([, item]) => item);
  return { text: `[${text}]`, exact: parts.map(({ exact }) => exact), ...flags(parts) };
}

function objectOf(members: readonly (readonly [string, string, Written])[], gap: string): Written {
  const text = members.map(([s, key, value]) => `${s}${key}${s}:${s}${value.text}${s}`).join(',');
  const parts = members.map(([, , value]) => value);
  const entries = members.map(([, key, { exact }]) => [JSON.parse(key) as string, exact] as const);
  const names = new Set(entries.map(([key]) => key));
  const known = flags(parts);
  return {
    text: `{${text === '' ? gap : text}}`,
    exact: Object.fromEntries(entries),
    ...known,
    repeatsName: known.repeatsName || names.size < entries.length,
  };
}

const { json } = fc.letrec<{ json: Written }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    number.map(numberOf),
    stringText(STRANGE).map(scalar),
    fc.constantFrom('null', 'true', 'false').map(scalar),
    fc.array(fc.tuple(space, tie('json')), { maxLength: 5 }).map(arrayOf),
    fc
      .tuple(fc.array(fc.tuple(space, name, tie('json')), { maxLength: 4 }), space)
      .map(([members, gap]) => objectOf(members, gap)),
  ),
}));

/** Any JSON text: odd spacing, escapes, names that repeat, numbers of any size. */
export const writtenJson = json;
export const writtenNumber = number.map(numberOf);
