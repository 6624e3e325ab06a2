import {
  type ChangeReason,
  DEFAULT_CURRENCY,
  fromMicros,
  type Method,
  type Price,
  type PriceInMicros,
  type ProviderStatus,
  type ReadJson,
  toMicros,
} from '@mkt/protocol';
import { presentPrice } from '../http/respond.ts';
import { DAY_SECONDS } from '../market/limits.ts';
import { Refusal } from '../market/refusal.ts';
import type { ClaimedOrder, ListingName } from './order.ts';
import type { QueueFullReason } from './runner.ts';

/** What an activation needs from a listing: one small row, without the text of its schemas. */
export interface ActivationTarget {
  listingId: string;
  name: ListingName;
  sellerId: string;
  status: ProviderStatus;
  revision: number;
  /** Counts every change to the listing and its secrets; inserting an order compares it. */
  version: number;
  price: PriceInMicros;
  method: Method;
  endpointPath: string;
  /**
   * SHA-256 of the schema's text in hex, which identifies its compiled validator; null without a
   * schema.
   */
  inputSchemaHash: string | null;
  outputSchemaHash: string | null;
  /**
   * The secrets that sign calls (`whsec_…`), newest first: two during the grace period of a
   * rotation.
   */
  secrets: readonly string[];
}

/** What is copied from the listing to the order. */
export const termsOf = (target: ActivationTarget) => ({
  listingId: target.listingId,
  listing: target.name,
  sellerId: target.sellerId,
  price: target.price,
  revision: target.revision,
  version: target.version,
});

/** What the call of an order needs from the listing. */
export function callOf(target: ActivationTarget): NonNullable<ClaimedOrder['call']> {
  const { method, endpointPath, secrets, outputSchemaHash, status } = target;
  return { method, endpointPath, secrets, outputSchemaHash, status };
}

/**
 * The input that the buyer sends to the seller. Its text is stored, signed, sent and shown
 * unchanged.
 */
export type ActivationInput = ReadJson;

/** What the buyer expects of the listing. Each guard is optional and checked on its own. */
export interface ActivationGuards {
  /** The maximum price in `currency`, or in USD if that is not given. */
  maxPrice?: number | undefined;
  /** Case-insensitive. */
  currency?: string | undefined;
  unit?: string | undefined;
  revision?: number | undefined;
}

/**
 * Refuses a listing that does not match a guard; `path` is the JSON Pointer of the guard in the
 * body.
 */
function changed(
  price: Price,
  path: string,
  message: string,
  detail: string,
  reason: ChangeReason,
): Refusal {
  const details = [{ path, message: detail, keyword: path.slice(1) }];
  return new Refusal('listing_changed', message, { details, price, reason });
}

/**
 * Amounts in different currencies are never compared: a listing in a different currency is refused. A
 * free listing is within every `maxPrice`, but must still match a `currency` that was given.
 */
function checkPrice(price: Price, { maxPrice, currency, unit }: ActivationGuards): void {
  const { amount } = price;
  const costs = `The listing costs ${amount} ${price.currency} per ${price.unit}`;
  const requested = currency?.toUpperCase();
  if (requested !== undefined && requested !== price.currency) {
    throw changed(
      price,
      '/currency',
      `${costs}; the request expects a price in ${requested}.`,
      `must be ${price.currency}`,
      'currency',
    );
  }
  if (unit !== undefined && unit !== price.unit) {
    throw changed(
      price,
      '/unit',
      `${costs}; the request expects a different unit.`,
      `must be ${price.unit}`,
      'unit',
    );
  }
  if (maxPrice === undefined || amount === 0) return;
  if (price.currency !== (requested ?? DEFAULT_CURRENCY)) {
    throw changed(
      price,
      '/maxPrice',
      `${costs}, but your maxPrice is in ${DEFAULT_CURRENCY}.`,
      `is in ${DEFAULT_CURRENCY} by default; for a price in ${price.currency}, also send "currency": "${price.currency}"`,
      'currency',
    );
  }
  const micros = toMicros(maxPrice);
  if (amount > (micros === undefined ? maxPrice : fromMicros(micros))) {
    throw changed(
      price,
      '/maxPrice',
      `${costs}, more than your maxPrice of ${maxPrice}.`,
      `must be >= ${amount}`,
      'max_price',
    );
  }
}

/** Refuses an activation if the listing is not for sale, or not as the buyer expects it. */
export function checkActivation(target: ActivationTarget, guards: ActivationGuards): void {
  if (target.status !== 'published') {
    throw new Refusal(
      'listing_not_active',
      `The listing is ${target.status} and cannot be activated.`,
      { listingStatus: target.status },
    );
  }
  const price = presentPrice(target.price);
  checkPrice(price, guards);
  if (guards.revision !== undefined && guards.revision !== target.revision) {
    throw changed(
      price,
      '/revision',
      `The listing is at revision ${target.revision}; the request expects ${guards.revision}. Read the listing again before you order.`,
      `must be ${target.revision}`,
      'revision',
    );
  }
}

/**
 * Whether a buyer may know that the listing exists: anyone while it is published or paused, its
 * owner always.
 */
export function isVisibleTo(target: ActivationTarget, buyerId: string): boolean {
  switch (target.status) {
    case 'published':
    case 'paused':
      return true;
    case 'draft':
    case 'pending_review':
    case 'flagged':
    case 'archived':
      return target.sellerId === buyerId;
  }
}

const RETRY_SECONDS = 1;

/**
 * Why an activation is not queued: 429 if the buyer has used up a share, 503 if the queue is full for
 * everyone.
 */
export function queueFull(reason: QueueFullReason): Refusal {
  const retryAfterSeconds = RETRY_SECONDS;
  switch (reason) {
    case 'buyer-share':
      return new Refusal(
        'quota_exceeded',
        'Too many of your orders are waiting. Try again when some have settled.',
        {
          limit: 'waiting_orders',
          retryAfterSeconds,
        },
      );
    case 'pair-share':
      return new Refusal(
        'quota_exceeded',
        'Too many of your orders are waiting for this seller. Try again when some have settled.',
        {
          limit: 'waiting_orders',
          retryAfterSeconds,
        },
      );
    case 'seller-full':
      return new Refusal(
        'overloaded',
        'Too many orders are waiting for this seller. Try again in a moment.',
        {
          retryAfterSeconds,
        },
      );
    case 'process-full':
      return new Refusal(
        'overloaded',
        'Too many orders are waiting in this marketplace. Try again in a moment.',
        {
          retryAfterSeconds,
        },
      );
  }
}

/** Stored bytes are counted per UTC day, so the buyer can retry when the next one begins. */
export function storedBytesExceeded(nowMs: number): Refusal {
  return new Refusal(
    'quota_exceeded',
    "Your orders have used up today's storage for inputs and results. It resets at midnight UTC.",
    {
      limit: 'stored_bytes',
      retryAfterSeconds: DAY_SECONDS - (Math.floor(nowMs / 1000) % DAY_SECONDS),
    },
  );
}
