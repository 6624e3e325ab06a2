import { formatDuration } from './duration.ts';

/** How calls of the last days ended. */
export interface Quality {
  /** From 0 to 1. */
  successRate: number;
  /** `null` if none succeeded. */
  p95Ms: number | null;
  calls: number;
}

const PERCENT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const COUNT = new Intl.NumberFormat('en-US');

/** `98.3 %`. A rate that is not 1 never reads as 100 %. */
export const successText = ({ successRate }: Quality): string =>
  `${PERCENT.format(successRate < 1 ? Math.min(successRate * 100, 99.9) : 100)} %`;

/** `98.3 % of 350 calls succeeded in the last 7 days, 95 % of them within 118 ms`. */
export function qualityText(quality: Quality): string {
  const { calls, p95Ms } = quality;
  const within = p95Ms === null ? '' : `, 95 % of them within ${formatDuration(p95Ms)}`;
  return `${successText(quality)} of ${COUNT.format(calls)} calls succeeded in the last 7 days${within}`;
}

/** The same in short: `98.3 % · p95 118 ms`. */
export const shortQualityText = (quality: Quality): string =>
  quality.p95Ms === null
    ? successText(quality)
    : `${successText(quality)} · p95 ${formatDuration(quality.p95Ms)}`;
