import { FAILURE_KINDS, isHealthyStatus, type FailureKind } from '@mkt/protocol';
import { createEventCounts } from '../structures/counters.ts';

export type OrderOutcome = 'completed' | FailureKind;
export type ReviewOutcome = 'published' | 'flagged';
export type ProbeOutcome = 'success' | 'non_ok_status' | 'no_response';

const ORDERS: readonly OrderOutcome[] = ['completed', ...FAILURE_KINDS];
const REVIEWS: readonly ReviewOutcome[] = ['published', 'flagged'];
const PROBES: readonly ProbeOutcome[] = ['success', 'non_ok_status', 'no_response'];

/** What this process has settled, reviewed, probed and delivered since it started, for its metrics. */
export function createOutcomes() {
  return {
    orders: createEventCounts(ORDERS),
    reviews: createEventCounts(REVIEWS),
    probes: createEventCounts(PROBES),
    webhooks: createEventCounts(WEBHOOK_OUTCOMES),
  };
}

export type Outcomes = ReturnType<typeof createOutcomes>;

export function probeOutcome(statusCode: number | null): ProbeOutcome {
  if (statusCode === null) return 'no_response';
  return isHealthyStatus(statusCode) ? 'success' : 'non_ok_status';
}

export const WEBHOOK_OUTCOMES = [
  'success',
  'non_ok_status',
  'timeout',
  'connection',
  'dns',
  'tls',
  'url_not_allowed',
] as const;

export type WebhookOutcomeKind = (typeof WEBHOOK_OUTCOMES)[number];
