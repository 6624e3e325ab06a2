// Times in responses: RFC 3339 in UTC with milliseconds.
import { expect, it } from 'vitest';
import { iso } from '../../src/http/respond.ts';

const START_MS = Date.UTC(2026, 10, 21, 23, 59, 58, 990);

it('formats times as Date does, in whatever order they come', () => {
  for (let step = 0; step < 5_000; step++) {
    for (const ms of [START_MS + step, START_MS - 977 * step, START_MS + 61_001 * step]) {
      expect(iso(ms)).toBe(new Date(ms).toISOString());
    }
  }
});

it('formats times before 1970, at the start of a second, and far in the future', () => {
  for (const ms of [-1, -1000, -1001, 0, 999, 1000, 253_402_300_799_999]) {
    expect(iso(ms)).toBe(new Date(ms).toISOString());
  }
});
