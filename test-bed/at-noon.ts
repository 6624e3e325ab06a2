const DAY_MS = 86_400_000;

interface Clocked {
  clock: { now(): number; move(ms: number): void };
}

/** Moves the time of a marketplace ahead to noon, UTC: no hour and no day ends during the test. */
export function atNoon<Market extends Clocked>(market: Market): Market {
  const nowMs = market.clock.now();
  const noonMs = Math.ceil(nowMs / DAY_MS) * DAY_MS + DAY_MS / 2;
  market.clock.move(noonMs - nowMs);
  return market;
}
