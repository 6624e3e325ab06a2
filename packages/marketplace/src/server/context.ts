import { randomUUID } from 'node:crypto';
import type { Account, Actors, Profile, Suspension } from '../accounts/account.ts';
import type { DeviceLoginStore } from '../accounts/device-login.ts';
import type { UserStore } from '../accounts/people.ts';
import {
  approveDeviceLogin,
  denyDeviceLogin,
  findDeviceLogin,
  handOverDeviceLogin,
  insertDeviceLogin,
  pollDeviceLogin,
  pruneDeviceLogins,
} from '../accounts/sql-device-login.ts';
import {
  endSignIns,
  findMembership,
  findUserId,
  hasLink,
  insertLink,
  insertUser,
  listPeople,
  pruneLinks,
  pruneSessions,
  resetPassword,
} from '../accounts/sql-people.ts';
import { suspendAccount } from '../accounts/sql-suspend.ts';
import {
  activeActors,
  ensureAccount,
  findAccount,
  findInstallationValue,
  findProfile,
  insertInstallationValue,
  ping,
  readSeller,
  replaceProfile,
  resumeAccount,
  setInstallationValue,
} from '../accounts/sql.ts';
import type { CatalogueStore } from '../catalogue/search.ts';
import { rateListings } from '../catalogue/sql-quality.ts';
import { pruneSpelling } from '../catalogue/sql-spelling.ts';
import { countCategories, searchCatalogue } from '../catalogue/sql.ts';
import type { Engine, TransactionHook } from '../database/engine.ts';
import { resealAll, type Sealing } from '../database/sealing.ts';
import { ADDRESS, type SigningSecretTable } from '../database/tables.ts';
import type { KeyStanding } from '../keys/budget.ts';
import type { ApiKey, ApiKeyChange, FoundKey, NewApiKey } from '../keys/key.ts';
import { findExceeded, findStanding, keysAbove, keysBelow } from '../keys/sql-budget.ts';
import {
  findKey,
  findKeyByHash,
  insertKey,
  listKeys,
  revokeKeys,
  touchKey,
  updateKey,
} from '../keys/sql.ts';
import type { DueProbe, Probe, ProbeCapacity } from '../listings/health.ts';
import type { HistoryStore } from '../listings/history.ts';
import type {
  InsertedListing,
  ListedListing,
  Listing,
  ListingChange,
  NewListing,
} from '../listings/listing.ts';
import type { ListingSecrets, SigningSecrets } from '../listings/secrets.ts';
import type { WantedSlug } from '../listings/slugs.ts';
import { probeHistory, pruneProbes, recordProbe, takeDueProbes } from '../listings/sql-health.ts';
import { listHistory } from '../listings/sql-history.ts';
import { findSecret, findSecretAt, rotateSecret } from '../listings/sql-secrets.ts';
import {
  changeListing,
  countSlowInput,
  deleteListing,
  findListing,
  freeSlug,
  insertListing,
  listingSchemas,
  listingsUnderReview,
  listListings,
  reviewedListings,
  type SealedChange,
} from '../listings/sql.ts';
import { OPERATOR, type Reader } from '../market/caller.ts';
import { isUuid } from '../market/ids.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import type { ProfileTexts } from '../market/profile-texts.ts';
import type { ActivationTarget } from '../orders/activation.ts';
import type { InsertedOrder, NewOrder, OrderStore } from '../orders/order.ts';
import type { WaitingLimits } from '../orders/runner.ts';
import { findReplays, pruneIdempotencyKeys } from '../orders/sql-insert.ts';
import {
  advanceFollower,
  followerPosition,
  readSettled,
  type SettledLog,
} from '../orders/sql-log.ts';
import {
  bytesStoredToday,
  insertBudgetedOrder,
  insertOrder,
  pruneStoredBytes,
} from '../orders/sql-place.ts';
import {
  callOf,
  cancelOrder,
  claimOrder,
  expireWaitingOrders,
  interruptLostOrders,
  interruptOpenOrders,
  settleOrder,
  waitingOrders,
} from '../orders/sql-settle.ts';
import { findTargets, type SealedTarget } from '../orders/sql-target.ts';
import { findOrder, listOrders, pruneOrders, settledAmong } from '../orders/sql.ts';
import {
  addStats,
  hasUncounted,
  nextCounts,
  pruneStats,
  readStats,
  readUsage,
} from '../stats/sql.ts';
import type { StatsStore } from '../stats/stats.ts';
import {
  claimDeliveries,
  dueWebhooks,
  giveBackDeliveries,
  giveBackDelivery,
  hasWebhooks,
  nextSettled,
  queueDeliveries,
  skipSettled,
} from '../webhooks/sql-deliveries.ts';
import {
  changeWebhook,
  deleteWebhook,
  findWebhook,
  findWebhookSecrets,
  insertWebhook,
  listAttempts,
  listWebhooks,
  pruneWebhooks,
  recordAttempt,
  rotateWebhookSecret,
  type SealedSecrets,
  toWebhook,
} from '../webhooks/sql.ts';
import type { WebhookStore } from '../webhooks/webhook.ts';

