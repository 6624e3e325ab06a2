// Times are Unix milliseconds; `*_json` is JSON as text, on both engines.
import type { OrderState } from '@mkt/protocol';
import type { Flag } from './flag.ts';

export interface OrderTable {
  id: string;
  listing_id: string;
  buyer_id: string;
  seller_id: string;
  buyer_pseudonym: string;
  /** The key that placed it; null for a session. */
  key_id: string | null;
  state: OrderState;
  metadata_json: string | null;
  /** The ids of the keys whose budgets it counts against; null for none. */
  budget_keys_json: string | null;
  request_json: string | null;
  result_json: string | null;
  error_message: string | null;
  failure_json: string | null;
  output_valid: Flag | null;
  output_errors_json: string | null;
  price_micros: number;
  price_currency: string;
  price_unit: string;
  revision: number;
  created_at: number;
  started_at: number | null;
  completed_at: number | null;
  lease_owner: string | null;
  lease_until: number | null;
  /** Its position in the log of settled orders; null until it settles. */
  settled_number: number | null;
}

/** A member of an order's metadata, as its JSON text. */
export interface OrderMetadataTable {
  buyer_id: string;
  member: string;
  order_id: string;
}

export interface IdempotencyKeyTable {
  account_id: string;
  key: string;
  body_hash: Uint8Array;
  order_id: string;
  expires_at: number;
}

/** The bytes of inputs and results that an account's orders stored on a UTC day. */
export interface StoredBytesTable {
  account_id: string;
  /** Days since the Unix epoch. */
  day: number;
  part: 'placed' | 'settled';
  bytes: number;
}

/** How far a follower has read the log of settled orders. */
export interface FollowerTable {
  name: string;
  number: number;
  order_id: string;
}

/** Counts of settled orders of an account in an hour or a day. */
export interface StatsTable {
  side: StatsSide;
  account_id: string;
  /** A listing or, for `keys`, a key; empty for all listings, and for sessions. */
  part: string;
  period: StatsPeriod;
  start: number;
  counts_json: string;
}

/**
 * What an account bought or sold, what it bought with each of its keys, or what counts towards the
 * quality of its listings.
 */
export type StatsSide = 'orders' | 'sales' | 'keys' | 'quality';

export type StatsPeriod = 'hour' | 'day';
