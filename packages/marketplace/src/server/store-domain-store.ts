import type { Account, Actors, Suspension } from '../accounts/account-domain-account.ts';
import type { ApiKey, ApiKeyChange, FoundKey, NewApiKey } from '../keys/api-key.ts';
import type { CatalogueStore } from '../catalogue/catalogue.ts';
import type { DeviceLoginStore } from '../accounts/device-login-store.ts';
import type { DueProbe, Probe, ProbeCapacity } from '../listings/health-domain-health.ts';
import type { HistoryStore } from '../listings/history.ts';
import type { KeyStanding } from '../keys/budget.ts';
import type { InsertedListing, ListedListing, Listing, ListingChange, NewListing } from '../listings/listing.ts';
import type { PageItems, BoundedPageRequest } from '../market/page.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { Profile } from '../accounts/profile.ts';
import type { Reader } from '../market/reader.ts';
import type { SettledLog } from '../orders/settled-log.ts';
import type { StatsStore } from '../stats/stats.ts';
import type { UserStore } from '../accounts/user-store.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';
import type { TransactionHook } from '../database/engine.ts';
import type { WantedSlug } from '../listings/slugs.ts';
import type { ListingSecrets, SigningSecrets } from '../listings/secret.ts';
import type { ProfileTexts } from '../market/profile-texts.ts';

/**
 * The database as use cases see it. Every write is one named operation: it happens completely or
 * not at all, and its promise resolves after the commit. Any operation may reject with
 * `StorageUnavailable`; then nothing was stored, unless the connection broke during the commit,
 * which only a later read can show. `ref` is an id or a slug.
 *
 * Lists are read in turns with those of other readers, apart from what orders need. They reject
 * with the refusal `overloaded` if too many are waiting or one takes too long. They return up to
 * `limit` items, and fewer if these would exceed `maxBytes` in total.
 */
export interface Store {
  accounts: AccountStore;
  users: UserStore;
  apiKeys: ApiKeyStore;
  deviceLogins: DeviceLoginStore;
  listings: ListingStore;
  catalogue: CatalogueStore;
  profiles: ProfileStore;
  history: HistoryStore;
  secrets: SecretStore;
  orders: OrderStore;
  settledLog: SettledLog;
  stats: StatsStore;
  webhooks: WebhookStore;
  health: HealthStore;
  /** Whether the database responds now. */
  isReady(): Promise<boolean>;
}

export interface AccountStore {
  /**
   * The account of the person with this e-mail address, compared case-insensitively. If there is
   * none, both are created with the given ids.
   */
  ensure(person: {
    ids: { account: string; user: string };
    email: string;
    name: string;
  }): Promise<{ accountId: string }>;
  /** Finds an account by its id or by the e-mail address of a member. */
  find(ref: string): Promise<Account | undefined>;
  /**
   * Suspends an account: pauses its published listings and fails the waiting orders placed by it or
   * for its listings as `listing_unavailable`. Running orders finish. Suspending a suspended
   * account again is allowed; resolves with `undefined` if there is no such account.
   */
  suspend(id: string, reason: string): Promise<Suspension | undefined>;
  /** Lifts a suspension; its listings stay paused. */
  resume(id: string): Promise<Account | undefined>;
  /**
   * The ids of those keys and sessions that may still act at `nowMs`: not revoked or ended, not
   * expired, and of accounts that are not suspended.
   */
  activeActors(actors: Actors, nowMs: number): Promise<string[]>;
  /**
   * Whether the server last ran in dev mode, whose rules the commands of the operator follow.
   * `undefined` before the first start.
   */
  servedInDevMode(): Promise<boolean | undefined>;
  saveDevMode(dev: boolean): Promise<void>;
  /** The address of the server that started last; `undefined` before the first start. */
  address(): Promise<string | undefined>;
  saveAddress(url: string): Promise<void>;
  /** Random bytes of this installation, stored at first use: the key that derives `buyerId`. */
  installationKey(candidate: Uint8Array): Promise<Uint8Array>;
  /** The same for the key that signs the cookies of sessions. */
  cookieKey(candidate: Uint8Array): Promise<Uint8Array>;
}

export interface ProfileStore {
  /** The profile of an account; every account has one. */
  find(accountId: string): Promise<Profile>;
  replace(accountId: string, texts: ProfileTexts): Promise<Profile>;
  /**
   * A seller with its published listings, newest first, as summaries; `undefined` if there is none
   * with this id, or its account is suspended.
   */
  seller(
    sellerId: string,
    page: BoundedPageRequest,
    reader: Reader,
  ): Promise<{ profile: Profile; listings: PageItems<ListedListing> } | undefined>;
}

