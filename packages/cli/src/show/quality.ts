import type { Quality } from '@mkt/protocol';
import { formatDuration } from './time.ts';

/** `98.3%`. A rate that is not 1 never reads as 100%. */
export const formatSuccess = (quality: Quality | null): string => {
  if (quality === null) return '';
  const percent = quality.successRate * 100;
  return percent < 100 ? `${Math.min(percent, 99.9).toFixed(1)}%` : '100%';
};

/** The duration within which 95 % of the completed calls ended. */
export const formatP95 = (quality: Quality | null): string =>
  typeof quality?.p95Ms === 'number' ? formatDuration(quality.p95Ms) : '';

/** `98.3% of 350 calls in the last 7 days, 95 % within 118 ms`; with too few calls it says so. */
export function formatQuality(quality: Quality | null): string {
  if (quality === null) return 'fewer than 20 calls in the last 7 days';
  const within = formatP95(quality);
  const share = `${formatSuccess(quality)} of ${quality.calls} calls in the last 7 days`;
  return within === '' ? share : `${share}, 95 % within ${within}`;
}