import type { CheckEnvironment, UrlPolicy } from '@mkt/conformance';
import type { EventFeed, OrderEvents } from '../events/event.ts';
import { announcedListings } from '../listings/listing.ts';
import type { Jobs } from '../listings/review.ts';
import { WEBHOOK_LIMITS } from '../market/limits.ts';
import type { Outcomes } from '../market/outcomes.ts';
import type { Clock, Identity, Log } from '../market/outside.ts';
import { type CallSlots, createOrderRunner, type OrderRunner } from '../orders/runner.ts';
import type { SchemaValidation } from '../schemas/validation.ts';
import type { SellerGateway } from '../sellers/gateway.ts';
import type { HealthProber } from '../sellers/prober.ts';
import type { WebhookSender } from '../sellers/webhook-sender.ts';
import { createShare, type Share } from '../structures/counters.ts';
import { createPace, type Pace } from '../structures/rates.ts';

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

/** The limits per account (docs/limits.md#shares); each of them is configurable. */
export interface AccountShares extends WaitingLimits {
  /** Event streams and long polls in this process. */
  longPolls: number;
  /** Simultaneous reviews, in this process. */
  reviews: number;
  /** Listings that are not archived. */
  listings: number;
  /** API keys that are neither revoked nor expired. */
  apiKeys: number;
  webhooks: number;
  /** Requests a second to the webhooks of one host, over all accounts, from this process. */
  webhookRequestsPerHost: number;
  /** Bytes of inputs and results stored per UTC day, as a buyer. */
  storedBytes: number;
}

/** The part of the store for webhooks. Each secret is sealed for its webhook. */
function createWebhookStore(
  { read, list, write, writeOnce }: Engine,
  sealing: Sealing,
): WebhookStore {
  const opened = (id: string, { sealed, previous }: SealedSecrets): readonly string[] =>
    [sealed, ...(previous === null ? [] : [previous])].map((each) => sealing.open(each, id));
  return {
    async insert({ secret, ...webhook }, max) {
      const sealed = sealing.seal(secret, webhook.id);
      const row = await write(insertWebhook, { webhook: { ...webhook, sealed }, max });
      return row === 'too-many' ? row : toWebhook(row);
    },
    async find(ref) {
      const row = await read(findWebhook, ref);
      return row && toWebhook(row);
    },
    list: (accountId, page, reader) => list(listWebhooks, { accountId, page }, reader),
    async change(ref, change) {
      const row = await write(changeWebhook, { ref, change });
      return row && toWebhook(row);
    },
    delete: (ref) => writeOnce(deleteWebhook, ref),
    async rotate(ref, secret, gracePeriodMs) {
      const sealed = sealing.seal(secret, ref.id);
      const row = await write(rotateWebhookSecret, { ref, sealed, gracePeriodMs });
      return (
        row && {
          current: sealing.open(row.sealed, row.id),
          createdAtMs: row.secret_created_at,
          previousExpiresAtMs: row.previous_expires_at,
        }
      );
    },
    async secrets(id) {
      const secrets = await read(findWebhookSecrets, id);
      return secrets && opened(id, secrets);
    },
    attempts: (webhookId, page, reader) => list(listAttempts, { webhookId, page }, reader),
    hasAny: () => read(hasWebhooks, undefined),
    async skipSettled() {
      await writeOnce(skipSettled, undefined);
    },
    nextSettled: () => list(nextSettled, undefined, OPERATOR),
    queue: (settled) => write(queueDeliveries, settled),
    due: (limit, except) => read(dueWebhooks, { limit, except }),
    async claim(webhookId, limit) {
      const claimed = await write(claimDeliveries, { webhookId, limit });
      return claimed.map(({ sealed, previous, ...delivery }) => ({
        ...delivery,
        secrets: opened(webhookId, { sealed, previous }),
      }));
    },
    record: (attempt) => write(recordAttempt, attempt),
    giveBack: (delivery) => write(giveBackDelivery, delivery),
    giveAllBack: () => write(giveBackDeliveries, undefined),
    prune: (limit) => write(pruneWebhooks, limit),
  };
}

