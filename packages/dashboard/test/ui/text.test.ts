import { expect, test } from 'vitest';
import { qualityText, successText } from '../../src/ui/quality-text.ts';

const quality = { successRate: 0.9827, p95Ms: 118, calls: 1350, refused: 0 };

test('says how the calls of the last days ended', () => {
  expect(qualityText(quality)).toBe(
    '98.3 % of 1,350 calls succeeded in the last 7 days, 95 % of them within 118 ms',
  );
});

test.each([
  [1, '100 %'],
  [0.9999, '99.9 %'],
  [0.5, '50 %'],
  [0, '0 %'],
])('a rate of %d reads as %s: only all are 100 %%', (successRate, text) => {
  expect(successText({ ...quality, successRate })).toBe(text);
});

test('says nothing of durations if no call succeeded', () => {
  const none = { successRate: 0, p95Ms: null, calls: 20, refused: 0 };
  expect(qualityText(none)).toBe('0 % of 20 calls succeeded in the last 7 days');
});

test('says how many inputs were refused', () => {
  expect(qualityText({ ...quality, refused: 1 })).toMatch(/; 1 input refused$/);
  expect(qualityText({ ...quality, refused: 1200 })).toMatch(/; 1,200 inputs refused$/);
});
