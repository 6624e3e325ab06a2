import {
  ERROR_TYPES,
  type ErrorType,
  FAILURE_KINDS,
  isHealthyStatus,
  type FailureKind,
} from '@mkt/protocol';
import { createEventCounts } from '../structures/counters.ts';
import { createDurationsBy, type Durations } from '../structures/durations.ts';

export type OrderOutcome = 'completed' | FailureKind;
export type ReviewOutcome = 'published' | 'flagged';
export type ProbeOutcome = 'success' | 'non_ok_status' | 'no_response';

const ORDERS: readonly OrderOutcome[] = ['completed', ...FAILURE_KINDS];
const REVIEWS: readonly ReviewOutcome[] = ['published', 'flagged'];
const PROBES: readonly ProbeOutcome[] = ['success', 'non_ok_status', 'no_response'];

/** An order fails like this without a call. */
const WITHOUT_CALL = new Set<OrderOutcome>(['expired', 'cancelled', 'listing_unavailable']);

const OF_CALLS = ORDERS.filter((outcome) => !WITHOUT_CALL.has(outcome));

/**
 * The steps of an order apart from its call: its request is received and checked, and it is stored; it
 * waits for its turn; its result is checked, and it is settled.
 */
const STEPS = ['receive', 'check', 'store', 'wait', 'check_result', 'settle'] as const;

/** An order may wait for its turn for ten minutes. */
const STEP_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120, 300];

/**
 * What this process has settled, reviewed, probed, delivered and refused since it started, and how long
 * it took, for its metrics.
 */
export function createOutcomes() {
  return {
    errors: createEventCounts(Object.keys(ERROR_TYPES) as ErrorType[]),
    calls: createDurationsBy(OF_CALLS) as Readonly<Partial<Record<OrderOutcome, Durations>>>,
    steps: createDurationsBy(STEPS, STEP_SECONDS),
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
