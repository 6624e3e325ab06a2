import type { CatalogueSummary } from '@mkt/client';

const POPULAR = 6;

/** The calls of the last days that succeeded. */
const successes = ({ quality }: CatalogueSummary): number =>
  quality ? Math.round(quality.calls * quality.successRate) : 0;

/**
 * The listings to look at first: those whose recent calls mostly succeeded, otherwise in the given order.
 * A listing whose service does not answer comes last.
 */
export function popularOf(listings: readonly CatalogueSummary[]): CatalogueSummary[] {
  const isDown = ({ health }: CatalogueSummary) => Number(health.status === 'unhealthy');
  return listings
    .toSorted((a, b) => isDown(a) - isDown(b) || successes(b) - successes(a))
    .slice(0, POPULAR);
}
