import { expect, it } from 'vitest';
import { revenueGroups } from '../../src/orders/revenue-groups.ts';

it('revenue is compared within its currency only, always in the same order', () => {
  const sold = (slug: string, calls: number, ...revenue: [number, string][]) => ({
    slug,
    calls,
    revenue: revenue.map(([amount, currency]) => ({ amount, currency })),
  });
  const groups = revenueGroups([
    sold('vat', 1, [38.2, 'EUR']),
    sold('rates', 1, [50, 'USD']),
    sold('idle', 0),
    sold('text', 1, [200, 'USD'], [19.1, 'EUR']),
    sold('yen', 1, [9_000, 'JPY']),
    sold('free', 7, [0, 'USD']),
  ]);
  expect(
    groups.map(({ currency, rows }) => [currency, ...rows.map(({ slug, share }) => [slug, share])]),
  ).toEqual([
    ['USD', ['text', 1], ['rates', 0.25]],
    ['EUR', ['vat', 1], ['text', 0.5]],
    ['JPY', ['yen', 1]],
    ['', ['free', null], ['idle', null]],
  ]);
});
