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

/** How long after its n-th failed attempt (from 1) a delivery is tried again; undefined: never. */
export const retryDelayMs = (attempt: number): number | undefined =>
  WEBHOOK_LIMITS.retryMs[attempt - 1];

const FAILING_DAYS = WEBHOOK_LIMITS.failingMs / DAY_MS;

export const FAILED_TOO_LONG = `No delivery has succeeded for ${FAILING_DAYS} days. Set state to "active" once the URL works again.`;
