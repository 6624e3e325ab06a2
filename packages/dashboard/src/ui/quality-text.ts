import { formatDuration } from './duration.ts';

/** How calls of the last days ended. */
export interface Quality {
  /** From 0 to 1. */
  successRate: number;
  /** `null` if none succeeded. */
  p95Ms: number | null;
  calls: number;
  /** Inputs that the service refused, which are not among the calls. */
  refused: number;
}

const PERCENT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const COUNT = new Intl.NumberFormat('en-US');

/** `98.3 %`. A rate that is not 1 never reads as 100 %. */
export const successText = ({ successRate }: Quality): string =>
  `${PERCENT.format(successRate < 1 ? Math.min(successRate * 100, 99.9) : 100)} %`;

/** `98.3 % of 350 calls succeeded in the last 7 days, 95 % of them within 118 ms; 2 inputs refused`. */
export function qualityText(quality: Quality): string {
  const { calls, p95Ms, refused } = quality;
  const inputs = refused === 1 ? '1 input' : `${COUNT.format(refused)} inputs`;
  const apart = refused === 0 ? '' : `; ${inputs} refused`;
  const within = p95Ms === null ? '' : `, 95 % of them within ${formatDuration(p95Ms)}`;
  return `${successText(quality)} of ${COUNT.format(calls)} calls succeeded in the last 7 days${within}${apart}`;
}

/** The same in short: `98.3 % · p95 118 ms`. */
export const shortQualityText = (quality: Quality): string =>
  quality.p95Ms === null
    ? successText(quality)
    : `${successText(quality)} · p95 ${formatDuration(quality.p95Ms)}`;
