// Times are Unix milliseconds; `*_json` is JSON as text, on both engines.
import type { WebhookState } from '@mkt/protocol';

export interface WebhookTable {
  id: string;
  account_id: string;
  url: string;
  events_json: string;
  /** Null if it receives every order. */
  filter_json: string | null;
  /** `deleted`: the chore that deletes old rows removes it with its deliveries and attempts. */
  state: WebhookState | 'deleted';
  /** The URL that has answered a challenge; null for none. */
  confirmed_url: string | null;
  pending_reason: string | null;
  disabled_reason: string | null;
  created_at: number;
  /** It is told of the orders that settle from this time on … */
  active_from: number;
  /** … and before this time; null while it is active. */
  active_until: number | null;
  /** The first failure after the last success; null after a success. */
  failing_since: number | null;
  /** Nothing is sent before this time: a receiver that fails gets a pause. */
  not_before: number;
  /** How long it pauses after its last failure; 0 after a success. */
  pause_ms: number;
  /** How many requests at a time it gets. */
  places: number;
  /** When its next delivery is due; null without one, and unless it is active. */
  due_at: number | null;
  /** How many attempts there have been. */
  attempts: number;
  sealed: string;
  secret_created_at: number;
  previous_sealed: string | null;
  previous_expires_at: number | null;
}

/** An order of which a webhook has still to be told. */
export interface WebhookDeliveryTable {
  id: string;
  webhook_id: string;
  order_id: string;
  created_at: number;
  attempts: number;
  /** While it is claimed, the end of the lease. */
  next_attempt_at: number;
  /** How often it was claimed. */
  claim: number;
  claimed_at: number | null;
}

export interface WebhookAttemptTable {
  webhook_id: string;
  number: number;
  id: string;
  order_id: string | null;
  at: number;
  status: number | null;
  error: string | null;
  duration_ms: number;
  next_attempt_at: number | null;
}
