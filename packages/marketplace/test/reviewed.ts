import type { Market } from './market.ts';

/** Runs reviews to their end; the pauses between their tries are the clock's. */
export async function reviewedInTime(market: Market) {
  const done = market.reviewsIdle().then(() => 'done');
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  while ((await Promise.race([done, turn()])) !== 'done') market.clock.move(500);
}
