import { LIMITS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { formatMoney, formatPrice, formatPriceChange } from '../src/show/price.ts';
import { formatQuality } from '../src/show/listing.ts';

it.each([
  [5, 'USD', 'USD 5.00'],
  [0.02, 'USD', 'USD 0.02'],
  [0.000001, 'USD', 'USD 0.000001'],
  [1.5, 'EUR', 'EUR 1.50'],
  [3, 'JPY', 'JPY 3'],
  [0.25, 'JPY', 'JPY 0.25'],
  [1.5, 'KWD', 'KWD 1.500'],
])(
  '%d in %s is shown with the decimals of its currency, or more: %s',
  (amount, currency, shown) => {
    expect(formatMoney({ amount, currency })).toBe(shown);
  },
);

it('a price names its unit, and nothing is free', () => {
  expect(formatPrice({ amount: 0, currency: 'USD', unit: 'call' })).toBe('free');
  expect(formatPrice({ amount: 0.02, currency: 'USD', unit: 'call' })).toBe('USD 0.02 per call');
});

it('a change between two prices of nothing says what changes', () => {
  const free = { amount: 0, currency: 'USD', unit: 'call' };
  expect(formatPriceChange(free, { ...free, unit: 'page' })).toBe(
    'USD 0.00 per call → USD 0.00 per page',
  );
  expect(formatPriceChange({ ...free, amount: 0.02 }, free)).toBe('USD 0.02 per call → free');
});

describe('the quality of a listing', () => {
  it('writes each share alike', () => {
    const quality = { successRate: 0.983, p50Ms: 40, p95Ms: 118, calls: 350, refused: 1 };
    expect(formatQuality(quality)).toBe(
      '98.3% of 350 calls in the last 7 days, 95% within 118 ms, 1 input refused',
    );
  });

  it('says with the limits of the protocol that there are too few calls', () => {
    expect(formatQuality(null)).toBe(
      `fewer than ${LIMITS.qualityCalls} calls in the last ${LIMITS.qualityDays} days`,
    );
  });
});
