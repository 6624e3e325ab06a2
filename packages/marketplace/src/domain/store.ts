import type {
  CatalogueSort,
  Check,
  HealthStatus,
  ListingContent,
  ProviderStatus,
  Scope,
} from '@mkt/protocol';
import type { Account, Suspension } from './account.ts';
import type { ApiKey, FoundKey, KeyOrigin } from './api-key.ts';
import type { Probe, ProbeResult } from './health.ts';
import type { ListedListing, Listing } from './listing.ts';
import type { Keyset, Stretch, WeighedPage } from './page.ts';
import type { OrderStore } from './order-store.ts';
import type { Reader } from './reader.ts';
import type { SettledLog } from './settled-log.ts';

/** A write that is under way; what is inside is its engine's own. */
export interface Transaction {
  /** Calls back once the write is on disk; never, when it comes to nothing. */
  afterCommit(callback: () => void): void;
}

/** What must be written with a row, such as the job that it needs. */
export type TransactionHook<Row> = (transaction: Transaction, row: Row) => void | Promise<void>;

/**
 * What use cases need of a database. Every write is one named operation: it is done whole or not at
 * all, and its promise resolves after COMMIT. Any of them may reject with `StorageUnavailable`,
 * and then nothing was stored, unless the connection broke while it was being committed: who asks
 * again finds out. `ref` is an id or a slug.
 *
 * Lists are read in turns with those of other readers, away from what orders need; they reject with
 * the refusal `overloaded` when too many wait, or one takes too long. They answer up to `limit` items,
 * and fewer where those would weigh over `maxBytes` together.
 */
export interface Store {
  accounts: AccountStore;
  apiKeys: ApiKeyStore;
  listings: ListingStore;
  catalogue: CatalogueStore;
  secrets: SecretStore;
  orders: OrderStore;
  settledLog: SettledLog;
  health: HealthStore;
  /** Whether the database answers now. */
  isReady(): Promise<boolean>;
}

export interface AccountStore {
  /**
   * The account of the person with an e-mail address; both are created when there is nobody with
   * it, under the given ids. Addresses compare without case.
   */
  ensure(person: {
    ids: { account: string; user: string };
    email: string;
    name: string;
  }): Promise<{ accountId: string }>;
  /** By id or by a member's e-mail address. */
  find(ref: string): Promise<Account | undefined>;
  /**
   * Suspends an account: pauses its published listings and fails the waiting orders that it placed,
   * or that are for it, as `listing_unavailable`. Running orders finish. `undefined` when there is
   * no such account; one that is suspended already is suspended again.
   */
  suspend(id: string, reason: string): Promise<Suspension | undefined>;
  /** Lifts a suspension; its listings stay paused. */
  resume(id: string): Promise<Account | undefined>;
  /**
   * Whether this marketplace was last served in dev mode: the operator's commands follow its rules.
   * `undefined` before the first start.
   */
  servedInDevMode(): Promise<boolean | undefined>;
  saveDevMode(dev: boolean): Promise<void>;
  /** Random bytes of this installation, made at first use: the key behind `buyerId`. */
  installationKey(candidate: Uint8Array): Promise<Uint8Array>;
}

export interface ApiKeyStore {
  /** The live key with this SHA-256, expired or not; revoked ones are not found. */
  findByHash(hash: Uint8Array): Promise<FoundKey | undefined>;
  /** Also one that is revoked or expired. */
  find(id: string): Promise<ApiKey | undefined>;
  /** Keys that are not revoked, newest first; of every account without `accountId`. */
  list(accountId: string | undefined, page: WeighedPage, reader: Reader): Promise<Stretch<ApiKey>>;
  /**
   * A key whose hash is stored already is left as it is. `parent-revoked`: the key that makes it was
   * revoked meanwhile. `too-many`: the account has `maxLive` keys that are neither revoked nor
   * expired.
   */
  insert(
    key: NewApiKey,
    maxLive?: number,
  ): Promise<{ kind: 'inserted'; apiKey: ApiKey } | { kind: 'parent-revoked' | 'too-many' }>;
  /**
   * Revokes a key and all that were made with it, directly or not: their ids, none when there is no
   * such live key. With `accountId`, only a key of that account.
   */
  revoke(id: string, accountId?: string): Promise<string[]>;
  touch(id: string): Promise<void>;
}

export interface NewApiKey {
  id: string;
  accountId: string;
  hash: Uint8Array;
  name: string;
  scopes: readonly Scope[];
  prefix: string;
  lastFour: string;
  expiresAtMs: number | null;
  parentId: string | null;
  origin: KeyOrigin;
}

