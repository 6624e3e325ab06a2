// Times are Unix milliseconds, except in the tables of the accounts library; `*_json` is JSON as text.
import type { BudgetPeriod, KeyOrigin } from '@mkt/protocol';
import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export interface AccountTable {
  id: string;
  name: string;
  created_at: number;
  suspended_at: number | null;
  suspension_reason: string | null;
}

/** What buyers see of an account that sells. */
export interface ProfileTable {
  account_id: string;
  seller_id: string;
  name: string;
  website: string | null;
  contact: string | null;
  terms_url: string | null;
  documentation_url: string | null;
}

export interface AccountMemberTable {
  account_id: string;
  user_id: string;
  created_at: number;
}

export interface ApiKeyTable {
  id: string;
  account_id: string;
  hash: Uint8Array;
  name: string;
  scopes_json: string;
  prefix: string;
  last_four: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  parent_id: string | null;
  origin: KeyOrigin;
  /** Whether it, or a key above it, has a budget. */
  is_budgeted: Flag;
}

/** The rules of a key's budget; null for those that do not apply. */
export interface KeyBudgetTable {
  key_id: string;
  limit_micros: number | null;
  currency: string | null;
  period: BudgetPeriod;
  max_price_micros: number | null;
  listings_json: string | null;
}

/**
 * The prices of counted orders that were placed on a UTC day with a key, or with one below it, and are
 * open or completed. Orders count while the key has a budget.
 */
export interface KeySpendTable {
  key_id: string;
  currency: string;
  /** Days since the Unix epoch. */
  day: number;
  micros: number;
}

/** People, in the columns and types of the accounts library; SQLite has no booleans and no dates. */
export interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: Generated<Flag | boolean>;
  image: string | null;
  createdAt: string;
  updatedAt: string;
}

/** How a person signs in; `password` is a salted hash. Of the accounts library, like `UserTable`. */
export interface AuthCredentialTable {
  id: string;
  accountId: string;
  providerId: 'credential';
  userId: string;
  password: string | null;
  createdAt: string;
  updatedAt: string;
}

/** The session of a person. Its cookie holds the token with a signature, without which it is useless. */
export interface SessionTable {
  id: string;
  userId: string;
  token: string;
  expiresAt: string;
}

/** A link of the operator that can be used once. */
export interface SignInLinkTable {
  /** SHA-256 of the token in the link. */
  hash: Uint8Array;
  kind: LinkKind;
  /** In lower case. */
  email: string;
  expires_at: number;
}

/** A program that asks for an API key, or was given one. */
export interface DeviceLoginTable {
  device_hash: Uint8Array;
  user_hash: Uint8Array;
  program: string;
  host_name: string | null;
  address: string;
  /** What it asks for; once approved, what it gets. */
  scopes_json: string;
  state: DeviceLoginState;
  created_at: number;
  expires_at: number;
  /** Between two polls. */
  interval_ms: number;
  polled_at: number | null;
  /** Who approved it. */
  account_id: string | null;
  key_expires_at: number | null;
  /** The key that was handed over. */
  key_id: string | null;
}

/** `approved`: its key is created when the program next polls. */
export type DeviceLoginState = 'pending' | 'approved' | 'denied' | 'handed-over';

/** `invite`: to sign up; `reset`: to set a password on an existing account. */
export type LinkKind = 'invite' | 'reset';

/**
 * The value of the installation with the address of the server: the only one that is not encrypted,
 * because commands read it without a key.
 */
export const ADDRESS = 'address';
