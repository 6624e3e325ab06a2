// Orders: an activation becomes an order that is stored before anything else happens, is called at most
// once, and settles exactly once; a settled order never changes. Needs listings (what is for sale), keys
// (budgets), accounts (suspensions) and events (who waits).

import {
  type Detail,
  type FailureKind,
  type FailureReason,
  IDEMPOTENCY_HOURS,
  LIMITS,
  type Method,
  type OrderFailure,
  type OrderState,
  type PriceInMicros,
  type ProviderStatus,
  readJson,
  type ReadJson,
} from '@mkt/protocol';
import type { Exceeded } from '../keys/budget.ts';
import type { BoundedPageRequest } from '../market/page.ts';
import { Refusal } from '../market/refusal.ts';
import type { CallOutcome, SellerBody } from '../sellers/gateway.ts';

/** The names by which people know a listing. */
export interface ListingName {
  slug: string;
  title: string;
}

/** Who placed an order, with which metadata and as part of which trace. */
export interface OrderOrigin {
  buyerId: string;
  /** The key that placed it; null for a session. */
  keyId: string | null;
  /** JSON text of the buyer's own texts, an object; null for none. */
  metadataJson: string | null;
  /** The trace that it belongs to (`market/trace.ts`); null for none. */
  trace: string | null;
}

/** What an order is placed with; it never changes. */
interface Placement extends OrderOrigin {
  /** UUID v7. */
  id: string;
  listingId: string;
  /** The listing's current name when read from the database; of an order just placed, its name as of then. */
  listing: ListingName;
  /** The account of the listing's owner. */
  sellerId: string;
  /** The id of the buyer that the seller sees. */
  buyerPseudonym: string;
  price: PriceInMicros;
  revision: number;
  /** JSON text of the input, exactly as it is signed and sent; null in a summary. */
  requestJson: string | null;
}

/**
 * One order. JSON stays text, so that it is parsed only where necessary. Times are Unix
 * milliseconds. Its columns are in `database/orders.ts`.
 */
export interface Order extends Placement {
  state: OrderState;
  /** JSON text, as the seller sent it; null unless completed, and in a summary. */
  resultJson: string | null;
  errorMessage: string | null;
  failure: OrderFailure | null;
  outputValid: boolean | null;
  outputErrors: Detail[] | null;
  createdAtMs: number;
  startedAtMs: number | null;
  completedAtMs: number | null;
}

/** An order, and the accounts that see it. */
export type OrderParties = Pick<Order, 'id' | 'buyerId' | 'sellerId'>;

/** An order, its listing, and when its call started and it settled. */
export type OrderTimes = Pick<Order, 'id' | 'listingId' | 'startedAtMs' | 'completedAtMs'>;

/** An order that settled without the outcome of a call. */
export type SettledWithoutCall = OrderParties & OrderTimes;

/** How an order settles. */
export type Settlement =
  | {
      state: 'completed';
      resultJson: string;
      outputValid: boolean | null;
      outputErrors: Detail[] | null;
    }
  | { state: 'failed'; errorMessage: string; failure: OrderFailure };

const MESSAGES: Readonly<Record<Exclude<FailureKind, 'seller_status'>, string>> = {
  timeout: `The seller's endpoint did not respond within ${LIMITS.sellerTimeoutMs / 1000} seconds`,
  connection: "The seller's endpoint could not be reached",
  tls: "A secure connection to the seller's endpoint could not be established",
  url_not_allowed:
    "The seller's endpoint resolves to an address that the marketplace does not call",
  invalid_json: "The seller's response is not valid JSON",
  too_large: "The seller's response is larger than the marketplace accepts",
  interrupted: 'Interrupted: the outcome is unknown',
  expired: `The order waited more than ${LIMITS.pendingExpiryMs / 60_000} minutes for its turn; the seller was not called`,
  cancelled: 'The buyer cancelled the order before its turn; the seller was not called',
  listing_unavailable:
    "The listing was no longer available to this account when the order's turn came",
};

