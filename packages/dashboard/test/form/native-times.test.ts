import { describe, expect, it } from 'vitest';
import { shownTime, timeText } from '../../src/form/native-times.ts';

describe('a date or a time in the field of the browser', () => {
  it.each([
    ['date', '2026-11-26'],
    ['time', '14:30:00Z'],
    ['date-time', '2026-11-26T14:30:00Z'],
  ] as const)('comes back as it was: %s', (format, text) => {
    expect(timeText(format, shownTime(format, text) ?? '')).toBe(text);
  });

  it.each([
    ['date', 'tomorrow'],
    ['date', '2026-13-01'],
    ['time', '14:30:00+02:00'],
    ['date-time', '2026-11-26T14:30:00.123Z'],
  ] as const)('is typed as text where that field would lose it: %s %s', (format, text) => {
    expect(shownTime(format, text)).toBeUndefined();
  });

  it('is empty until it is complete', () => {
    expect(timeText('date-time', '')).toBe('');
    expect(timeText('time', '14:30')).toBe('14:30:00Z');
  });
});
