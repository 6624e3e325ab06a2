import { expect, it } from 'vitest';
import { formatMoney, formatPrice } from '../src/show/price.ts';

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

it('a price names its unit', () => {
  expect(formatPrice({ amount: 0.02, currency: 'USD', unit: 'call' })).toBe('USD 0.02 per call');
});