/** Messages that replace the one of the kind. */
const REASONS: Readonly<Record<FailureReason, string>> = {
  dns: "The host name of the seller's endpoint does not resolve",
  certificate_expired: "The TLS certificate of the seller's endpoint has expired",
  certificate_not_yet_valid: "The TLS certificate of the seller's endpoint is not valid yet",
  certificate_wrong_host:
    "The TLS certificate of the seller's endpoint is for a different host name",
  certificate_untrusted: "The TLS certificate of the seller's endpoint is not trusted",
  not_tls: "The seller's endpoint does not speak TLS",
  handshake_failed: "The TLS handshake with the seller's endpoint failed",
  marketplace_network:
    "Interrupted: the marketplace's own network was down; the seller was not called",
};

const DROPPED: Settlement = {
  state: 'failed',
  errorMessage: "The seller's endpoint closed the connection without a complete response",
  failure: { kind: 'connection' },
};

/** A settlement without a usable response. */
export function failed(
  kind: Exclude<FailureKind, 'seller_status'>,
  reason?: FailureReason,
): Settlement {
  return reason
    ? { state: 'failed', errorMessage: REASONS[reason], failure: { kind, reason } }
    : { state: 'failed', errorMessage: MESSAGES[kind], failure: { kind } };
}

/** Redirects are not followed: a 3xx is a failure like any other status that is not 2xx. */
function failedByStatus(status: number, body: SellerBody): Settlement {
  const failure: OrderFailure = { kind: 'seller_status', sellerStatus: status };
  const sellerMessage = errorTextOf(body);
  if (sellerMessage !== undefined) failure.sellerMessage = sellerMessage;
  return { state: 'failed', errorMessage: `Upstream service returned ${status}`, failure };
}

/** A longer body is not an error message: it is not parsed to look for one. */
const MAX_ERROR_LENGTH = 64 * 1024;

function errorTextOf(body: SellerBody): string | undefined {
  if (body.kind !== 'json' || body.json.length > MAX_ERROR_LENGTH) return undefined;
  if (body.value === null || typeof body.value !== 'object') return undefined;
  const text: unknown = (body.value as Record<string, unknown>)['error'];
  if (typeof text !== 'string' || text === '') return undefined;
  return truncated(text, LIMITS.sellerMessageLength);
}

/** Cuts between characters, so that no half of a surrogate pair remains. */
function truncated(text: string, max: number): string {
  const cut = text.slice(0, max);
  const last = cut.charCodeAt(cut.length - 1);
  return cut.length < text.length && last >= 0xd8_00 && last <= 0xdb_ff ? cut.slice(0, -1) : cut;
}

/** What the outcome of a call means for its order, before the output schema is checked. */
type OutcomeReading =
  /** Without `toCheck`, the result is not checked against a schema. */
  | { completed: true; resultJson: string; toCheck: ReadJson | undefined }
  | { completed: false; settlement: Settlement };

/**
 * Decides what the outcome of a call means for its order (docs/buy/orders.md#when-an-order-fails): a
 * 2xx with JSON or without a body completes it, everything else fails it.
 */
export function readOutcome(outcome: CallOutcome): OutcomeReading {
  if (outcome.kind === 'dropped') return { completed: false, settlement: DROPPED };
  if (outcome.kind !== 'response') {
    return { completed: false, settlement: failed(outcome.kind, outcome.reason) };
  }
  const { status, body } = outcome;
  if (status < 200 || status > 299) {
    return { completed: false, settlement: failedByStatus(status, body) };
  }
  switch (body.kind) {
    case 'empty':
      return { completed: true, resultJson: 'null', toCheck: readJson('null') };
    case 'json':
      return { completed: true, resultJson: body.json, toCheck: body.toCheck };
    case 'not-json':
      return {
        completed: false,
        settlement: {
          ...failed('invalid_json'),
          ...(body.problem ? { errorMessage: `The seller's response ${body.problem}` } : {}),
          failure: { kind: 'invalid_json', sellerStatus: status },
        } as Settlement,
      };
  }
}

/** What a settlement sets. */
export const settledMembers = (settlement: Settlement) => ({
  resultJson: null,
  errorMessage: null,
  failure: null,
  outputValid: null,
  outputErrors: null,
  ...settlement,
});

/** The row of a running order after it settled. */
export const settledOrder = (
  order: Order,
  settlement: Settlement,
  completedAtMs: number,
): Order => ({
  ...order,
  ...settledMembers(settlement),
  completedAtMs,
});

