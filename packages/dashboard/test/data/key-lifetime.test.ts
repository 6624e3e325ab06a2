import { expect, test } from 'vitest';
import { expiryOf } from '../../src/data/key-lifetime.ts';

test('a key expires after the chosen number of days, or never', () => {
  const now = Date.parse('2026-11-22T10:00:00Z');
  expect(expiryOf('90', now)).toBe('2027-02-20T10:00:00.000Z');
  expect(expiryOf('never', now)).toBeNull();
});
