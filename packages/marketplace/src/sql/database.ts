import type {
  HealthStatus,
  HistoryActor,
  KeyOrigin,
  Method,
  OrderState,
  ProviderStatus,
  Verdict,
} from '@mkt/protocol';
import type { Generated } from 'kysely';
import type { DeviceLoginState } from '../domain/device-login-store.ts';
import type { StatsPeriod, StatsSide } from '../domain/stats.ts';
import type { LinkKind } from '../domain/user.ts';

/** 0 or 1: SQLite has no booleans, and both engines share these types. */
export type Flag = 0 | 1;

/** Times are Unix milliseconds; `*_json` is JSON as text, on both engines. */
export interface ListingTable {
  /** Grows with every insert; the full-text index refers to rows by it. */
  row_number: Generated<number>;
  id: string;
  account_id: string;
  slug: string;
  title: string;
  description: string | null;
  category: string | null;
  tags_json: string | null;
  price_micros: number;
  price_currency: string;
  price_unit: string;
  method: Method;
  endpoint_path: string;
  health_endpoint: string | null;
  input_schema_json: string | null;
  input_schema_hash: string | null;
  output_schema_json: string | null;
  output_schema_hash: string | null;
  request_example_json: string | null;
  response_example_json: string | null;
  status: ProviderStatus;
  revision: number;
  version: number;
  rejection_reason: string | null;
  review_checks_json: string;
  paused_by_marketplace: Flag;
  published_at: number | null;
  created_at: number;
  updated_at: number;
  /** Text of a tsvector; Postgres only. */
  search_document: Generated<string>;
}

export interface ListingTagTable {
  listing_id: string;
  tag: string;
}

/** Every slug that was ever assigned; none is assigned again. */
export interface SlugTable {
  slug: string;
  listing_id: string;
}

export interface SlugCounterTable {
  base: string;
  last_number: number;
}

export interface ListingHealthTable {
  listing_id: string;
  status: HealthStatus;
  checked_at: number | null;
  latency_ms: number | null;
  uptime_24h: number | null;
  next_probe_at: number | null;
  /** How often the current failure was retried; it is recorded after the last retry. */
  probe_retries: number;
  /** The `Quality` of the listing, from calls of other accounts in the last days; null for too few. */
  quality_json: string | null;
  /** When it is computed again; null: not before the next sale. */
  quality_due_at: number | null;
}

export interface HealthProbeTable {
  listing_id: string;
  checked_at: number;
  healthy: Flag;
  status_code: number | null;
  latency_ms: number;
}

/** The changes of listings; those of one listing are numbered. */
export interface ListingHistoryTable {
  listing_id: string;
  number: number;
  revision: number;
  /** Buyers may read it. */
  is_public: Flag;
  at: number;
  actor_kind: HistoryActor['kind'];
  actor_name: string | null;
  verdict: Verdict;
  changes_json: string;
  /** Changes of fields that only the owner sees. */
  own_changes_json: string;
  findings_json: string;
}

export interface SigningSecretTable {
  listing_id: string;
  sealed: string;
  created_at: number;
  previous_sealed: string | null;
  previous_expires_at: number | null;
}

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
}

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

export interface InstallationTable {
  name: string;
  value: string;
}

export interface MigrationTable {
  number: number;
  name: string;
  /** SHA-256 of the migration's statements, in hex: detects a different development version. */
  hash: string;
  /** The oldest version that can work on this schema, by its number of migrations. */
  oldest_code: number;
  applied_at: number;
}

/** SQLite's full-text index of published listings; its rowid is a listing's row number. */
interface ListingSearchTable {
  rowid: number;
}

export interface Database {
  listing: ListingTable;
  listing_search: ListingSearchTable;
  listing_tag: ListingTagTable;
  slug: SlugTable;
  slug_counter: SlugCounterTable;
  listing_health: ListingHealthTable;
  health_probe: HealthProbeTable;
  listing_history: ListingHistoryTable;
  signing_secret: SigningSecretTable;
  orders: OrderTable;
  idempotency_key: IdempotencyKeyTable;
  stored_bytes: StoredBytesTable;
  follower: FollowerTable;
  stats: StatsTable;
  api_key: ApiKeyTable;
  account: AccountTable;
  profile: ProfileTable;
  account_member: AccountMemberTable;
  user: UserTable;
  auth_credential: AuthCredentialTable;
  session: SessionTable;
  sign_in_link: SignInLinkTable;
  device_login: DeviceLoginTable;
  installation: InstallationTable;
  migration: MigrationTable;
}