/**
 * Only completed orders are charged, including those whose result does not match `outputSchema`.
 */
export function isCharged(order: Pick<Order, 'state'>): boolean {
  return order.state === 'completed';
}

export function durationMs(order: Pick<Order, 'startedAtMs' | 'completedAtMs'>): number | null {
  if (order.startedAtMs === null || order.completedAtMs === null) return null;
  return Math.max(0, order.completedAtMs - order.startedAtMs);
}

/** How long an order waited until its call started; 0 if it has not started. */
export function waitedMs(order: Pick<Order, 'createdAtMs' | 'startedAtMs'>): number {
  return Math.max(0, (order.startedAtMs ?? order.createdAtMs) - order.createdAtMs);
}

/** Which orders a list has: those that meet every condition that is set. */
export interface OrderFilter {
  buyerId?: string;
  /** Orders placed with one of these keys. */
  keyIds?: readonly string[] | undefined;
  /** Orders placed with this key; null: without one. */
  keyId?: string | null | undefined;
  /** Orders of this listing, from any buyer. */
  sellerListingId?: string;
  /** Orders of all listings of this account, from any buyer. */
  sellerId?: string;
  listingRef?: string | undefined;
  state?: OrderState | undefined;
  /** Only with the state `failed`. */
  failureKind?: FailureKind | undefined;
  /** Texts that the metadata must have, by name. */
  metadata?: Readonly<Record<string, string>> | undefined;
  /** Inclusive. */
  createdAfterMs?: number | undefined;
  /** Exclusive. */
  createdBeforeMs?: number | undefined;
}

/**
 * The name that a buyer gives an activation, so that repeating the request returns the same order.
 */
export interface IdempotencyKey {
  key: string;
  /** SHA-256 of the request's body. */
  bodyHash: Uint8Array;
}

/** The order that an unexpired key belongs to. */
export interface Replay {
  orderId: string;
  sameBody: boolean;
}

/** Refuses a key that was first used with a different body. */
export function checkSameBody({ sameBody }: Replay): void {
  if (sameBody) return;
  throw new Refusal(
    'idempotency_key_reused',
    `This Idempotency-Key was already used with a different body in the last ${IDEMPOTENCY_HOURS} hours. Use a new key, or send the same body.`,
  );
}

export interface NewOrder extends Placement {
  requestJson: string;
  /** The version of the listing that was checked. */
  version: number;
  /** The process that calls the seller immediately; null stores the order as `pending`. */
  leaseOwner: string | null;
  idempotency: IdempotencyKey | null;
  /** How many bytes of inputs and results the buyer's account may store per UTC day. */
  maxStoredBytes: number;
}

export type InsertedOrder =
  | { kind: 'inserted'; order: Order }
  /** Another order has this idempotency key. */
  | ({ kind: 'replayed' } & Replay)
  /**
   * What was checked is no longer true: the listing is not published or not at this version, or the
   * buyer's account is suspended.
   */
  | { kind: 'changed' }
  /** The buyer has reached `maxStoredBytes` for this UTC day. */
  | { kind: 'stored-bytes-exceeded' }
  /** A budget of the key, or of a key above it, does not allow the order. */
  | { kind: 'budget-exceeded'; exceeded: Exceeded };

/** A claimed order with everything that its call needs. */
export interface ClaimedOrder {
  order: Order;
  /** null if the listing no longer exists, or its buyer was suspended since. */
  call: {
    method: Method;
    endpointPath: string;
    secrets: readonly string[];
    outputSchemaHash: string | null;
    status: ProviderStatus;
  } | null;
}

/** What the operator sees of an order. */
export interface OrderDetail {
  order: Order;
  /** The listing as it is now. */
  listing: { status: ProviderStatus; revision: number } | undefined;
  /** The process that made the call, or makes it. */
  leaseOwner: string | null;
  /** While it is open: when it expires, or when another process settles it as interrupted. */
  openUntilMs: number | null;
  sellerEmails: readonly string[];
  buyerEmails: readonly string[];
}

export interface OrderPageRequest extends BoundedPageRequest {
  /** Only with an open state; newest first otherwise. */
  isOldestFirst?: boolean;
  /** Without inputs and results, which are not read: both are `null`. */
  isSummary?: boolean;
}
