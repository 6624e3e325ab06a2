/** Where a listing stands in search results by relevance; equal ones are sorted by age. */
export interface SearchPosition {
  /** The UTC day whose quality steps apply, in days since the Unix epoch. */
  day: number;
  tier: number;
  step: number;
}

const TIERS = 64;
const STEPS = 16;

/** A position as the key of a cursor. */
export const keyOfPosition = ({ day, tier, step }: SearchPosition): number =>
  (day * TIERS + tier) * STEPS + step;

/** Any number is a position: cursors come from outside. */
export function positionOf(key: number): SearchPosition {
  const whole = Math.floor(Math.max(0, Math.min(key, Number.MAX_SAFE_INTEGER)));
  const tiers = Math.floor(whole / STEPS);
  return { day: Math.floor(tiers / TIERS), tier: tiers % TIERS, step: whole % STEPS };
}