export interface ListingStore {
  find(ref: string): Promise<Listing | undefined>;
  /** Newest first, whole. */
  list(accountId: string, page: WeighedPage, reader: Reader): Promise<Stretch<ListedListing>>;
  /**
   * `too-many`: the account has `maxListings` that are not archived. `slug-taken`: the chosen slug is
   * or was a listing's. Nothing was stored.
   */
  insert(listing: NewListing, hook?: TransactionHook<InsertedListing>): Promise<InsertedListing>;
  /** `conflict` when the row is not at `version` any more: nothing was changed. */
  change(
    change: ListingChange,
    hook?: TransactionHook<Listing | 'conflict'>,
  ): Promise<Listing | 'conflict'>;
  /** Only a listing that was never published, and is still at `version`. */
  delete(id: string, version: number): Promise<'deleted' | 'conflict'>;
  /** Listings that are under review or were flagged by it, newest first, whole. */
  reviewed(page: WeighedPage, reader: Reader): Promise<Stretch<Listing>>;
  /** The slug that an insertion would give now; `undefined` when the chosen one is taken. */
  freeSlug(wanted: WantedSlug): Promise<string | undefined>;
  /** Listings whose review has not ended, oldest first. */
  underReview(limit: number): Promise<{ listingId: string; accountId: string }[]>;
  /** Text of the schemas of a listing's present revision. */
  schemas(id: string): Promise<{ input: string | null; output: string | null } | undefined>;
}

export type InsertedListing = Listing | 'too-many' | 'slug-taken';

/** The one that the seller chose, or the next that is free of a base. */
export type WantedSlug = { chosen: string } | { base: string };

export interface NewListing {
  id: string;
  accountId: string;
  slug: WantedSlug;
  content: ListingContent;
  status: Extract<ProviderStatus, 'draft' | 'pending_review'>;
  /** Listings that the account may have, archived ones aside. */
  maxListings: number;
}

/** The members given are set. */
export interface ListingChange {
  id: string;
  version: number;
  content?: ListingContent;
  /** The run contract or the price changed: counts a revision. */
  revised?: boolean;
  status?: ProviderStatus;
  rejectionReason?: string | null;
  reviewChecks?: readonly Check[];
  pausedByMarketplace?: boolean;
  /** With a publication: the health check of its review, which counts as the first probe. */
  firstProbe?: ProbeResult;
  /** With the first publication: the signing secret, unless there is one already. */
  firstSecret?: string;
}

export interface CatalogueSearch extends WeighedPage {
  /** Words to look for, in a form that the engine cannot mistake for syntax. */
  words: readonly string[];
  category?: string | undefined;
  tag?: string | undefined;
  /** Only prices in this currency, and prices of 0. With it, no two currencies are compared. */
  currency?: string | undefined;
  maxPriceMicros?: number | undefined;
  health?: HealthStatus | undefined;
  sort: CatalogueSort;
  /** With schemas and examples; else the listings are summaries. */
  whole: boolean;
}

export interface FoundListing {
  listing: ListedListing;
  /** What it was sorted by. */
  key: number;
}

export interface CatalogueStore {
  /** Published listings. */
  search(search: CatalogueSearch, reader: Reader): Promise<Stretch<FoundListing>>;
  categories(): Promise<CategoryCount[]>;
}

export interface CategoryCount {
  category: string;
  /** Of published listings. */
  count: number;
}

export interface SigningSecrets {
  /** `whsec_…` */
  current: string;
  createdAtMs: number;
  /** Until when the one before also signs; null when there is none that does. */
  previousExpiresAtMs: number | null;
}

export interface SecretStore {
  find(listingId: string): Promise<SigningSecrets | undefined>;
  /** `undefined` when there is no secret to replace yet. */
  rotate(
    listingId: string,
    secret: string,
    gracePeriodMs: number,
  ): Promise<SigningSecrets | undefined>;
  /** Encrypts everything anew with the newest key. Answers how many secrets there are. */
  reseal(): Promise<number>;
}

export interface DueProbe {
  listingId: string;
  accountId: string;
  healthEndpoint: string;
}

/** Room for probes: in all, and for each account, of which some run already. */
export interface ProbePlaces {
  limit: number;
  perAccount: number;
  /** By account. */
  running: ReadonlyMap<string, number>;
}

export interface HealthStore {
  /** Published listings whose probe is due; their next one is set in the same operation. */
  takeDue(places: ProbePlaces): Promise<DueProbe[]>;
  /**
   * Stores what a probe saw. A failure after a success is not stored yet: the probe is due again 5 s
   * later, then 15 s after that, and the third failure in a row is the one that is stored.
   */
  record(probe: Probe): Promise<void>;
  /** Newest first. */
  history(listingId: string, sinceMs: number, limit: number): Promise<Probe[]>;
  /** Drops probes that are older than the history; answers how many. */
  prune(limit: number): Promise<number>;
}

/** For lists that are sorted by id alone. */
export function byId(item: { id: string }): Keyset {
  return { key: 0, id: item.id };
}