interface StoreOptions {
  engine: Engine;
  sealing: Sealing;
}

/** Ids are stored in lower case; either is the same id (RFC 9562, section 4). */
const canonicalRef = (ref: string) => (isUuid(ref) ? ref.toLowerCase() : ref);

/** The time, and the random id that buyers see, of a new account. */
const createdNow = () => ({ createdAt: new Date().toISOString(), sellerId: randomUUID() });

const INSTALLATION = 'installation-key';
const COOKIES = 'cookie-key';
const MODE = 'mode';
const DEV = 'dev';

/** The store on either engine. Secrets are encrypted on the way in and decrypted on the way out. */
export function createStore({ engine, sealing }: StoreOptions): Store {
  const { read, list, write, writeOnce, batch } = engine;
  function opened(target: SealedTarget): ActivationTarget {
    if (!target.opened) {
      const { sealedSecrets, previousExpiresAtMs: _, ...rest } = target;
      const secrets = sealedSecrets.map((sealed) => sealing.open(sealed, target.listingId));
      target.opened = { ...rest, secrets };
    }
    return target.opened;
  }
  const secretsOf = (row: SigningSecretTable): SigningSecrets => ({
    current: sealing.open(row.sealed, row.listing_id),
    createdAtMs: row.created_at,
    previousExpiresAtMs: row.previous_expires_at,
  });

  /** A random value of this installation: the candidate, unless there is one already. */
  async function randomKey(name: string, candidate: Uint8Array): Promise<Uint8Array> {
    const value = sealing.seal(Buffer.from(candidate).toString('base64'), name);
    const stored = await write(insertInstallationValue, { name, value });
    return Buffer.from(sealing.open(stored, name), 'base64');
  }

  async function insertOrReplay(order: NewOrder): Promise<InsertedOrder> {
    for (;;) {
      let placed = await batch(insertOrder, order);
      if (placed === 'budgeted') placed = await batch(insertBudgetedOrder, order);
      if (typeof placed === 'object') {
        return 'exceeded' in placed
          ? { kind: 'budget-exceeded', ...placed }
          : { kind: 'inserted', order: placed };
      }
      if (placed === 'budgeted')
        throw new Error(`Order ${order.id} was not judged by its budgets.`);
      if (placed !== 'replayed') return { kind: placed };
      const { buyerId, idempotency } = order;
      if (!idempotency) throw new Error(`Order ${order.id} was not stored.`);
      const replay = await batch(findReplays, { buyerId, ...idempotency });
      if (replay) return { kind: 'replayed', ...replay };
      // The idempotency key expired between the two statements: the next attempt can take it.
    }
  }

  return {
    isReady: () => read(ping, undefined),
    accounts: {
      ensure: (person) => write(ensureAccount, { ...person, ...createdNow() }),
      find: (ref) => read(findAccount, ref),
      suspend: (id, reason) => write(suspendAccount, { id, reason }),
      resume: (id) => write(resumeAccount, id),
      activeActors: (actors, nowMs) =>
        read(activeActors, { ...actors, nowIso: new Date(nowMs).toISOString() }),
      async servedInDevMode() {
        const sealed = await read(findInstallationValue, MODE);
        return sealed === undefined ? undefined : sealing.open(sealed, MODE) === DEV;
      },
      async saveDevMode(dev) {
        const value = sealing.seal(dev ? DEV : 'production', MODE);
        await write(setInstallationValue, { name: MODE, value });
      },
      address: () => read(findInstallationValue, ADDRESS),
      async saveAddress(value) {
        await write(setInstallationValue, { name: ADDRESS, value });
      },
      installationKey: (candidate) => randomKey(INSTALLATION, candidate),
      cookieKey: (candidate) => randomKey(COOKIES, candidate),
    },
    users: {
      insert: (user, invitation) =>
        write(insertUser, {
          user: { ...user, ...createdNow() },
          invitation,
        }),
      insertLink: (link, lifetimeMs) => write(insertLink, { link, lifetimeMs }),
      hasLink: (hash, kind) => read(hasLink, { hash, kind }),
      resetPassword: (reset) => write(resetPassword, { ...reset, at: new Date().toISOString() }),
      pruneSessions: (nowMs, limit) =>
        writeOnce(pruneSessions, { before: new Date(nowMs).toISOString(), limit }),
      pruneLinks: (limit) => writeOnce(pruneLinks, limit),
      endSignIns: () => write(endSignIns, undefined),
      people: (limit) => read(listPeople, limit),
      idOf: (email) => read(findUserId, email),
      membership: (userId) => read(findMembership, userId),
    },
    apiKeys: {
      findByHash: (hash) => batch(findKeyByHash, hash),
      find: (id) => read(findKey, id),
      list: (accountId, page, reader) => list(listKeys, { accountId, page }, reader),
      insert: (key, maxActive) => write(insertKey, { key, maxActive }),
      revoke: (id, accountId) => write(revokeKeys, { id, accountId }),
      touch: (id) => writeOnce(touchKey, id),
      update: (change) => write(updateKey, change),
      above: (id) => read(keysAbove, id),
      below: (id) => read(keysBelow, id),
      standing: (id) => read(findStanding, id),
    },
    deviceLogins: {
      insert: (login) => writeOnce(insertDeviceLogin, login),
      find: (userHash) => read(findDeviceLogin, userHash),
      approve: (approval, maxActive) => write(approveDeviceLogin, { approval, maxActive }),
      deny: (userHash) => writeOnce(denyDeviceLogin, userHash),
      poll: (deviceHash, program) => write(pollDeviceLogin, { deviceHash, program }),
      handOver: (deviceHash, key, maxActive) =>
        write(handOverDeviceLogin, { deviceHash, key, maxActive }),
      prune: (limit) => write(pruneDeviceLogins, limit),
    },
    listings: {
      find: (ref) => read(findListing, canonicalRef(ref)),
      list: (accountId, page, reader) => list(listListings, { accountId, page }, reader),
      insert: (listing, hook) => write(insertListing, listing, hook),
      change({ firstSecret, ...change }, hook) {
        const sealed: SealedChange = change;
        if (firstSecret !== undefined) {
          sealed.firstSealedSecret = sealing.seal(firstSecret, change.id);
        }
        return write(changeListing, sealed, hook);
      },
      delete: (id, version) => write(deleteListing, { id, version }),
      reviewed: (page, reader) => list(reviewedListings, page, reader),
      freeSlug: (wanted) => read(freeSlug, wanted),
      underReview: (limit) => read(listingsUnderReview, limit),
      schemas: (id) => read(listingSchemas, id),
      countSlowInput: async (id) => void (await writeOnce(countSlowInput, { id })),
    },
    catalogue: {
      search: (search, reader) => list(searchCatalogue, search, reader),
      categories: () => list(countCategories, undefined, OPERATOR),
      pruneSpelling: (after, limit) => write(pruneSpelling, { after, limit }),
    },
    history: {
      list: (filter, page, reader) => list(listHistory, { filter, page }, reader),
    },
    profiles: {
      find: (accountId) => read(findProfile, accountId),
      replace: (accountId, texts) => write(replaceProfile, { accountId, texts }),
      seller: (sellerId, page, reader) =>
        list(readSeller, { sellerId: canonicalRef(sellerId), page }, reader),
    },
    secrets: {
      async find(listingId) {
        const row = await read(findSecret, listingId);
        return row && secretsOf(row);
      },
      async signing(of) {
        const row =
          typeof of === 'string' ? await read(findSecret, of) : await read(findSecretAt, of);
        if (!row) return undefined;
        const { listing_id: listingId, sealed, previous_sealed, previous_expires_at } = row;
        const previous = previous_expires_at === null ? null : previous_sealed;
        const all = previous === null ? [sealed] : [sealed, previous];
        return { listingId, secrets: all.map((each) => sealing.open(each, listingId)) };
      },
      async rotate(listingId, secret, gracePeriodMs) {
        const sealed = sealing.seal(secret, listingId);
        const row = await write(rotateSecret, { listingId, sealed, gracePeriodMs });
        return row && secretsOf(row);
      },
      reseal: () => resealAll(engine, sealing),
    },
    orders: {
      async target(ref) {
        const target = await batch(findTargets, canonicalRef(ref));
        return target && opened(target);
      },
      findReplay: (buyerId, key, bodyHash) => batch(findReplays, { buyerId, key, bodyHash }),
      insert: insertOrReplay,
      async claim(id, leaseOwner) {
        const claim = await write(claimOrder, { id, leaseOwner });
        if (!claim) return undefined;
        const secrets = claim.target ? opened(claim.target).secrets : [];
        return { order: claim.order, call: callOf(claim.target, secrets) };
      },
      settle: (order, leaseOwner, settlement) =>
        batch(settleOrder, { order, leaseOwner, settlement }),
      interruptLost: (sweep) => writeOnce(interruptLostOrders, sweep),
      interruptOpen: () => writeOnce(interruptOpenOrders, undefined),
      cancel: (order) => writeOnce(cancelOrder, order),
      expireWaiting: () => writeOnce(expireWaitingOrders, undefined),
      waiting: (limit) => read(waitingOrders, limit),
      find: (id) => read(findOrder, canonicalRef(id)),
      settledAmong: (ids) => read(settledAmong, ids),
      list: (filter, page, reader) => list(listOrders, { filter, page }, reader),
      prune: (age, limit) => writeOnce(pruneOrders, { ...age, limit }),
      pruneIdempotencyKeys: (limit) => writeOnce(pruneIdempotencyKeys, limit),
      exceededBudget: (keyId, order) => read(findExceeded, { keyId, order }),
      bytesStoredToday: (accountId) => read(bytesStoredToday, accountId),
      pruneStoredBytes: (limit) => writeOnce(pruneStoredBytes, limit),
    },
    settledLog: {
      read: (after, limit) => list(readSettled, { after, limit }, OPERATOR),
      position: (follower) => read(followerPosition, follower),
      advance: (name, from, to) => writeOnce(advanceFollower, { name, from, to }),
    },
    stats: {
      hasUncounted: () => read(hasUncounted, undefined),
      next: (orders) => list(nextCounts, orders, OPERATOR),
      add: (counted) => write(addStats, counted),
      read: (range, reader) => list(readStats, range, reader),
      usage: (range, reader) => list(readUsage, range, reader),
      rate: (limit) => write(rateListings, limit),
      prune: (limit) => write(pruneStats, limit),
    },
    webhooks: createWebhookStore(engine, sealing),
    health: {
      takeDue: (capacity) => write(takeDueProbes, capacity),
      record: (probe) => write(recordProbe, probe),
      history: (listingId, sinceMs, limit) => read(probeHistory, { listingId, sinceMs, limit }),
      prune: (limit) => writeOnce(pruneProbes, limit),
    },
  };
}

