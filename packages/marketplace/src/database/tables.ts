// Times are Unix milliseconds, except in the tables of the accounts library; `*_json` is JSON as text, on
// both engines.
import type {
  BudgetPeriod,
  HealthStatus,
  HistoryActor,
  KeyOrigin,
  Method,
  ProviderStatus,
  Verdict,
  WebhookMessageType,
  WebhookState,
} from '@mkt/protocol';
import type { Generated } from 'kysely';
import type { OrderTable } from './orders.ts';

interface InstallationTable {
  name: string;
  value: string;
}

interface MigrationTable {
  number: number;
  name: string;
  /** SHA-256 of the migration's statements, in hex: detects a different development version. */
  hash: string;
  /** The oldest version that can work on this schema, by its number of migrations. */
  oldest_code: number;
  /** Null until its last step is done. */
  applied_at: number | null;
  /** How many of its steps are done. */
  steps_done: number;
  /** The last row that the running backfill has filled; null before it begins. */
  position: string | null;
}

export interface Database {
  listing: ListingTable;
  listing_search: ListingSearchTable;
  search_spelling: SearchSpellingTable;
  search_word: SearchWordTable;
  listing_tag: ListingTagTable;
  slug: SlugTable;
  slug_counter: SlugCounterTable;
  listing_health: ListingHealthTable;
  health_probe: HealthProbeTable;
  listing_history: ListingHistoryTable;
  signing_secret: SigningSecretTable;
  orders: OrderTable;
  order_entry: OrderEntryTable;
  order_metadata: OrderMetadataTable;
  idempotency_key: IdempotencyKeyTable;
  stored_bytes: StoredBytesTable;
  follower: FollowerTable;
  stats: StatsTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_attempt: WebhookAttemptTable;
  api_key: ApiKeyTable;
  key_budget: KeyBudgetTable;
  key_spend: KeySpendTable;
  account: AccountTable;
  profile: ProfileTable;
  account_member: AccountMemberTable;
  user: UserTable;
  auth_credential: AuthCredentialTable;
  session: SessionTable;
  sign_in_link: SignInLinkTable;
  device_login: DeviceLoginTable;
  audit: AuditTable;
  installation: InstallationTable;
  migration: MigrationTable;
}

/** 0 or 1: SQLite has no booleans, and both engines share these types. */
export type Flag = 0 | 1;

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

interface AccountMemberTable {
  account_id: string;
  user_id: string;
  created_at: number;
}

export interface AuditTable {
  /** Increases with each entry. */
  number: Generated<number>;
  at: number;
  action: string;
  account_id: string | null;
  actor: 'key' | 'session' | 'operator';
  actor_id: string | null;
  subject: string;
  reason: string | null;
  details_json: string | null;
  request_id: string | null;
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
interface KeySpendTable {
  key_id: string;
  currency: string;
  /** Days since the Unix epoch. */
  day: number;
  micros: number;
}

/** People, in the columns and types of the accounts library; SQLite has no booleans and no dates. */
interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: Generated<Flag | boolean>;
  image: string | null;
  createdAt: string;
  updatedAt: string;
}

/** How a person signs in; `password` is a salted hash. Of the accounts library, like `UserTable`. */
interface AuthCredentialTable {
  id: string;
  accountId: string;
  providerId: 'credential';
  userId: string;
  password: string | null;
  createdAt: string;
  updatedAt: string;
}

