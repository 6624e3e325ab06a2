// docs/protocol.md#numbers: numbers are compared by the decimal value that was written.
import { InexactNumber } from '@mkt/protocol';
import { assert, bigInt, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../src/index.ts';

/** The value that represents a number in JSON text: a double where it is the same decimal. */
const exact = (text: string) => new InexactNumber(text);

function detailsOf(schema: object, value: unknown) {
  const compiled = compileSchema(schema);
  if (!compiled.ok) throw new Error(`Refused: ${JSON.stringify(compiled.details)}`);
  return compiled.validate(value);
}
const fits = (schema: object, value: unknown) => detailsOf(schema, value).length === 0;

const PAST_2_53 = exact('9007199254740993');

describe('a number that a double cannot represent', () => {
  it.each<[string, object, InexactNumber, boolean]>([
    ['is a number', { type: 'number' }, PAST_2_53, true],
    ['is no object', { type: 'object' }, PAST_2_53, false],
    ['is an integer when it is whole', { type: 'integer' }, PAST_2_53, true],
    [
      'is an integer however it is written',
      { type: 'integer' },
      exact('90071992547409930e-1'),
      true,
    ],
    ['is none with a fraction', { type: 'integer' }, exact('9007199254740993.5'), false],
    ['is none below every double', { type: 'integer' }, exact('1e-400'), false],
    ['is over a maximum that it passes by one', { maximum: 2 ** 53 }, PAST_2_53, false],
    ['is over a minimum that it passes by one', { exclusiveMinimum: 2 ** 53 }, PAST_2_53, true],
    ['is not the double beside it', { exclusiveMaximum: 9007199254740992 }, PAST_2_53, false],
    ['is above 0 however small', { exclusiveMinimum: 0 }, exact('1e-400'), true],
    ['is below 0 however small', { minimum: 0 }, exact('-1e-400'), false],
    ['is a multiple', { multipleOf: 3 }, exact('9007199254740993'), true],
    ['is no multiple', { multipleOf: 2 }, exact('9007199254740993'), false],
    ['is a multiple of a fraction', { multipleOf: 0.01 }, exact('90071992547409.93'), true],
    ['is no multiple of a fraction', { multipleOf: 0.01 }, exact('90071992547409.935'), false],
    [
      'is not the constant that its double is',
      { const: 0.1 },
      exact('0.1000000000000000055'),
      false,
    ],
    [
      'is none of the values that its double is',
      { enum: [0.1, 1] },
      exact('0.1000000000000000055'),
      false,
    ],
    [
      'is none of a list of texts',
      { enum: ['0.1000000000000000055', '\u00001e1'] },
      exact('0.1000000000000000055'),
      false,
    ],
    ['is no int32', { format: 'int32' }, PAST_2_53, false],
    ['is an int64', { format: 'int64' }, PAST_2_53, true],
    ['is no text', { minLength: 100, pattern: '^a$', format: 'date' }, PAST_2_53, true],
    ['is no object with members', { required: ['text'], maxProperties: 0 }, PAST_2_53, true],
  ])('%s', (_, schema, value, expected) => {
    expect(fits(schema, value)).toBe(expected);
    expect(fits({ properties: { a: schema } }, { a: value })).toBe(expected);
  });

  it('equals only items of the same value', () => {
    const unique = (...items: unknown[]) => fits({ uniqueItems: true }, items);
    expect(unique(exact('9007199254740993'), exact('9007199254740993.0'))).toBe(false);
    expect(unique(exact('9007199254740993'), exact('900719925474099.3e1'))).toBe(false);
    expect(unique(exact('9007199254740993'), 9007199254740992)).toBe(true);
    expect(unique(exact('9007199254740993'), exact('9007199254740995'))).toBe(true);
    expect(unique([exact('1e-400')], [exact('10e-401')])).toBe(false);
    expect(unique({ a: exact('1e-400') }, { a: exact('1e-401') })).toBe(true);
    expect(unique(exact('1e-400'), '1e-400', '\u00001e-400')).toBe(true);
  });

  it.each([
    ['a thousand and one digits', `1${'0'.repeat(1000)}.5`],
    ['an exponent past a thousand', '1e-1001'],
  ])('may not be compared with %s', (_, text) => {
    const refused = [{ path: '/a', message: expect.any(String), keyword: 'precision' }];
    for (const schema of [{ minimum: 0 }, { not: { multipleOf: 2 } }, { enum: [1] }]) {
      expect(detailsOf({ properties: { a: schema } }, { a: exact(text) })).toEqual(refused);
    }
    expect(fits({ type: 'number' }, exact(text))).toBe(true);
  });

  it('may have a thousand digits', () => {
    expect(fits({ minimum: 0, multipleOf: 0.5 }, exact(`1${'0'.repeat(998)}.5`))).toBe(true);
    expect(fits({ minimum: 0 }, exact('1e-1000'))).toBe(true);
  });
});

describe('integers of any size', () => {
  it('are compared and divided as BigInt would', () => {
    const big = bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
    assert(
      property(big, integer(), integer({ min: 1 }), (value, bound, divisor) => {
        const number = exact(String(value));
        expect(fits({ minimum: bound }, number)).toBe(value >= BigInt(bound));
        expect(fits({ exclusiveMaximum: bound }, number)).toBe(value < BigInt(bound));
        expect(fits({ multipleOf: divisor }, number)).toBe(value % BigInt(divisor) === 0n);
      }),
    );
  });

  it('are equal however their zeros are written', () => {
    assert(
      property(
        tuple(bigInt({ min: 10n ** 17n, max: 10n ** 20n }), integer({ min: 0, max: 5 })),
        constantFrom('e', 'E', 'e+'),
        ([digits, zeros], letter) => {
          const spelt = exact(`${digits}.${'0'.repeat(zeros + 1)}`);
          const shifted = exact(`${digits}${'0'.repeat(zeros)}${letter}0`);
          const scaled = exact(`${digits}${letter}${zeros}`);
          expect(fits({ uniqueItems: true }, [exact(String(digits)), spelt])).toBe(false);
          expect(fits({ uniqueItems: true }, [shifted, scaled])).toBe(false);
        },
      ),
    );
  });
});
