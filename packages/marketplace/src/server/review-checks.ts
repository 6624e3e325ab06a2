import type { CheckEnvironment, UrlPolicy } from '@mkt/conformance';
import { checkSchemas } from './check-schemas.ts';
import { pause, type Clock } from '../market/outside.ts';
import { REVIEW_LIMITS } from '../market/limits.ts';
import type { SchemaValidation } from '../schemas/schema-validation.ts';
import { createBoundedTransport } from '../sellers/bounded-transport.ts';
import type { GuardedFetch } from '../sellers/guarded-fetch.ts';

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
    const cancel = clock.after(REVIEW_LIMITS.deadlineMs, () => late.abort());
    const checks: CheckEnvironment = {
      transport: createBoundedTransport(outbound, { clock, withinMs: REVIEW_LIMITS.deadlineMs }),
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