/** The session of a person. Its cookie holds the token with a signature, without which it is useless. */
interface SessionTable {
  id: string;
  userId: string;
  token: string;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** A link of the operator that can be used once. */
interface SignInLinkTable {
  /** SHA-256 of the token in the link. */
  hash: Uint8Array;
  kind: LinkKind;
  /** In lower case. */
  email: string;
  expires_at: number;
}

/** A program that asks for an API key, or was given one. */
interface DeviceLoginTable {
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
  /** What may be spent with its key. */
  key_budget_json: string | null;
  /** The key that was handed over. */
  key_id: string | null;
}

/** `approved…`: its key is created when the program next polls. */
type DeviceLoginState = 'pending' | 'approved' | 'approved-with-budget' | 'denied' | 'handed-over';

/** `invite`: to sign up; `reset`: to set a password on an existing account. */
export type LinkKind = 'invite' | 'reset';

/**
 * The values of the installation that are not encrypted, because they are read without a key: the
 * address of the server, on Postgres what tells a copy of the database from it, and when the last
 * check of readiness wrote.
 */
export const ADDRESS = 'address';
export const LINEAGE = 'lineage';
export const WRITE_CHECK = 'write-check';

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
  /** What is searched: text of a tsvector on Postgres, JSON on SQLite (`catalogue/sql-match.ts`). */
  search_document: string;
  /** The step of its quality (`catalogue/quality.ts`) on the days whose number modulo 3 is this. */
  quality_step_0: Generated<number>;
  quality_step_1: Generated<number>;
  quality_step_2: Generated<number>;
  /** The calls by which it is sorted on those days (`catalogue/quality.ts`). */
  calls_0: Generated<number>;
  calls_1: Generated<number>;
  calls_2: Generated<number>;
}

interface ListingTagTable {
  listing_id: string;
  tag: string;
}

/** SQLite's full-text index of published listings; its rowid is a listing's row number. */
interface ListingSearchTable {
  rowid: number;
}

/** How many published listings of an account have a word in title or tags; maintained by triggers. */
interface SearchWordTable {
  word: string;
  account_id: string;
  listings: number;
}

/** Words of titles and tags, each under itself and under what is left of it without one letter. */
interface SearchSpellingTable {
  key: string;
  word: string;
}

/** Every slug that was ever assigned; none is assigned again. */
interface SlugTable {
  slug: string;
  listing_id: string;
}

interface SlugCounterTable {
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
  /** Inputs that could not be validated in time, since the input schema was last changed. */
  slow_inputs: Generated<number>;
}

interface HealthProbeTable {
  listing_id: string;
  checked_at: number;
  healthy: Flag;
  status_code: number | null;
  latency_ms: number;
}

/** The changes to listings; those to one listing are numbered. */
interface ListingHistoryTable {
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

/** A settled order in the list of its buyer or of its listing. Derived from orders (`orders/sql-entries.ts`). */
interface OrderEntryTable extends Pick<OrderTable, 'state' | 'created_at' | 'key_id'> {
  /** The buyer's account or the listing. */
  list_id: string;
  order_id: string;
  /** Null in the list of the listing. */
  listing_id: string | null;
}

/** A member of an order's metadata, as its JSON text. */
interface OrderMetadataTable {
  buyer_id: string;
  member: string;
  order_id: string;
}

interface IdempotencyKeyTable {
  account_id: string;
  key: string;
  body_hash: Uint8Array;
  order_id: string;
  expires_at: number;
}

/** The bytes of inputs and results that an account's orders stored on a UTC day. */
interface StoredBytesTable {
  account_id: string;
  /** Days since the Unix epoch. */
  day: number;
  part: 'placed' | 'settled';
  bytes: number;
}

/** How far a follower has read the log of settled orders. */
interface FollowerTable {
  name: string;
  number: number;
  order_id: string;
  /** For statistics: the batch of orders that is only partly stored; null for none. */
  batch_json: string | null;
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
 * What an account bought or sold, what it bought with each of its keys, or what of its sales does not count
 * towards the quality of its listings.
 */
export type StatsSide = 'orders' | 'sales' | 'keys' | 'quality';

export type StatsPeriod = 'hour' | 'day';

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
  /** It receives the orders that settle from this time on … */
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

/** An order that still has to be delivered to a webhook. */
interface WebhookDeliveryTable {
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
  /** The `webhook-id` of the request. */
  delivery_id: string;
  type: WebhookMessageType;
  order_id: string | null;
  at: number;
  status: number | null;
  error: string | null;
  duration_ms: number;
  next_attempt_at: number | null;
  /** The message of a challenge or a test; that of an order is made from the order. */
  body: string | null;
  response: string | null;
}
