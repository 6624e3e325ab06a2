import { expect, test } from 'vitest';
import { formatDuration } from '../../src/ui/duration.ts';

test.each([
  [0, '0 ms'],
  [253, '253 ms'],
  [1_840, '1.84 s'],
  [30_000, '30.0 s'],
  [125_000, '2 min 5 s'],
])('%d ms is %s', (ms, shown) => {
  expect(formatDuration(ms)).toBe(shown);
});
