import { centsToMicros, fromMicros, MICROS_PER_UNIT, toMicros } from '@mkt/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const micros = fc.integer({ min: 0, max: 1_000_000 * MICROS_PER_UNIT });

describe('an amount', () => {
  it('survives conversion to micro-units and back, with the same JSON text', () => {
    fc.assert(
      fc.property(micros, (count) => {
        const amount = fromMicros(count);
        expect(toMicros(amount)).toBe(count);
        expect(JSON.parse(JSON.stringify(amount))).toBe(amount);
      }),
      { numRuns: 5000 },
    );
  });

  it('is read from its decimal text, digit by digit', () => {
    fc.assert(
      fc.property(
        fc.nat(999_999),
        fc.string({ unit: fc.nat(9).map(String), maxLength: 6 }),
        (units, fraction) => {
          const expected = Number(units + fraction.padEnd(6, '0'));
          expect(toMicros(Number(`${units}.${fraction}0`))).toBe(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    [0, 0],
    [-0, 0],
    [0.02, 20_000],
    [0.000001, 1],
    [1e-6, 1],
    [0.1, 100_000],
    [1.005, 1_005_000],
    [4.35, 4_350_000],
    [999_999.999999, 999_999_999_999],
    [1e6, 1_000_000_000_000],
  ])('an amount of %d is %d micro-units', (amount, expected) => {
    expect(toMicros(amount)).toBe(expected);
  });

  it.each([
    ['negative', -0.01],
    ['the smallest negative', -Number.MIN_VALUE],
    ['just over a million', 1_000_000.000001],
    ['huge', 1e21],
    ['of seven decimals', 0.0000001],
    ['of seven decimals beside others', 1.0000005],
    ['an inexact sum', 0.1 + 0.2],
    ['tiny, with an exponent', 1e-7],
    ['tiny, with digits and an exponent', 1.5e-7],
    ['the smallest there is', Number.MIN_VALUE],
    ['infinite', Number.POSITIVE_INFINITY],
    ['no number', Number.NaN],
  ])('is refused when it is %s', (_, amount) => {
    expect(toMicros(amount)).toBeUndefined();
  });
});

describe('a contract’s amountCents', () => {
  it('is a hundredth of the unit', () => {
    expect(centsToMicros(2)).toBe(20_000);
    expect(fromMicros(centsToMicros(2))).toBe(0.02);
  });

  it('is the same price as the equal amount, for every amountCents that a contract may have', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
        expect(toMicros(fromMicros(centsToMicros(cents)))).toBe(centsToMicros(cents));
        expect(fromMicros(centsToMicros(cents))).toBe(cents / 100);
      }),
    );
  });
});
