import type { CheckEnvironment, UrlPolicy } from '@mkt/conformance';
import { checkSchemas } from '../check-schemas.ts';
import { pause, type Clock } from '../domain/clock.ts';
import type { SchemaValidation } from '../domain/schema-validation.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { createTransport } from '../outbound/transport.ts';

/** Preview, import and changes: the caller waits no longer than this in all (protocol reference, "Limits"). */
const CALLER_DEADLINE_MS = 15_000;

export interface ReviewChecksDeps {
  outbound: GuardedFetch;
  schemas: SchemaValidation;
  urlPolicy: UrlPolicy;
  /** Finds the operator's own words. */
  findBlocked: CheckEnvironment['findBlocked'];
  clock: Clock;
  /** Fires when the process gives up its calls. */
  ending: AbortSignal;
}

/** What the checks of a review run with; `group` is whose time they cost. */
export function createReviewChecks({
  outbound,
  schemas,
  urlPolicy,
  findBlocked,
  clock,
  ending,
}: ReviewChecksDeps) {
  const checks = (group: string, signal: AbortSignal): CheckEnvironment => ({
    transport: createTransport(outbound),
    schemas: checkSchemas(schemas, group),
    urlPolicy,
    findBlocked,
    signal,
    wait: (ms, waitSignal) => pause(clock, ms, waitSignal),
  });
  return {
    checksFor: (listingId: string) => checks(listingId, ending),
    async forCaller<Result>(
      group: string,
      work: (given: CheckEnvironment) => Promise<Result>,
    ): Promise<Result> {
      const late = new AbortController();
      const cancel = clock.after(CALLER_DEADLINE_MS, () => late.abort());
      try {
        return await work(checks(group, AbortSignal.any([late.signal, ending])));
      } finally {
        cancel();
      }
    },
  };
}
