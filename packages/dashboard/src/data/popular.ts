import type { CatalogueListing, CatalogueSummary } from '@mkt/client';
import { exampleInput, exampleResult } from './examples.ts';

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

/** What a call sends or returns: an example of the seller as JSON, or else what its schema says. */
export interface CallPart {
  json?: string | undefined;
  schema?: Record<string, unknown> | undefined;
}

export interface ExampleCall {
  listing: CatalogueListing;
  input: CallPart;
  result: CallPart;
}

/** Most of its calls succeed, as far as is known. */
const GOOD = 0.95;

function partOf(json: string | undefined, schema: CallPart['schema']): CallPart {
  try {
    JSON.parse(json ?? '');
    return { json };
  } catch {
    return { schema };
  }
}

/** An example says more than a schema. */
const EXAMPLE = 2;
const saysOf = ({ json, schema }: CallPart): number =>
  json === undefined ? Number(schema !== undefined) : EXAMPLE;

/** More says more about a listing; no more than this is shown. */
const SHOWN_CHARACTERS = 200;

/**
 * A call to a listing that works: of those that show most of it, by an example of the seller or else a schema, that
 * of the most used one and, while none is used, the one with the longest result. None if no listing says what it
 * takes.
 */
export function exampleCallOf(listings: readonly CatalogueListing[]): ExampleCall | null {
  const works = ({ health, quality }: CatalogueListing) =>
    health.status !== 'unhealthy' && (quality?.successRate ?? 1) >= GOOD;
  const calls = listings.filter(works).map((listing): ExampleCall => {
    const { inputSchema, outputSchema } = listing.runContract;
    return {
      listing,
      input: partOf(exampleInput(listing.runContract), inputSchema),
      result: partOf(exampleResult(listing.runContract), outputSchema),
    };
  });
  const says = ({ input, result }: ExampleCall) => saysOf(input) + saysOf(result);
  const shown = ({ result }: ExampleCall) => Math.min(result.json?.length ?? 0, SHOWN_CHARACTERS);
  const better = (a: ExampleCall, b: ExampleCall) =>
    says(b) - says(a) || successes(b.listing) - successes(a.listing) || shown(b) - shown(a);
  return calls.filter(({ input }) => saysOf(input) > 0).toSorted(better)[0] ?? null;
}
