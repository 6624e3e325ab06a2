import { CURRENCIES, currencyCode, decimalsOf } from '@mkt/protocol';
import { validate } from '@mkt/protocol/validate';
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
