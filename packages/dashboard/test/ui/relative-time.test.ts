import { expect, it } from 'vitest';
import { relativeTime } from '../../src/ui/relative-time.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

it.each([
  ['2026-11-22T11:59:58Z', 'just now'],
  ['2026-11-22T12:00:02Z', 'just now'],
  ['2026-11-22T11:59:20Z', '40 s ago'],
  ['2026-11-22T11:58:00Z', '2 min ago'],
  ['2026-11-22T06:00:00Z', '6 h ago'],
  ['2026-11-19T12:00:00Z', '3 d ago'],
  ['2026-11-22T15:30:00Z', 'in 3 h'],
  ['2026-10-01T12:00:00Z', '1 Oct 2026'],
  ['2027-02-20T12:00:00Z', '20 Feb 2027'],
])('%s is %s', (at, text) => {
  expect(relativeTime(Date.parse(at), NOW)).toBe(text);
});
