import type { AuditAction } from '../audit/audit.ts';
import { recorded } from '../audit/sql.ts';
import type { Engine, TransactionHook } from '../database/engine.ts';
import { resealAll, type Sealing } from '../database/sealing.ts';
import type { SigningSecretTable } from '../database/tables.ts';
import type { Caller, Reader } from '../market/caller.ts';
import { canonicalRef } from '../market/ids.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import type { DueProbe, FailingListing, Probe, ProbeCapacity } from './health.ts';
import type { HistoryActor, HistoryFilter, ListedHistoryEntry } from './history.ts';
import type {
  InsertedListing,
  ListedListing,
  Listing,
  ListingChange,
  NewListing,
} from './listing.ts';
import type { ListingSecrets, SigningSecrets } from './secrets.ts';
import type { WantedSlug } from './slugs.ts';
import { failingListings } from './sql-failing.ts';
import {
  probeHistory,
  pruneProbes,
  recordProbe,
  restartHealthWaits,
  takeDueProbes,
} from './sql-health.ts';
import { listHistory } from './sql-history.ts';
import { findSecret, findSecretAt, rotateSecret } from './sql-secrets.ts';
import {
  changeListing,
  countSlowInput,
  deleteListing,
  findListing,
  freeSlug,
  insertListing,
  listingsUnderReview,
  listListings,
  reviewedListings,
  type SealedChange,
} from './sql.ts';

const insertRecorded = recorded(insertListing, (outcome) =>
  typeof outcome === 'string'
    ? undefined
    : {
        action: 'listing.create',
        accountId: outcome.accountId,
        subject: outcome.id,
        details: { slug: outcome.slug, status: outcome.status },
      },
);

function actionOf({ actor, status }: SealedChange): AuditAction {
  if (status === 'archived') return 'listing.archive';
  if (status === 'pending_review') return 'listing.submit';
  return status === 'published' && actor.kind === 'operator' ? 'listing.approve' : 'listing.update';
}

const changeRecorded = recorded(changeListing, (changed, change) => {
  if (changed === 'conflict') return undefined;
  const { id: subject, accountId, slug, status } = changed;
  const reason = change.rejectionReason;
  const fields = change.edit?.changes.map(({ path }) => path);
  const details = { slug, status, fields };
  return { action: actionOf(change), accountId, subject, reason, details };
});

/** The owner of a listing, as it changes something. */
type Owner = Pick<Caller, 'accountId' | 'actor'>;

const deleteRecorded = recorded(
  (dialect, args: { id: string; version: number; accountId: string | null }) =>
    deleteListing(dialect, args),
  (deleted, { id, accountId }) =>
    deleted === 'conflict'
      ? undefined
      : {
          action: 'listing.delete',
          accountId,
          subject: id,
          details: { slug: deleted.slug },
        },
);

const rotateRecorded = recorded(
  (
    dialect,
    { accountId: _, ...args }: Parameters<typeof rotateSecret>[1] & { accountId: string | null },
  ) => rotateSecret(dialect, args),
  (row, { listingId, accountId, gracePeriodMs }) =>
    row && {
      action: 'listing.rotate-secret',
      accountId,
      subject: listingId,
      details: { slug: row.slug, gracePeriodSeconds: gracePeriodMs / 1000 },
    },
);

/** What the marketplace itself does is in the history of the listing. */
const byOf = (actor: HistoryActor) => (actor.kind === 'marketplace' ? undefined : actor);

export function listingStore({ read, list, write, writeOnce }: Engine, sealing: Sealing) {
  return {
    find: (ref: string): Promise<Listing | undefined> => read(findListing, canonicalRef(ref)),
    /** Newest first, with schemas and examples. */
    list: (
      accountId: string,
      page: BoundedPageRequest,
      reader: Reader,
    ): Promise<PageItems<ListedListing>> => list(listListings, { accountId, page }, reader),
    /**
     * `too-many`: the account already has `maxListings` listings that are not archived. `slug-taken`:
     * a listing has or had the chosen slug. In both cases nothing was stored.
     */
    insert: (
      listing: NewListing,
      hook?: TransactionHook<InsertedListing>,
    ): Promise<InsertedListing> =>
      write(insertRecorded, { args: listing, by: byOf(listing.actor) }, hook),
    /** `conflict` if the row is no longer at `version`; nothing was changed. */
    change(
      { firstSecret, ...change }: ListingChange,
      hook?: TransactionHook<Listing | 'conflict'>,
    ): Promise<Listing | 'conflict'> {
      const sealed: SealedChange = change;
      if (firstSecret !== undefined) {
        sealed.firstSealedSecret = sealing.seal(firstSecret, change.id);
      }
      return write(changeRecorded, { args: sealed, by: byOf(change.actor) }, hook);
    },
    /** Deletes a listing only if it was never published and is still at `version`. */
    async delete(id: string, version: number, owner?: Owner): Promise<'deleted' | 'conflict'> {
      const args = { id, version, accountId: owner?.accountId ?? null };
      const deleted = await write(deleteRecorded, { args, by: owner?.actor });
      return deleted === 'conflict' ? deleted : 'deleted';
    },
    /** Listings that are under review or flagged, newest first, with schemas and examples. */
    reviewed: (page: BoundedPageRequest, reader: Reader): Promise<PageItems<Listing>> =>
      list(reviewedListings, page, reader),
    /** The slug that an insertion would assign now; `undefined` if the chosen one is taken. */
    freeSlug: (wanted: WantedSlug): Promise<string | undefined> => read(freeSlug, wanted),
    /** Listings that are under review, oldest first. */
    underReview: (limit: number): Promise<{ listingId: string; accountId: string }[]> =>
      read(listingsUnderReview, limit),
    /** Counts an input that could not be validated in time. */
    countSlowInput: async (id: string): Promise<void> =>
      void (await writeOnce(countSlowInput, { id })),
  };
}

