import type { Check, ListingContent } from '@mkt/protocol';
import type { CheckEnvironment } from './check-environment.ts';
import { reviewExamples } from './examples.ts';
import { checkHealth } from './health.ts';
import type { CheckName } from './check-names.ts';
import { skipped } from './outcomes.ts';
import { checkAgentTexts } from '../content/agent-texts.ts';
import { createPinger, type Pinger, type ProbeSignature } from '../calls/ping.ts';
import { checkReachability } from './reachability.ts';
import { checkSchemas } from './schemas.ts';
import { checkUrlPolicy } from './url-policy.ts';

export interface ReviewOptions {
  /**
   * The listing's slug if it was not derived from its title: then it is screened like any other
   * text.
   */
  slug?: string | undefined;
  /** Signs the requests of `reachability`; health probes are never signed. */
  signature?: ProbeSignature | undefined;
  /** Checks that an operator has waived: they are reported as skipped. */
  waive?: readonly Extract<CheckName, 'content'>[];
}

/**
 * The six checks of a review, in their order, each reported by `onCheck` as it ends, and advice about
 * its texts if there is some. Nothing is sent to an address that `url-policy` refused. Source:
 * docs/sell/listings.md#review.
 */
export async function runReview(
  content: ListingContent,
  environment: CheckEnvironment,
  options: ReviewOptions = {},
): Promise<Check[]> {
  const pinger = createPinger(environment, options.signature);
  const checks = await reviewWith(pinger, content, environment, options);
  const advice = textAdvice(content);
  for (const check of advice) environment.onCheck?.(check);
  return [...checks, ...advice];
}

/** Advice about the texts of a listing, which a review shows only if there is any. */
export const textAdvice = (content: ListingContent): Check[] =>
  [checkAgentTexts(content)].filter((check) => check.outcome === 'failed');

/** A review whose probes go through a given pinger, so that a battery sees them too. */
export async function reviewWith(
  pinger: Pinger,
  content: ListingContent,
  environment: CheckEnvironment,
  { slug, waive = [] }: ReviewOptions = {},
): Promise<Check[]> {
  const { runContract } = content;
  const checks: Check[] = [];
  const report = (check: Check): Check => {
    checks.push(check);
    environment.onCheck?.(check);
    return check;
  };
  const schemas = report(await checkSchemas(runContract, environment.schemas));
  const policy = report(await checkUrlPolicy(runContract, environment, pinger));
  if (policy.outcome === 'failed') {
    report(skipped('reachability', 'not tried: url-policy failed'));
    report(skipped('health', 'not tried: url-policy failed'));
  } else {
    report(await checkReachability(runContract, environment, pinger));
    report(await checkHealth(runContract, environment, pinger));
  }
  if (waive.includes('content')) report(skipped('content', 'waived by the operator'));
  else report(await environment.reviewContent(content, slug));
  if (schemas.outcome === 'failed') {
    report(skipped('examples', 'not tried: the check `schemas` failed'));
  } else {
    report(await reviewExamples(content, environment.schemas));
  }
  return checks;
}
