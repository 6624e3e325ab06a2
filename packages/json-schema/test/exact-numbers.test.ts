// docs/reference/protocol.md#numbers: numbers are compared by the decimal value that was written.
import { InexactNumber, readJson } from '@mkt/protocol';
import { assert, bigInt, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareSchemas,
  compileSchema,
  createValidator,
  planSchema,
  type Plan,
} from '../src/index.ts';

/** The value that represents a number in JSON text: a double where it is the same decimal. */
const exact = (text: string) => new InexactNumber(text);

function detailsOf(schema: object, value: unknown) {
  const compiled = compileSchema(schema);
  if (!compiled.ok) throw new Error(`Refused: ${JSON.stringify(compiled.details)}`);
  return compiled.validate(value);
}
const fits = (schema: object, value: unknown) => detailsOf(schema, value)?.length === 0;

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
    ['exceeds a maximum by one', { maximum: 2 ** 53 }, PAST_2_53, false],
    ['exceeds an exclusive minimum by one', { exclusiveMinimum: 2 ** 53 }, PAST_2_53, true],
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

describe('a number in a schema that a double cannot represent', () => {
  const LONG_MAX = exact('9223372036854775807');
  const TINY = exact('5e-700');

  it.each<[string, object, unknown[], unknown[]]>([
    [
      'a maximum',
      { maximum: LONG_MAX },
      [LONG_MAX, 2 ** 62, exact('9223372036854775806.5')],
      [exact('9223372036854775808.5'), exact('9223372036854775809'), 2 ** 64],
    ],
    ['a minimum', { minimum: exact('-9007199254740995') }, [-(2 ** 53)], [-(2 ** 53) - 4]],
    ['an exclusive minimum', { exclusiveMinimum: TINY }, [5e-300], [TINY, 0, exact('4e-700')]],
    ['an exclusive maximum', { exclusiveMaximum: exact('0.30000000000000001') }, [0.3], [0.31]],
    [
      'a divisor',
      { multipleOf: exact('9007199254740993') },
      [0, exact('18014398509481986'), exact('-27021597764222979')],
      [2 ** 53, 2 ** 54, exact('9007199254740995')],
    ],
    ['a tiny divisor', { multipleOf: exact('25e-400') }, [1, exact('75e-400')], [exact('1e-399')]],
    [
      'a constant',
      { const: exact('36028797018963969') },
      [exact('36028797018963969.0')],
      [2 ** 55],
    ],
    [
      'a listed value',
      { enum: [{ a: [exact('36028797018963969')] }, exact('1e-400')] },
      [{ a: [exact('36028797018963969')] }, exact('0.1e-399')],
      [{ a: [2 ** 55] }, 0],
    ],
    [
      'a length',
      { maxLength: LONG_MAX, maxItems: LONG_MAX, maxProperties: LONG_MAX },
      ['a', []],
      [],
    ],
    ['a length that nothing has', { minLength: LONG_MAX, minItems: LONG_MAX }, [1], ['a', []]],
  ])('means what is written: %s', (_, schema, good, bad) => {
    for (const value of good) expect([value, fits(schema, value)]).toEqual([value, true]);
    for (const value of bad) expect([value, fits(schema, value)]).toEqual([value, false]);
  });

  it('appears in the message with its digits', () => {
    const details = detailsOf({ maximum: LONG_MAX, enum: [1, TINY] }, 2 ** 64);
    expect(details?.map(({ message }) => message)).toEqual([
      'must be one of 1, 5e-700',
      'must be <= 9223372036854775807',
    ]);
  });

  it.each([
    ['a length with a fraction', { maxLength: exact('9007199254740993.5') }],
    ['a negative size', { minItems: exact('-9007199254740993') }],
    ['a divisor below 0', { multipleOf: exact('-1e-400') }],
  ])('is refused as any other number would be: %s', (_, schema) => {
    expect(compileSchema(schema).ok).toBe(false);
  });

  it('survives in a plan as JSON', () => {
    const schema = { maximum: LONG_MAX, not: { const: exact('9223372036854775805') } };
    const planned = planSchema(schema);
    if (!planned.ok) throw new Error('Refused');
    const { validate } = createValidator(readJson(JSON.stringify(planned.plan)).exact as Plan);
    expect(validate(exact('9223372036854775808'))).toMatchObject([{ keyword: 'maximum' }]);
    expect(validate(exact('9223372036854775805'))).toMatchObject([{ keyword: 'not' }]);
    expect(validate(exact('9223372036854775806'))).toEqual([]);
  });

  it('is compared by its value with another version of the schema', () => {
    const directions = (before: object, after: object) =>
      changesOf(before, after).map(({ direction }) => direction);
    const [max, below] = [LONG_MAX, exact('9223372036854775806')];
    expect(directions({ maximum: max }, { maximum: below })).toEqual(['narrower']);
    expect(directions({ maximum: below }, { maximum: max })).toEqual(['wider']);
    expect(directions({ minimum: max }, { minimum: exact('92233720368547758.070e2') })).toEqual([]);
    expect(
      directions({ type: 'integer', minimum: below }, { type: 'integer', minimum: max }),
    ).toEqual(['narrower']);
    expect(directions({ enum: [max, below] }, { enum: [max] })).toEqual(['narrower']);
    expect(directions({ const: max }, { type: 'integer' })).toEqual(['wider']);
    expect(directions({ multipleOf: exact('1e-400') }, { multipleOf: exact('2e-400') })).toEqual([
      'narrower',
    ]);
    const [change] = changesOf({ maximum: max }, { maximum: below });
    expect(change?.message).toContain('from 9223372036854775807 to 9223372036854775806');
  });
});

function changesOf(before: object, after: object) {
  const compared = compareSchemas(before, after, { units: 1e6, isLate: () => false });
  if (!compared.ok) throw new Error(compared.reason);
  return compared.changes;
}

describe('integers of any size', () => {
  it('are compared and divided as BigInt would', () => {
    const big = bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
    assert(
      property(big, integer(), integer({ min: 1 }), (value, bound, divisor) => {
        const number = exact(String(value));
        expect(fits({ minimum: number }, bound)).toBe(BigInt(bound) >= value);
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
