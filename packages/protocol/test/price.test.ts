import {
  centsToMicros,
  CURRENCIES,
  currencyCode,
  decimalsOf,
  fromMicros,
  MICROS_PER_UNIT,
  toMicros,
} from '@mkt/protocol';
import { validate } from '@mkt/protocol/validate';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** On list one of ISO 4217, or once on it, and no national currency in use. */
const OTHERS =
  'BOV CHE CHW CLF COU MXV USN USS UYI UYW XAG XAU XPD XPT XAD XBA XBB XBC XBD XDR XSU XUA XTS XXX ' +
  'ANG BGN BYR CUC DEM FRF HRK LTL LVL MRO SLL STD TRL USX VEF ZMK ZWD ZWL ZWR EEK';

describe('a currency', () => {
  it.each(['USD', 'eur', 'Jpy', 'XAF', 'xof', 'XCG', 'SLE', 'VED', 'VES', 'ZWG', 'MRU', 'STN'])(
    'may be %s, and is stored in upper case',
    (code) => {
      expect(currencyCode(code)).toBe(code.toUpperCase());
      expect(validate('CreateOrderRequest', { listingId: 'x', currency: code }).ok).toBe(true);
    },
  );

  it.each([...OTHERS.split(' '), 'ABC', '', 'US', 'USDX', ' USD', 'USD\n', 'ÚSD', 'uß', '€'])(
    'is not %j',
    (code) => {
      expect(currencyCode(code)).toBeUndefined();
      expect(validate('UpdateListingRequest', { price: { currency: code } })).toEqual({
        ok: false,
        details: [
          {
            path: '/price/currency',
            message: 'must be the ISO 4217 code of a national currency in use',
            keyword: 'pattern',
          },
        ],
      });
    },
  );

  it.each([
    ['USD', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['XXX', 2],
    ['__proto__', 2],
  ])('has the usual decimals: %s', (code, digits) => {
    expect(decimalsOf(code)).toBe(digits);
  });

  it('is one that the schemas accept, in every spelling', () => {
    for (const code of CURRENCIES) {
      for (let upper = 0; upper < 8; upper++) {
        const spelling = code
          .toLowerCase()
          .split('')
          .map((letter, index) => (upper & (1 << index) ? letter.toUpperCase() : letter))
          .join('');
        expect(validate('CatalogueQuery', { currency: spelling }).ok).toBe(true);
        expect(currencyCode(spelling)).toBe(code);
      }
    }
  });

  it('is also on the runtime’s list, which includes funds, metals and old codes', () => {
    // Newer than this runtime's tables, or not.
    const newer = new Set(['XCG', 'ZWG', 'SLE', 'VED']);
    const runtime = new Set(Intl.supportedValuesOf('currency'));
    expect(CURRENCIES.filter((code) => !runtime.has(code) && !newer.has(code))).toEqual([]);
    expect(CURRENCIES.length).toBeGreaterThan(145);
    expect(CURRENCIES).toEqual(CURRENCIES.toSorted());
  });
});

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
    ['0.1 + 0.2', 0.1 + 0.2, 300_000],
    ['19.99 * 3', 19.99 * 3, 59_970_000],
    ['1.1 * 1.1', 1.1 * 1.1, 1_210_000],
    ['4.35 * 100', 4.35 * 100, 435_000_000],
    [
      'a thousand times 0.01',
      Array<number>(1000)
        .fill(0.01)
        .reduce((a, b) => a + b),
      10_000_000,
    ],
    ['0.0000033 - 0.0000013', 0.000_003_3 - 0.000_001_3, 2],
    ['99999.99 * 7', 99_999.99 * 7, 699_999_930_000],
  ])(
    '%s is rounded to 6 decimals, because arithmetic left the rest over',
    (_, amount, expected) => {
      expect(toMicros(amount)).toBe(expected);
    },
  );

  it.each([
    ['negative', -0.01],
    ['the smallest negative', -Number.MIN_VALUE],
    ['just over a million', 1_000_000.000001],
    ['huge', 1e21],
    ['of seven decimals', 0.0000001],
    ['of seven decimals beside others', 1.0000005],
    ['a genuine amount of ten decimals', 2.0000000001],
    ['a large amount of seven decimals', 700_000.0000001],
    ['a small amount of ten decimals', 0.0200000001],
    ['what a subtraction leaves of nothing', 0.3 - 0.1 * 3 + 1e-16],
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
