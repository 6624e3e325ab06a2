// Webhooks: every order that settles after a webhook was confirmed is delivered to it at least once,
// signed, until the receiver accepts it or the retries end. A URL that has not answered a challenge
// receives nothing else. Needs orders (the log of settled ones), keys and listings (filters).

import type { SettledState, WebhookEvent, WebhookMessageType, WebhookState } from '@mkt/protocol';
import { DAY_MS, MAX_CLAIM_AGE_MS, WEBHOOK_LIMITS } from '../market/limits.ts';
import type { Order } from '../orders/order.ts';
import type { SettledPosition } from '../orders/sql-log.ts';
import type { WebhookOutcome } from '../sellers/webhook-sender.ts';

/** The orders that a webhook receives: those that meet every condition that is not null. */
export interface WebhookFilter {
  keyId: string | null;
  listingId: string | null;
  orderState: SettledState | null;
}

export const EVERY_ORDER: WebhookFilter = { keyId: null, listingId: null, orderState: null };

/** Whether an order meets the conditions of a filter. */
export const isWanted = (
  { keyId, listingId, orderState }: WebhookFilter,
  order: Pick<Order, 'keyId' | 'listingId' | 'state'>,
): boolean =>
  (keyId === null || keyId === order.keyId) &&
  (listingId === null || listingId === order.listingId) &&
  (orderState === null || orderState === order.state);

/** A URL of a buyer that is notified of settled orders. Times are Unix milliseconds. */
export interface Webhook {
  /** UUID v7. */
  id: string;
  accountId: string;
  url: string;
  events: readonly WebhookEvent[];
  filter: WebhookFilter;
  state: WebhookState;
  /** Whether its URL has answered a challenge. */
  isConfirmed: boolean;
  /** Why it is pending; null in any other state. */
  pendingReason: string | null;
  disabledReason: string | null;
  /** The first failure after the last success; null after a success. */
  failingSinceMs: number | null;
  /** Until when the previous secret also signs; null if it does not. */
  previousExpiresAtMs: number | null;
  createdAtMs: number;
  /** Deliveries that have not succeeded yet; not more than `WEBHOOK_LIMITS.countedWaiting` are counted. */
  waiting: number;
  /** When the next of them is due; null if none is, or the webhook is not active. */
  nextAttemptAtMs: number | null;
  /** How the newest attempts ended, `WEBHOOK_LIMITS.recentAttempts` at most. */
  recent: { succeeded: number; failed: number };
  lastAttempt: WebhookAttempt | null;
}

/** The host of a webhook's URL, without its port and the final dot of a full name: these count as one. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

/** The outcome of asking whether a URL wants to receive requests. */
export interface Challenged {
  url: string;
  /** Null if it has answered. */
  error: string | null;
}

/** Why a URL that was never challenged is not confirmed. */
export const NOT_ASKED = 'The URL has not been challenged yet.';

/** The state after a change: the requested one, unless the URL must answer a challenge first. */
export function webhookState(
  before: WebhookState,
  wanted: WebhookState | undefined,
  isConfirmed: boolean,
): WebhookState {
  const state = wanted ?? before;
  if (state === 'paused' || state === 'disabled') return state;
  return isConfirmed ? 'active' : 'pending';
}

/** One request to the URL of a webhook. */
export interface WebhookAttempt {
  /** UUID v7. */
  id: string;
  /** Counts the attempts of its webhook. */
  number: number;
  /** The `webhook-id` of the request: UUID v7. */
  deliveryId: string;
  type: WebhookMessageType;
  /** Null for a challenge or a test. */
  orderId: string | null;
  atMs: number;
  /** The HTTP status; null without a response. */
  status: number | null;
  /** Null for a success. */
  error: string | null;
  durationMs: number;
  nextAttemptAtMs: number | null;
}

/** One message and the newest attempts to deliver it. */
export interface Delivery {
  id: string;
  type: WebhookMessageType;
  orderId: string | null;
  /** Without its input and its result; undefined if it was deleted, and for a challenge or a test. */
  order: Order | undefined;
  /** The body of a challenge or a test. */
  storedBody: string | null;
  /** When it is sent again by itself; null if it is not, or is being sent now. */
  nextAttemptAtMs: number | null;
  /** Newest first. */
  attempts: readonly (WebhookAttempt & { response: string | null })[];
}

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
 * when this time has passed.
 */
export const DELIVERY_LEASE_MS = MAX_CLAIM_AGE_MS + WEBHOOK_LIMITS.timeoutMs + 5_000;

/** A webhook is disabled after this many days without a delivery that succeeded. */
const FAILING_DAYS = WEBHOOK_LIMITS.failingMs / DAY_MS;

const GONE_STATUS = 410;
const GONE = 'The receiver returned 410: it wants no more requests.';

/** Attempts are deleted in time: the reason says how the last one ended. */
const failedTooLong = (status: number | null) =>
  `No delivery has succeeded for ${FAILING_DAYS} days. The last one got ${
    status === null ? 'no response' : `the status ${status}`
  }.`;

