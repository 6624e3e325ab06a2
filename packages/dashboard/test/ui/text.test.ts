import { expect, it, test } from 'vitest';
import { alignedMoney, formatMoneyList, formatRounded } from '../../src/ui/amounts.ts';
import {
  capitalised,
  columnTime,
  exactTime,
  formatDuration,
  formatMoney,
  formatShare,
  isNew,
  lastingTime,
  qualityText,
  relativeTime,
  successText,
  timeRange,
} from '../../src/ui/text.ts';

test.each([
  [0, '0 ms'],
  [253, '253 ms'],
  [1_840, '1.84 s'],
  [30_000, '30.0 s'],
  [125_000, '2 min 5 s'],
])('%d ms is %s', (ms, shown) => {
  expect(formatDuration(ms)).toBe(shown);
});

it.each([
  [0.02, 'USD', '$0.02'],
  [0.000001, 'USD', '$0.000001'],
  [38.2, 'EUR', '€38.20'],
  [0, 'USD', '$0.00'],
  [3, 'JPY', '¥3'],
  [1_234_567.5, 'USD', '$1,234,567.50'],
  [1, 'not a currency', '1 not a currency'],
])('writes %d %s as %s', (amount, currency, text) => {
  expect(formatMoney({ amount, currency })).toBe(text);
});

it.each([
  [4.8034, 'USD', '$4.80'],
  [0.8992, 'USD', '$0.8992'],
  [1_234.5, 'JPY', '¥1,235'],
  [2.5, 'not a currency', '2.5 not a currency'],
])('shortens %d %s to %s', (amount, currency, text) => {
  expect(formatRounded({ amount, currency })).toBe(text);
});

test.each([
  [1, '100%'],
  [0.99996, '99.9%'],
  [0.0002, '< 0.1%'],
  [0, '0%'],
])('a share of %d is %s', (share, text) => {
  expect(formatShare(share)).toBe(text);
});

test('times are in UTC, and say so', () => {
  expect(exactTime(Date.parse('2026-11-22T23:59:58Z'))).toBe('22 Nov 2026, 23:59:58 UTC');
});

it('the amounts of a column have the digits that one of them needs', () => {
  const usd = (amount: number) => ({ amount, currency: 'USD' });
  const format = alignedMoney([11.167, 0.3, 11.467].map(usd));
  expect([11.167, 0.3, 11.467].map(usd).map(format)).toEqual(['$11.167', '$0.300', '$11.467']);
  const yen = [{ amount: 3, currency: 'JPY' }];
  expect(yen.map(alignedMoney(yen))).toEqual(['¥3']);
  // Cents are enough where they are exact.
  expect([6.45, 100].map(usd).map(alignedMoney([6.45, 100].map(usd)))).toEqual([
    '$6.45',
    '$100.00',
  ]);
});

it('never adds amounts of different currencies', () => {
  const amounts = [
    { amount: 204.68, currency: 'USD' },
    { amount: 38.2, currency: 'EUR' },
  ];
  expect(formatMoneyList(amounts)).toBe('$204.68 and €38.20');
});

const NOW = Date.parse('2026-11-22T12:00:00Z');

it.each([
  ['2026-11-22T11:59:58Z', 'just now'],
  ['2026-11-22T12:00:02Z', 'just now'],
  ['2026-11-22T11:59:20Z', '40 s ago'],
  ['2026-11-22T11:58:00Z', '2 min ago'],
  ['2026-11-22T06:00:00Z', 'today, 06:00 UTC'],
  ['2026-11-21T23:04:00Z', '21 Nov, 23:04 UTC'],
  ['2026-11-19T12:00:00Z', '19 Nov, 12:00 UTC'],
  ['2026-11-22T15:30:00Z', 'in 3 h'],
  ['2025-10-01T12:00:00Z', '1 Oct 2025'],
  ['2027-02-20T12:00:00Z', '20 Feb 2027'],
])('%s is %s', (at, text) => {
  expect(relativeTime(Date.parse(at), NOW)).toBe(text);
});

it.each([
  ['2026-11-22T11:59:58Z', 'Today, 11:59'],
  ['2026-11-22T00:00:00Z', 'Today, 00:00'],
  ['2026-11-21T23:04:09Z', '21 Nov, 23:04'],
  ['2026-11-19T12:00:00Z', '19 Nov, 12:00'],
  ['2025-10-01T12:00:00Z', '1 Oct 2025'],
])('in a column %s is %s', (at, text) => {
  expect(columnTime(Date.parse(at), NOW)).toBe(text);
});

test.each([
  ['2026-11-22T08:32:00Z', '2026-11-22T08:59:00Z', 'today, 08:32–08:59 UTC'],
  ['2026-11-21T08:32:00Z', '2026-11-21T08:59:00Z', '21 Nov, 08:32–08:59 UTC'],
  ['2026-11-20T23:50:00Z', '2026-11-21T00:10:00Z', '20 Nov, 23:50 – 21 Nov, 00:10 UTC'],
  ['2026-11-21T23:50:00Z', '2026-11-22T00:10:00Z', '21 Nov, 23:50 – today, 00:10 UTC'],
])('from %s to %s is %s', (from, to, text) => {
  const range = timeRange(Date.parse(from), Date.parse(to), NOW);
  expect(range.replaceAll('\u00A0', ' ')).toBe(text);
});

test('how long something has lasted is never negative', () => {
  expect(lastingTime(NOW - 26 * 3_600_000, NOW)).toBe('1 day');
  expect(lastingTime(NOW - 50 * 3_600_000, NOW)).toBe('2 days');
  expect(lastingTime(NOW + 1_000, NOW)).toBe('0 s');
});

const quality = { successRate: 0.9827, p95Ms: 118, calls: 1350, refused: 0 };

test('says how the calls of the last days ended', () => {
  expect(qualityText(quality)).toBe(
    '1,350 calls, 98.3% succeeded in the last 7 days, 95% of them within 118 ms',
  );
});

test.each([
  [1, '100%'],
  [0.9999, '99.9%'],
  [0.5, '50%'],
  [0, '0%'],
])('a rate of %d reads as %s: only all are 100 %%', (successRate, text) => {
  expect(successText({ ...quality, successRate })).toBe(text);
});

test('says nothing of durations if no call succeeded', () => {
  const none = { successRate: 0, p95Ms: null, calls: 20, refused: 0 };
  expect(qualityText(none)).toBe('20 calls, 0% succeeded in the last 7 days');
});

test('a listing is new for two weeks', () => {
  const published = '2026-11-01T12:00:00Z';
  expect(isNew(published, Date.parse('2026-11-15T11:59:00Z'))).toBe(true);
  expect(isNew(published, Date.parse('2026-11-15T12:01:00Z'))).toBe(false);
});

test('says how many inputs were refused', () => {
  expect(qualityText({ ...quality, refused: 1 })).toMatch(/; 1 input refused$/);
  expect(qualityText({ ...quality, refused: 1200 })).toMatch(/; 1,200 inputs refused$/);
});

it.each([
  ['data', 'Data'],
  ['ai', 'AI'],
  ['developer-tools', 'Developer tools'],
  ['e-commerce', 'E-commerce'],
  ['Ünusual', 'Ünusual'],
  ['', ''],
])('the category %j is shown as %j', (category, shown) => {
  expect(capitalised(category)).toBe(shown);
});
