import { LIMITS, type Quality } from '@mkt/protocol';
import { formatDuration } from './time.ts';

/** `98.3%`, `95%`. A share that is not 1 never reads as 100%. */
export const formatPercent = (share: number): string => {
  const percent = share < 1 ? Math.min(share * 100, 99.9) : 100;
  return `${percent.toFixed(1).replace(/\.0$/, '')}%`;
};

export const formatSuccess = (quality: Quality | null): string =>
  quality === null ? '' : formatPercent(quality.successRate);

/** The duration within which 95% of the completed calls ended. */
export const formatP95 = (quality: Quality | null): string =>
  typeof quality?.p95Ms === 'number' ? formatDuration(quality.p95Ms) : '';

const DAYS = `the last ${LIMITS.qualityDays} days`;

/**
 * `98.3% of 350 calls in the last 7 days, 95% within 118 ms, 12 inputs refused`; with too few calls it
 * says so.
 */
export function formatQuality(quality: Quality | null): string {
  if (quality === null) return `fewer than ${LIMITS.qualityCalls} calls in ${DAYS}`;
  const within = formatP95(quality);
  const share = `${formatSuccess(quality)} of ${quality.calls} calls in ${DAYS}`;
  const { refused } = quality;
  return [
    share,
    ...(within === '' ? [] : [`95% within ${within}`]),
    ...(refused === 0 ? [] : [`${refused} ${refused === 1 ? 'input' : 'inputs'} refused`]),
  ].join(', ');
}
