import { expect, it } from 'vitest';
import { formatMoney, formatMoneyList } from '../../src/ui/text.ts';

it.each([
  [0.02, 'USD', '$0.02'],
  [0.000001, 'USD', '$0.000001'],
  [38.2, 'EUR', '€38.20'],
  [0, 'USD', '$0.00'],
  [3, 'JPY', '¥3'],
  [1_234_567.5, 'USD', '$1,234,567.50'],
  [1, 'not a currency', '1 not a currency'],
])('writes %d %s as %s', (amount, currency, text) => {
  expect(formatMoney({ amount, currency })).toBe(text);
});

it('never adds amounts of different currencies', () => {
  const amounts = [
    { amount: 204.68, currency: 'USD' },
    { amount: 38.2, currency: 'EUR' },
  ];
  expect(formatMoneyList(amounts)).toBe('$204.68 and €38.20');
});
