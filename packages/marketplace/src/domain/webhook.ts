import type { WebhookEvent, WebhookState } from '@mkt/protocol';
import { DAY_MS, WEBHOOK_LIMITS } from './limits.ts';
import type { Order } from './order.ts';

/** An address of a buyer that is told of settled orders. Times are Unix milliseconds. */
export interface Webhook {
  /** UUID v7. */
  id: string;
  accountId: string;
  url: string;
  events: readonly WebhookEvent[];
  state: WebhookState;
  disabledReason: string | null;
  createdAtMs: number;
}

/** One request to the URL of a webhook. */
export interface WebhookAttempt {
  /** UUID v7. */
  id: string;
  /** Counts the attempts of its webhook. */
  number: number;
  /** Null for a test. */
  orderId: string | null;
  atMs: number;
  /** The HTTP status; null without a response. */
  status: number | null;
  /** Null for a success. */
  error: string | null;
  durationMs: number;
  nextAttemptAtMs: number | null;
}

/** What came of a request to a webhook. */
export type WebhookOutcome = Pick<WebhookAttempt, 'status' | 'error' | 'durationMs'> & {
  kind: WebhookOutcomeKind;
};

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

/** A delivery that this process has claimed. */
export interface ClaimedDelivery {
  /** UUID v7: the `webhook-id` of every attempt. */
  id: string;
  webhookId: string;
  accountId: string;
  url: string;
  /** `whsec_…`, newest first. */
  secrets: readonly string[];
  /** Without its input and its result. */
  order: Order;
  /** Changes with each claim. */
  claim: number;
}

/**
 * How long a claimed delivery belongs to the process that sends it: after a crash, it is sent again
 * when this time is over.
 */
export const DELIVERY_LEASE_MS = 5_000 + WEBHOOK_LIMITS.timeoutMs + 5_000;

/** A request is sent only if its delivery was claimed less than this long ago. */
export const MAX_DELIVERY_CLAIM_AGE_MS = 5_000;

/** A webhook is disabled after so many days without a delivery that succeeded. */
export const FAILING_DAYS = WEBHOOK_LIMITS.failingMs / DAY_MS;

const FAILED_TOO_LONG = `No delivery has succeeded for ${FAILING_DAYS} days. Set state to "active" once the URL works again.`;

/** A delivery whose request has ended, as it was before. */
export interface EndedDelivery {
  state: WebhookState;
  /** The first failure after the last success of the webhook; null after a success. */
  failingSinceMs: number | null;
  /** How many attempts of the delivery had failed. */
  failedAttempts: number;
  succeeded: boolean;
}

/** What follows from an attempt. */
export interface AfterAttempt {
  failingSinceMs: number | null;
  /** Nothing is sent to the webhook before this time. */
  notBeforeMs: number;
  /** Why the webhook is disabled now; null if it is not. */
  disabledReason: string | null;
  /** When the delivery is due again; null if it was the last attempt. */
  retryAtMs: number | null;
}

/** Whether an attempt is followed by another one, and what it says about the webhook. */
export function afterAttempt(delivery: EndedDelivery, nowMs: number): AfterAttempt {
  const { state, failedAttempts, succeeded } = delivery;
  if (succeeded) {
    return { failingSinceMs: null, notBeforeMs: 0, disabledReason: null, retryAtMs: null };
  }
  const failingSinceMs = delivery.failingSinceMs ?? nowMs;
  const failsTooLong = nowMs - failingSinceMs >= WEBHOOK_LIMITS.failingMs;
  const delayMs = WEBHOOK_LIMITS.retryMs[failedAttempts];
  return {
    failingSinceMs,
    notBeforeMs: nowMs + WEBHOOK_LIMITS.pauseAfterFailureMs,
    disabledReason: state === 'active' && failsTooLong ? FAILED_TOO_LONG : null,
    retryAtMs: delayMs === undefined ? null : nowMs + delayMs,
  };
}
