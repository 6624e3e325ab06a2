import type { WebhookEvent, WebhookState } from '@mkt/protocol';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import type { Reader } from '../market/reader.ts';
import type { SettledPosition } from '../orders/settled-log.ts';
import type { Challenged, ClaimedDelivery, Webhook, WebhookAttempt, WebhookFilter } from './webhook.ts';
import type { WebhookOutcome } from '../sellers/webhook-sender-domain-webhook-sender.ts';

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
  /** What came of asking its URL, the new one if there is one. That of any other URL does not count. */
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
  orderId: string | null;
  /** The delivery as it was claimed; null for a challenge or a test, which is not repeated. */
  delivery: Pick<ClaimedDelivery, 'id' | 'claim' | 'url'> | null;
  outcome: WebhookOutcome;
}

export interface WebhookStore {
  /** It is pending. `too-many`: the account already has `max` webhooks. */
  insert(webhook: NewWebhook, max: number): Promise<Webhook | 'too-many'>;
  find(ref: WebhookRef): Promise<Webhook | undefined>;
  /** Newest first. */
  list(accountId: string, page: BoundedPageRequest, reader: Reader): Promise<PageItems<Webhook>>;
  change(ref: WebhookRef, change: WebhookChange): Promise<Webhook | undefined>;
  delete(ref: WebhookRef): Promise<boolean>;
  rotate(
    ref: WebhookRef,
    secret: string,
    gracePeriodMs: number,
  ): Promise<RotatedSecret | undefined>;
  /** The secrets that sign now, newest first. */
  secrets(id: string): Promise<readonly string[] | undefined>;
  /** Newest first. */
  attempts(
    webhookId: string,
    page: BoundedPageRequest,
    reader: Reader,
  ): Promise<PageItems<WebhookAttempt>>;

  /** Whether there is a webhook, of any account. */
  hasAny(): Promise<boolean>;
  /** Moves the position in the log of settled orders to its end, if there is no webhook. */
  skipSettled(): Promise<void>;
  /** What the log has after the position; undefined if nothing. */
  nextSettled(): Promise<SettledForWebhooks | undefined>;
  /**
   * Stores the deliveries and moves the position, in one transaction; false, and nothing is stored, if
   * another process has moved it.
   */
  queue(queued: QueuedDeliveries): Promise<boolean>;
  /** Active webhooks of accounts that are not suspended, longest due first. */
  due(limit: number, except: ExceptWebhooks): Promise<DueWebhook[]>;
  /** Claims deliveries that are due, oldest first: no other process sends them during the lease. */
  claim(webhookId: string, limit: number): Promise<ClaimedDelivery[]>;
  /**
   * Stores an attempt; after a failure, schedules the next one or gives up, and disables a webhook
   * that has failed for too long.
   */
  record(
    attempt: EndedAttempt,
  ): Promise<{ attempt: WebhookAttempt; disabled: boolean } | undefined>;
  /** Gives deliveries back that were not sent, or cut off when the process ended: they are due. */
  giveBack(delivery: Pick<ClaimedDelivery, 'id' | 'webhookId' | 'claim'>): Promise<void>;
  /** The same for every claimed delivery: no other process uses this database. */
  giveAllBack(): Promise<void>;
  /** Deletes old deliveries and attempts, and what deleted webhooks left. Resolves with their number. */
  prune(limit: number): Promise<number>;
}

/** Who has as many requests in flight as it may. */
export interface ExceptWebhooks {
  accounts: readonly string[];
  webhooks: readonly string[];
}