/** The webhook and the delivery before the attempt, and how the attempt ended. */
interface EndedDelivery {
  state: WebhookState;
  /** The first failure after the last success of the webhook; null after a success. */
  failingSinceMs: number | null;
  /** The time before which nothing was to be sent to the webhook. */
  notBeforeMs: number;
  /** How long it was to wait after its last failure; 0 after a success. */
  pauseMs: number;
  /** How many requests at a time it got. */
  places: number;
  /** How many attempts of the delivery had failed. */
  failedAttempts: number;
  succeeded: boolean;
  /** The HTTP status; null without a response. */
  status: number | null;
}

/** What follows from an attempt. */
interface AfterAttempt {
  failingSinceMs: number | null;
  /** Nothing is sent to the webhook before this time. */
  notBeforeMs: number;
  pauseMs: number;
  places: number;
  /** Its host has withdrawn the confirmation. */
  isGone: boolean;
  /** Why the webhook is disabled now; null if it is not. */
  disabledReason: string | null;
  /** When the delivery is due again; null if it was the last attempt. */
  retryAtMs: number | null;
}

/**
 * Whether an attempt is followed by another one, and how it changes the webhook. Requests that were in
 * flight together fail together: they lengthen its pause only once.
 */
export function afterAttempt(delivery: EndedDelivery, nowMs: number): AfterAttempt {
  const { state, failedAttempts, succeeded, places } = delivery;
  if (succeeded) {
    return {
      failingSinceMs: null,
      notBeforeMs: 0,
      pauseMs: 0,
      places: Math.min(places + 1, WEBHOOK_LIMITS.perWebhook),
      isGone: false,
      disabledReason: null,
      retryAtMs: null,
    };
  }
  const failingSinceMs = delivery.failingSinceMs ?? nowMs;
  const failsTooLong = nowMs - failingSinceMs >= WEBHOOK_LIMITS.failingMs;
  const isGone = delivery.status === GONE_STATUS;
  const reason = failsTooLong ? failedTooLong(delivery.status) : null;
  const delayMs = WEBHOOK_LIMITS.retryMs[failedAttempts];
  const { pauseAfterFailureMs, maxPauseMs } = WEBHOOK_LIMITS;
  const doubled = Math.min(Math.max(pauseAfterFailureMs, delivery.pauseMs * 2), maxPauseMs);
  const isPaused = nowMs < delivery.notBeforeMs;
  const pauseMs = isPaused ? delivery.pauseMs : doubled;
  return {
    failingSinceMs,
    notBeforeMs: isPaused ? delivery.notBeforeMs : nowMs + pauseMs,
    pauseMs,
    places: 1,
    isGone,
    disabledReason: state === 'active' ? (isGone ? GONE : reason) : null,
    retryAtMs: delayMs === undefined ? null : nowMs + delayMs,
  };
}

export interface NewWebhook {
  id: string;
  accountId: string;
  url: string;
  events: readonly WebhookEvent[];
  filter: WebhookFilter;
  /** `whsec_…` */
  secret: string;
}

/** Only the given members change. */
export interface WebhookChange {
  url?: string | undefined;
  events?: readonly WebhookEvent[] | undefined;
  /** Counts for orders that are still to be queued. */
  filter?: WebhookFilter | undefined;
  state?: WebhookState | undefined;
  /** The outcome of challenging its URL, the new one if there is one. That of any other URL does not count. */
  challenged?: Challenged | undefined;
}

/** Names a webhook of an account; that of another account does not exist for it. */
export interface WebhookRef {
  id: string;
  accountId: string;
}

/** The new secret of a webhook. */
export interface RotatedSecret {
  /** `whsec_…` */
  current: string;
  createdAtMs: number;
  /** Until when the previous secret also signs; null if it does not. */
  previousExpiresAtMs: number | null;
}

/**
 * The next part of the log of settled orders, and the webhooks that receive each order: of an account's
 * webhooks with the same URL, only the oldest.
 */
export interface SettledForWebhooks {
  from: SettledPosition | undefined;
  to: SettledPosition;
  deliveries: { webhookId: string; orderId: string }[];
  /** No more orders had settled. */
  isLast: boolean;
}

/** The same with ids for the deliveries. */
export interface QueuedDeliveries extends Pick<SettledForWebhooks, 'from' | 'to'> {
  deliveries: readonly { id: string; webhookId: string; orderId: string }[];
}

/** A webhook with deliveries that are due. */
export interface DueWebhook {
  id: string;
  accountId: string;
  url: string;
  /** How many requests at a time it may get: one while it fails. */
  places: number;
}

/** An attempt that has ended. */
export interface EndedAttempt {
  id: string;
  webhookId: string;
  /** What was sent; `id` is the `webhook-id`, `body` null for an order. */
  message: {
    id: string;
    type: WebhookMessageType;
    orderId: string | null;
    body: string | null;
  };
  /**
   * Where an order was delivered, and by which claim: null if a person sent it again, which counts only
   * if it succeeds. Null for a challenge or a test, which never counts and is not repeated.
   */
  delivery: { claim: number | null; url: string } | null;
  outcome: WebhookOutcome;
}

/** Accounts and webhooks to which nothing may be sent now. */
export interface ExceptWebhooks {
  accounts: readonly string[];
  webhooks: readonly string[];
}