/** What every use case may use. There is one for each open marketplace. */
export interface App {
  store: Store;
  clock: Clock;
  log: Log;
  identity: Identity;
  schemas: SchemaValidation;
  gateway: SellerGateway;
  prober: HealthProber;
  webhookSender: WebhookSender;
  /** Runs work with the checks of a review, under one deadline; the account pays for the time. */
  withChecks<Result>(
    accountId: string,
    work: (checks: CheckEnvironment) => Promise<Result>,
  ): Promise<Result>;
  /** Which URLs sellers and webhooks may have. */
  urlPolicy: UrlPolicy;
  /** The maximum size of a contract. */
  contractBytes: number;
  /** The address of this marketplace, once it listens. */
  baseUrl(): string;
  jobs: Jobs;
  events: OrderEvents;
  feed: EventFeed;
  /** The calls of this process. */
  runner: OrderRunner;
  /** Identifies this process in leases. */
  leaseOwner: string;
  slots: CallSlots;
  outcomes: Outcomes;
  shares: AccountShares;
  /** How long settled orders are kept; null for ever. */
  orderRetentionDays: number | null;
  /** Whether a lock guarantees that no other process uses this database. */
  exclusive: boolean;
  /** Aborted when the process gives up its calls; the next one continues. */
  ending: AbortSignal;
  /** Challenges that were not answered, by account and host, and by host. */
  challenges: { ofAccount: Pace; ofAll: Pace };
  /** Simultaneous tests of the webhooks of one account. */
  webhookTests: Share;
  /** @param message what failed, and what follows */
  reportError(error: unknown, message: string): void;
}

/** What `openApp` completes. */
export type AppParts = Omit<
  App,
  'runner' | 'leaseOwner' | 'challenges' | 'webhookTests' | 'reportError'
>;

/** The context of a marketplace, with what this process keeps in memory for its use cases. */
export function openApp(parts: AppParts): App {
  const { clock, log } = parts;
  const now = clock.monotonic;
  const app: Omit<App, 'runner'> = {
    ...parts,
    store: { ...parts.store, listings: announcedListings(parts.store.listings, parts.feed) },
    leaseOwner: parts.identity.id(),
    challenges: {
      ofAccount: createPace({ ...WEBHOOK_LIMITS.challengesOfAccount, now }),
      ofAll: createPace({ ...WEBHOOK_LIMITS.challengesOfAll, now }),
    },
    webhookTests: createShare(WEBHOOK_LIMITS.testsPerAccount),
    reportError: (err, message) => log.error({ err }, message),
  };
  return { ...app, runner: createOrderRunner(app) };
}
