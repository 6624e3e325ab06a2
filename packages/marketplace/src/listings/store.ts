import type { Engine, TransactionHook } from '../database/engine.ts';
import { resealAll, type Sealing } from '../database/sealing.ts';
import type { SigningSecretTable } from '../database/tables.ts';
import type { Reader } from '../market/caller.ts';
import { canonicalRef } from '../market/ids.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import type { DueProbe, Probe, ProbeCapacity } from './health.ts';
import type { HistoryFilter, ListedHistoryEntry } from './history.ts';
import type {
  InsertedListing,
  ListedListing,
  Listing,
  ListingChange,
  NewListing,
} from './listing.ts';
import type { ListingSecrets, SigningSecrets } from './secrets.ts';
import type { WantedSlug } from './slugs.ts';
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
  listingSchemas,
  listingsUnderReview,
  listListings,
  reviewedListings,
  type SealedChange,
} from './sql.ts';

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
    ): Promise<InsertedListing> => write(insertListing, listing, hook),
    /** `conflict` if the row is no longer at `version`; nothing was changed. */
    change(
      { firstSecret, ...change }: ListingChange,
      hook?: TransactionHook<Listing | 'conflict'>,
    ): Promise<Listing | 'conflict'> {
      const sealed: SealedChange = change;
      if (firstSecret !== undefined) {
        sealed.firstSealedSecret = sealing.seal(firstSecret, change.id);
      }
      return write(changeListing, sealed, hook);
    },
    /** Deletes a listing only if it was never published and is still at `version`. */
    delete: (id: string, version: number): Promise<'deleted' | 'conflict'> =>
      write(deleteListing, { id, version }),
    /** Listings that are under review or flagged, newest first, with schemas and examples. */
    reviewed: (page: BoundedPageRequest, reader: Reader): Promise<PageItems<Listing>> =>
      list(reviewedListings, page, reader),
    /** The slug that an insertion would assign now; `undefined` if the chosen one is taken. */
    freeSlug: (wanted: WantedSlug): Promise<string | undefined> => read(freeSlug, wanted),
    /** Listings that are under review, oldest first. */
    underReview: (limit: number): Promise<{ listingId: string; accountId: string }[]> =>
      read(listingsUnderReview, limit),
    /** The text of the schemas of a listing's current revision. */
    schemas: (id: string): Promise<{ input: string | null; output: string | null } | undefined> =>
      read(listingSchemas, id),
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
    ): Promise<SigningSecrets | undefined> {
      const sealed = sealing.seal(secret, listingId);
      const row = await write(rotateSecret, { listingId, sealed, gracePeriodMs });
      return row && secretsOf(row);
    },
    /** Re-encrypts every secret with the newest key. Resolves with their number. */
    reseal: (): Promise<number> => resealAll(engine, sealing),
  };
}

export type SecretStore = ReturnType<typeof secretStore>;

export function healthStore({ read, write, writeOnce }: Engine) {
  return {
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
