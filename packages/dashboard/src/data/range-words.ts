import type { StatsRange } from './stats-words.ts';

export const RANGE_WORDS: Readonly<Record<StatsRange, string>> = {
  '24h': 'the last 24 hours',
  '7d': 'the last 7 days',
  '30d': 'the last 30 days',
};

const BEFORE: Readonly<Record<StatsRange, string>> = {
  '24h': 'the day before',
  '7d': 'the 7 days before',
  '30d': 'the 30 days before',
};

export const COUNT = new Intl.NumberFormat('en-US');
const SIGNED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, signDisplay: 'always' });
const PERCENT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** `97.8 %`; a dash if the whole is 0. */
export const shareInWords = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${PERCENT.format((part / whole) * 100)} %`;

/** `+6.2 % on the day before`. */
export function growthInWords(now: number, before: number, range: StatsRange): string {
  if (before === 0) return now === 0 ? '' : `none ${BEFORE[range]}`;
  return `${SIGNED.format((now / before - 1) * 100)} % on ${BEFORE[range]}`;
}

/** `−0.9 points on the day before`, `+18 ms on the day before`. */
export function changeInWords(by: number | null, unit: string, range: StatsRange): string {
  return by === null ? '' : `${SIGNED.format(by).replace('-', '−')} ${unit} on ${BEFORE[range]}`;
}
