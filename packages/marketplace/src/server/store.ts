import { randomUUID } from 'node:crypto';
import type { ActivationTarget } from '../orders/activation.ts';
import { OPERATOR } from '../market/reader.ts';
import type { InsertedOrder, NewOrder } from '../orders/order-store.ts';
import type { Store } from './store-domain-store.ts';
import type { SigningSecretTable } from '../database/listing.ts';
import type { Engine } from '../database/engine.ts';
import { ensureAccount, findAccount, findInstallationValue, insertInstallationValue, ping, resumeAccount, setInstallationValue } from '../accounts/sql.ts';
import { activeActors } from '../accounts/actor.ts';
import type { SealedTarget } from '../orders/sql-target.ts';
import { findTargets } from '../orders/sql-target.ts';
import {
  findKey,
  findKeyByHash,
  insertKey,
  listKeys,
  revokeKeys,
  touchKey,
  updateKey,
} from '../keys/sql.ts';
import {
  approveDeviceLogin,
  denyDeviceLogin,
  findDeviceLogin,
  handOverDeviceLogin,
  insertDeviceLogin,
  pollDeviceLogin,
  pruneDeviceLogins,
} from '../accounts/sql-device-login.ts';
import { countCategories, searchCatalogue } from '../catalogue/sql.ts';
import { probeHistory, pruneProbes, recordProbe, takeDueProbes } from '../listings/sql-health.ts';
import { listHistory } from '../listings/sql-history.ts';
import {
  changeListing,
  deleteListing,
  findListing,
  insertListing,
  countSlowInput,
  listingSchemas,
  listingsUnderReview,
  listListings,
  reviewedListings,
  type SealedChange,
} from '../listings/sql.ts';
import { findProfile, readSeller, replaceProfile } from '../accounts/sql-operations-profile.ts';
import { rateListings } from '../catalogue/sql-quality.ts';
import { freeSlug } from '../listings/slug.ts';
import { findExceeded, findStanding, keysAbove, keysBelow } from '../keys/sql-budget.ts';
import {
  insertBudgetedOrder,
  insertOrder,
  pruneStoredBytes,
  bytesStoredToday,
} from '../orders/sql-place.ts';
import { pruneOrders } from '../orders/prune-orders.ts';
import { pruneSpelling } from '../catalogue/prune-spelling.ts';
import { findOrder, listOrders, settledAmong } from '../orders/sql.ts';
import { findReplays, pruneIdempotencyKeys } from '../orders/sql-insert-operations-idempotency-key.ts';
import {
  callOf,
  cancelOrder,
  claimOrder,
  expireWaitingOrders,
  interruptLostOrders,
  interruptOpenOrders,
  waitingOrders,
} from '../orders/run-order.ts';
import { findSecret, findSecretAt, rotateSecret } from '../listings/sql-secrets.ts';
import { settleOrder } from '../orders/sql-settle.ts';
import { advanceFollower, followerPosition, readSettled } from '../orders/sql-log.ts';
import { addStats, hasUncounted, nextCounts, pruneStats, readStats } from '../stats/sql.ts';
import { suspendAccount } from '../accounts/sql-suspend.ts';
import { hasLink, insertLink, pruneLinks, resetPassword } from '../accounts/sign-in-link.ts';
import { readUsage } from '../stats/usage.ts';
import {
  endSignIns,
  findMembership,
  findUserId,
  insertUser,
  listPeople,
  pruneSessions,
} from '../accounts/sql-people.ts';
import { resealAll } from '../database/reseal-all.ts';
import type { Sealing } from '../database/sealing.ts';
import { createWebhookStore } from './webhook-store.ts';
import { isUuid } from '../market/ids.ts';
import type { SigningSecrets } from '../listings/secret.ts';
import { ADDRESS } from '../database/tables.ts';

export interface StoreOptions {
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