export type ListingStore = ReturnType<typeof listingStore>;

export function secretStore(engine: Engine, sealing: Sealing) {
  const { read, write } = engine;
  const secretsOf = (row: SigningSecretTable): SigningSecrets => ({
    current: sealing.open(row.sealed, row.listing_id),
    createdAtMs: row.created_at,
    previousExpiresAtMs: row.previous_expires_at,
  });
  return {
    async find(listingId: string): Promise<SigningSecrets | undefined> {
      const row = await read(findSecret, listingId);
      return row && secretsOf(row);
    },
    /**
     * The secrets that sign calls of a listing, or of the account's newest listing for sale or paused at
     * this endpoint.
     */
    async signing(
      of: string | { accountId: string; endpointPath: string },
    ): Promise<ListingSecrets | undefined> {
      const row =
        typeof of === 'string' ? await read(findSecret, of) : await read(findSecretAt, of);
      if (!row) return undefined;
      const { listing_id: listingId, sealed, previous_sealed, previous_expires_at } = row;
      const previous = previous_expires_at === null ? null : previous_sealed;
      const all = previous === null ? [sealed] : [sealed, previous];
      return { listingId, secrets: all.map((each) => sealing.open(each, listingId)) };
    },
    /** `undefined` if there is no secret yet. */
    async rotate(
      listingId: string,
      secret: string,
      gracePeriodMs: number,
      owner?: Owner,
    ): Promise<SigningSecrets | undefined> {
      const sealed = sealing.seal(secret, listingId);
      const accountId = owner?.accountId ?? null;
      const args = { listingId, accountId, sealed, gracePeriodMs };
      const row = await write(rotateRecorded, { args, by: owner?.actor });
      return row && secretsOf(row);
    },
    /** Re-encrypts every secret with the newest key. Resolves with their number. */
    reseal: (): Promise<number> => resealAll(engine, sealing),
  };
}

export type SecretStore = ReturnType<typeof secretStore>;

export function healthStore({ read, write, writeOnce }: Engine) {
  return {
    /** Those with most failed orders first; counts orders that were placed since. */
    failing: (since: { sinceMs: number; limit: number }): Promise<FailingListing[]> =>
      read(failingListings, since),
    /**
     * Returns published listings whose probe is due, and schedules their next one in the same
     * operation.
     */
    takeDue: (capacity: ProbeCapacity): Promise<DueProbe[]> => write(takeDueProbes, capacity),
    /**
     * Stores the result of a probe. A failure after a success is not stored yet: the probe is
     * repeated 5 s later, then 15 s after that, and the third consecutive failure is stored.
     */
    record: (probe: Probe): Promise<void> => write(recordProbe, probe),
    /** Newest first. */
    history: (listingId: string, sinceMs: number, limit: number): Promise<Probe[]> =>
      read(probeHistory, { listingId, sinceMs, limit }),
    /** After the clock was set: probes and ratings are due when they would have been. */
    restartWaits: (): Promise<void> => write(restartHealthWaits, undefined),
    /** Deletes probes older than the history. Resolves with their number. */
    prune: (limit: number): Promise<number> => writeOnce(pruneProbes, limit),
  };
}

export type HealthStore = ReturnType<typeof healthStore>;

export function historyStore({ list }: Engine) {
  return {
    /** Newest first; the key of the keyset is the number of an entry. */
    list: (
      filter: HistoryFilter,
      page: BoundedPageRequest,
      reader: Reader,
    ): Promise<PageItems<ListedHistoryEntry>> => list(listHistory, { filter, page }, reader),
  };
}

export type HistoryStore = ReturnType<typeof historyStore>;
