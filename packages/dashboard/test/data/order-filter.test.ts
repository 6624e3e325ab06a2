import { expect, test } from 'vitest';
import {
  filterOf,
  readKey,
  readMetadata,
  readShown,
  writeMetadata,
  writeShown,
} from '../../src/data/order-filter.ts';

const shownAt = (search: string) => readShown(new URLSearchParams(search));
const NOW = Date.parse('2026-11-22T10:00:42.123Z');

test.each(['', 'state=failed', 'state=open&listing=rates', 'period=7d', 'day=2026-11-20'])(
  'the address ?%s stays as it is',
  (search) => {
    expect(writeShown(shownAt(search)).toString()).toBe(search);
  },
);

test.each([
  'state=running',
  'state=all',
  'period=1y',
  'day=20-11-2026',
  'day=2026-13-01',
  'listing=',
  'unknown=1',
])('values of ?%s that are not valid are left out', (search) => {
  expect(writeShown(shownAt(search)).toString()).toBe('');
});

test('a period begins at a whole minute, so that the filter stays the same for a while', () => {
  const shown = shownAt('period=24h&state=failed&listing=rates');
  expect(filterOf(shown, NOW)).toEqual({
    orderState: 'failed',
    listingId: 'rates',
    createdAfter: '2026-11-21T10:00:00.000Z',
  });
});

test('a day of UTC takes the place of the period', () => {
  const shown = shownAt('period=24h&day=2026-11-20&state=failed');
  expect(writeShown(shown).toString()).toBe('state=failed&day=2026-11-20');
  expect(filterOf(shown, NOW)).toEqual({
    orderState: 'failed',
    createdAfter: '2026-11-20T00:00:00.000Z',
    createdBefore: '2026-11-21T00:00:00.000Z',
  });
});

const rewritten = (search: string) =>
  writeMetadata(new URLSearchParams(), readMetadata(new URLSearchParams(search))).toString();

test.each([
  '',
  'metadata=job%3Dnightly',
  'metadata=a%3D%3D1&metadata=b%3D',
  'metadata=__proto__%3Dx',
])('metadata in ?%s stays as it is', (search) => {
  expect(rewritten(search)).toBe(search);
});

test.each(['metadata=', 'metadata=job', 'metadata=%3Dx', 'metadata=a+b%3Dc', 'metadata=a%3D%00'])(
  'metadata in ?%s that no order can have is left out',
  (search) => {
    expect(rewritten(search)).toBe('');
  },
);

test('of two texts with one name the last counts', () => {
  expect(rewritten('metadata=a%3D1&metadata=a%3D2')).toBe('metadata=a%3D2');
});

const ID = '0190c1f2-7a00-7000-8000-00000000000a';

test.each([
  [`key=${ID.toUpperCase()}`, ID],
  ['key=none', 'none'],
  ['key=ci-runner', undefined],
  ['', undefined],
])('the key of ?%s is %s', (search, key) => {
  expect(readKey(new URLSearchParams(search))).toBe(key);
});
