import type { Quality } from './quality.ts';
import { PERIOD_MS } from '../stats/stats.ts';
import { STEP_SLOTS, UNKNOWN_STEP } from '../database/quality-steps.ts';
/** Below the first two are the steps 0 and 1; each of the others that is reached is one step up. */
const POOR = [0.5, 0.7];
const GOOD = [0.8, 0.9, 0.95, 0.98, 0.99, 0.995];
export const STEPS = POOR.length + 1 + GOOD.length + 1;

/** z of the lower end of a 95 % interval. */
const Z = 1.96;

/** What the success rate is at least, with some certainty: with few calls it may have been luck. */
function certainRate({ successRate: rate, calls }: Quality): number {
  const z2 = Z * Z;
  const middle = rate + z2 / (2 * calls);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / calls + z2 / (4 * calls * calls));
  return (middle - spread) / (1 + z2 / calls);
}

/** Where a listing stands among those that match equally well, 0 to 9. */
export function stepOf(quality: Quality | null): number {
  if (!quality) return UNKNOWN_STEP;
  const rate = certainRate(quality);
  const poor = POOR.findIndex((bound) => rate < bound);
  return poor === -1 ? UNKNOWN_STEP + 1 + GOOD.filter((bound) => rate >= bound).length : poor;
}

export const dayOf = (ms: number): number => Math.floor(ms / PERIOD_MS.day);
export const slotOf = (day: number): number => day % STEP_SLOTS;
