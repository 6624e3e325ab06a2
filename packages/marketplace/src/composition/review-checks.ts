import type { CheckEnvironment, UrlPolicy } from '@mkt/conformance';
import { checkSchemas } from './check-schemas.ts';
import { pause, type Clock } from '../domain/clock.ts';
import type { SchemaValidation } from '../domain/schema-validation.ts';
import { createBoundedTransport } from '../outbound/bounded-transport.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';

/**
 * One deadline for all requests of a preview, import, change or review (docs/limits.md): it bounds
 * the wait of the caller, and how long a service that hangs occupies a review slot.
 */
const DEADLINE_MS = 15_000;

export interface ReviewChecksDeps {
  outbound: GuardedFetch;
  schemas: SchemaValidation;
  urlPolicy: UrlPolicy;
  clock: Clock;
  /** Aborted when the process gives up its calls. */
  ending: AbortSignal;
}

/**
 * Runs work with the checks of a review, under one deadline; `accountId` is the account that the
 * time is charged to.
 */
export type WithChecks = <Result>(
  accountId: string,
  work: (checks: CheckEnvironment) => Promise<Result>,
) => Promise<Result>;

export function createReviewChecks(deps: ReviewChecksDeps): WithChecks {
  const { outbound, schemas, urlPolicy, clock, ending } = deps;
  return async function withChecks(accountId, work) {
    const late = new AbortController();
    const cancel = clock.after(DEADLINE_MS, () => late.abort());
    const checks: CheckEnvironment = {
      transport: createBoundedTransport(outbound, { clock, withinMs: DEADLINE_MS }),
      schemas: checkSchemas(schemas, accountId),
      urlPolicy,
      reviewContent: (content, slug) => schemas.reviewContent(content, slug, accountId),
      signal: AbortSignal.any([late.signal, ending]),
      wait: (ms, signal) => pause(clock, ms, signal),
    };
    try {
      return await work(checks);
    } finally {
      cancel();
    }
  };
}
