import { expect, test } from 'vitest';
import { statsQuery } from '../../src/data/stats-words.ts';

const NOW = Date.parse('2026-11-22T09:41:12Z');

test('24 hours end with the present one', () => {
  expect(statsQuery('24h', NOW)).toEqual({
    by: 'hour',
    from: '2026-11-21T10:00:00.000Z',
    to: '2026-11-22T10:00:00.000Z',
  });
});

test('the preceding period is as long, and ends where they begin', () => {
  expect(statsQuery('7d', NOW, true)).toEqual({
    by: 'day',
    from: '2026-11-09T00:00:00.000Z',
    to: '2026-11-16T00:00:00.000Z',
  });
});
