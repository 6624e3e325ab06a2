import { expect, it } from 'vitest';
import { isPartOf, partOfId, placedWithin } from '../../src/data/find-orders.ts';

const ID = '0198c7de-4f3a-7b21-9c1d-2f6a8e0b4d55';
const NOW = Date.parse('2026-11-28T05:00:00Z');

it.each([
  ['0198c7de', '0198c7de'],
  [' 0198C7DE-4f ', '0198c7de-4f'],
  ['…4d55', '4d55'],
  ['...4d55', '4d55'],
  ['4d5', undefined],
  ['-4d55', undefined],
  ['orders', undefined],
])('“%s” may be the part of an id: %s', (typed, part) => {
  expect(partOfId(typed)).toBe(part);
});

it('a part is the beginning or the end of an id, with or without its dashes', () => {
  for (const part of ['0198', '0198c7de4f3a', '0198c7de-4f3a-7', '4d55', '0b4d55']) {
    expect(isPartOf(part, ID)).toBe(true);
  }
  expect(isPartOf('7b21', ID)).toBe(false);
});

it('the beginning of an id names the time in which its order was placed', () => {
  const placedAt = Number.parseInt(ID.replaceAll('-', '').slice(0, 12), 16);
  for (const digits of [4, 8, 13, 36]) {
    const { createdAfter, createdBefore } = placedWithin(ID.slice(0, digits), NOW)!;
    expect(Date.parse(createdAfter)).toBeLessThan(placedAt);
    expect(Date.parse(createdBefore)).toBeGreaterThan(placedAt);
  }
  const { createdAfter, createdBefore } = placedWithin(ID.slice(0, 8), NOW)!;
  expect(Date.parse(createdBefore) - Date.parse(createdAfter)).toBeLessThan(200_000);
  // No order was placed in the future: these are the last digits of an id.
  expect(placedWithin('4d55', NOW)).toBeUndefined();
});