export interface ApiKeyStore {
  /** The key with this SHA-256, unless it was revoked; it may have expired. */
  findByHash(hash: Uint8Array): Promise<FoundKey | undefined>;
  /** Includes revoked and expired keys. */
  find(id: string): Promise<ApiKey | undefined>;
  /** Keys that are not revoked, newest first; of all accounts if `accountId` is undefined. */
  list(
    accountId: string | undefined,
    page: BoundedPageRequest,
    reader: Reader,
  ): Promise<PageItems<ApiKey>>;
  /**
   * A key whose hash is already stored is left unchanged. `parent-revoked`: the key that creates it
   * was revoked meanwhile. `too-many`: the account already has `maxActive` keys that are neither
   * revoked nor expired.
   */
  insert(
    key: NewApiKey,
    maxActive?: number,
  ): Promise<{ kind: 'inserted'; apiKey: ApiKey } | { kind: 'parent-revoked' | 'too-many' }>;
  /**
   * Changes the name or the budget of an account's key. `conflict`: its budget is no longer `from`.
   * `not-found`: the account has no such key, or it was revoked.
   */
  update(change: ApiKeyChange): Promise<ApiKey | 'conflict' | 'not-found'>;
  /** The key and the keys above it: the one that created it, and so on. */
  above(id: string): Promise<string[]>;
  /** The key and the keys below it: those that it created, and so on, revoked ones too. */
  below(id: string): Promise<string[]>;
  /** Its name, and what it may spend now. */
  standing(id: string): Promise<KeyStanding | undefined>;
  /**
   * Revokes a key and all keys created with it, directly or indirectly. Resolves with their ids,
   * none if there is no such key. With `accountId`, only a key of that account.
   */
  revoke(id: string, accountId?: string): Promise<string[]>;
  touch(id: string): Promise<void>;
}

export interface ListingStore {
  find(ref: string): Promise<Listing | undefined>;
  /** Newest first, with schemas and examples. */
  list(
    accountId: string,
    page: BoundedPageRequest,
    reader: Reader,
  ): Promise<PageItems<ListedListing>>;
  /**
   * `too-many`: the account already has `maxListings` listings that are not archived. `slug-taken`:
   * a listing has or had the chosen slug. In both cases nothing was stored.
   */
  insert(listing: NewListing, hook?: TransactionHook<InsertedListing>): Promise<InsertedListing>;
  /** `conflict` if the row is no longer at `version`; nothing was changed. */
  change(
    change: ListingChange,
    hook?: TransactionHook<Listing | 'conflict'>,
  ): Promise<Listing | 'conflict'>;
  /** Deletes a listing only if it was never published and is still at `version`. */
  delete(id: string, version: number): Promise<'deleted' | 'conflict'>;
  /** Listings that are under review or flagged, newest first, with schemas and examples. */
  reviewed(page: BoundedPageRequest, reader: Reader): Promise<PageItems<Listing>>;
  /** The slug that an insertion would assign now; `undefined` if the chosen one is taken. */
  freeSlug(wanted: WantedSlug): Promise<string | undefined>;
  /** Listings that are under review, oldest first. */
  underReview(limit: number): Promise<{ listingId: string; accountId: string }[]>;
  /** Counts an input that could not be validated in time. */
  countSlowInput(id: string): Promise<void>;
  /** The text of the schemas of a listing's current revision. */
  schemas(id: string): Promise<{ input: string | null; output: string | null } | undefined>;
}

export interface SecretStore {
  find(listingId: string): Promise<SigningSecrets | undefined>;
  /**
   * The secrets that sign calls of a listing, or of the account's newest listing for sale or paused at
   * this endpoint.
   */
  signing(
    of: string | { accountId: string; endpointPath: string },
  ): Promise<ListingSecrets | undefined>;
  /** `undefined` if there is no secret yet. */
  rotate(
    listingId: string,
    secret: string,
    gracePeriodMs: number,
  ): Promise<SigningSecrets | undefined>;
  /** Re-encrypts every secret with the newest key. Resolves with their number. */
  reseal(): Promise<number>;
}

export interface HealthStore {
  /**
   * Returns published listings whose probe is due, and schedules their next one in the same
   * operation.
   */
  takeDue(capacity: ProbeCapacity): Promise<DueProbe[]>;
  /**
   * Stores the result of a probe. A failure after a success is not stored yet: the probe is
   * repeated 5 s later, then 15 s after that, and the third consecutive failure is stored.
   */
  record(probe: Probe): Promise<void>;
  /** Newest first. */
  history(listingId: string, sinceMs: number, limit: number): Promise<Probe[]>;
  /** Deletes probes older than the history. Resolves with their number. */
  prune(limit: number): Promise<number>;
}
