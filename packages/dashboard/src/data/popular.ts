import type { CatalogueListing, CatalogueSummary } from '@mkt/client';

const POPULAR = 6;

/** The calls of the last days that succeeded. */
const successes = ({ quality }: Pick<CatalogueSummary, 'quality'>): number =>
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

export interface ExampleCall {
  listing: CatalogueListing;
  /** Both are JSON texts of the seller. */
  input: string;
  result: string;
}

/** Most of its calls succeed, as far as is known. */
const GOOD = 0.95;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** More says more about a listing; no more than this is shown. */
const SHOWN_CHARACTERS = 200;

/**
 * The seller's example of a call to a listing that works, if there is one: that of the most used one and, while
 * none is used, the one that shows most.
 */
export function exampleCallOf(listings: readonly CatalogueListing[]): ExampleCall | null {
  const works = ({ health, quality }: CatalogueListing) =>
    health.status !== 'unhealthy' && (quality?.successRate ?? 1) >= GOOD;
  const shown = ({ result }: ExampleCall) => Math.min(result.length, SHOWN_CHARACTERS);
  const calls = listings.filter(works).flatMap((listing): ExampleCall[] => {
    const { requestExampleJson: input, responseExampleJson: result } = listing.runContract;
    return input !== undefined && result !== undefined && isJson(input) && isJson(result)
      ? [{ listing, input, result }]
      : [];
  });
  const better = (a: ExampleCall, b: ExampleCall) =>
    successes(b.listing) - successes(a.listing) || shown(b) - shown(a);
  return calls.toSorted(better)[0] ?? null;
}
