import type { ListedListing, Listing } from '../../domain/listing.ts';
import type { Stretch, WeighedPage } from '../../domain/page.ts';
import { isUuid, slugCandidate } from '../../domain/slug.ts';
import type { ListingChange, NewListing } from '../../domain/store.ts';
import { now } from '../now.ts';
import { all, execute, first, type Dialect, type Operation } from '../operation.ts';
import { resetHealth } from './health.ts';
import { readListed } from './listed-rows.ts';
import { contentColumns, selectListings, toListing } from './listing-row.ts';
import { keepFirstSecret } from './secrets.ts';

export function* findListing(dialect: Dialect, ref: string): Operation<Listing | undefined> {
  const row = yield* first(
    selectListings(dialect.db).where(isUuid(ref) ? 'listing.id' : 'listing.slug', '=', ref),
  );
  return row && toListing(row);
}

export function* listListings(
  dialect: Dialect,
  { accountId, page }: { accountId: string; page: WeighedPage },
): Operation<Stretch<ListedListing>> {
  let query = dialect.db
    .selectFrom('listing')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.after) query = query.where('id', '<', page.after.id);
  const ids = (yield* all(query)).map(({ id }) => id);
  return yield* readListed(dialect, ids, { ...page, whole: true });
}

/**
 * The next slug of a base that was never given. The counter keeps the thousandth as cheap as the
 * first, and its row holds up whoever wants one of the same base at the same time.
 */
function* takeSlug(
  { db }: Dialect,
  { base, listingId }: { base: string; listingId: string },
): Operation<string> {
  for (;;) {
    const counter = yield* first(
      db
        .insertInto('slug_counter')
        .values({ base, last_number: 1 })
        .onConflict((conflict) =>
          conflict.column('base').doUpdateSet((column) => ({
            last_number: column('slug_counter.last_number', '+', 1),
          })),
        )
        .returning('last_number'),
    );
    const slug = slugCandidate(base, counter?.last_number ?? 1);
    const taken = yield* execute(
      db
        .insertInto('slug')
        .values({ slug, listing_id: listingId })
        .onConflict((conflict) => conflict.column('slug').doNothing()),
    );
    if (taken === 1) return slug;
  }
}

function* keepTags(
  { db }: Dialect,
  { listingId, tags }: { listingId: string; tags: readonly string[] | null },
): Operation<void> {
  yield* execute(db.deleteFrom('listing_tag').where('listing_id', '=', listingId));
  if (!tags || tags.length === 0) return;
  yield* execute(
    db.insertInto('listing_tag').values(tags.map((tag) => ({ tag, listing_id: listingId }))),
  );
}

export function* insertListing(dialect: Dialect, listing: NewListing): Operation<Listing> {
  const { db } = dialect;
  const slug = yield* takeSlug(dialect, { base: listing.slugBase, listingId: listing.id });
  yield* execute(
    db.insertInto('listing').values({
      ...contentColumns(dialect, listing.content),
      id: listing.id,
      account_id: listing.accountId,
      slug,
      status: listing.status,
      revision: 1,
      version: 1,
      rejection_reason: null,
      review_checks_json: '[]',
      paused_by_marketplace: 0,
      published_at: null,
      created_at: now,
      updated_at: now,
    }),
  );
  yield* keepTags(dialect, { listingId: listing.id, tags: listing.content.tags });
  yield* resetHealth(dialect, {
    listingId: listing.id,
    configured: listing.content.runContract.healthEndpoint !== undefined,
    probed: false,
  });
  return yield* present(dialect, listing.id);
}

function* present(dialect: Dialect, id: string): Operation<Listing> {
  const listing = yield* findListing(dialect, id);
  if (!listing) throw new Error(`Listing ${id} is gone.`);
  return listing;
}

export interface SealedChange extends Omit<ListingChange, 'firstSecret'> {
  firstSealedSecret?: string;
}

export function* changeListing(
  dialect: Dialect,
  change: SealedChange,
): Operation<Listing | 'conflict'> {
  const { db } = dialect;
  const { id, content, status } = change;
  const before = yield* findListing(dialect, id);
  if (!before || before.version !== change.version) return 'conflict';
  const changed = yield* execute(
    db
      .updateTable('listing')
      .set((column) => ({
        version: column('version', '+', 1),
        updated_at: now,
        ...(content ? contentColumns(dialect, content) : {}),
        ...(change.revised ? { revision: column('revision', '+', 1) } : {}),
        ...(status ? { status } : {}),
        ...(status === 'published' && before.publishedAtMs === null ? { published_at: now } : {}),
        ...('rejectionReason' in change
          ? { rejection_reason: change.rejectionReason ?? null }
          : {}),
        ...(change.reviewChecks ? { review_checks_json: JSON.stringify(change.reviewChecks) } : {}),
        ...(change.pausedByMarketplace === undefined
          ? {}
          : { paused_by_marketplace: change.pausedByMarketplace ? 1 : 0 }),
      }))
      .where('id', '=', id)
      .where('version', '=', change.version),
  );
  if (changed === 0) return 'conflict';
  if (content) yield* keepTags(dialect, { listingId: id, tags: content.tags });
  if (change.firstSealedSecret !== undefined) {
    yield* keepFirstSecret(dialect, { listingId: id, sealed: change.firstSealedSecret });
  }
  const endpoint = (content ?? before.content).runContract.healthEndpoint;
  const moved = endpoint !== before.content.runContract.healthEndpoint;
  const after = status ?? before.status;
  if (moved || (after === 'published') !== (before.status === 'published')) {
    const probed = after === 'published';
    yield* resetHealth(dialect, { listingId: id, configured: endpoint !== undefined, probed });
  }
  return yield* present(dialect, id);
}

export function* deleteListing(
  { db }: Dialect,
  { id, version }: { id: string; version: number },
): Operation<'deleted' | 'conflict'> {
  const deleted = yield* execute(
    db
      .deleteFrom('listing')
      .where('id', '=', id)
      .where('version', '=', version)
      .where('published_at', 'is', null),
  );
  if (deleted === 0) return 'conflict';
  yield* execute(db.deleteFrom('listing_tag').where('listing_id', '=', id));
  yield* execute(db.deleteFrom('listing_health').where('listing_id', '=', id));
  return 'deleted';
}

export function* listingsUnderReview({ db }: Dialect, limit: number): Operation<string[]> {
  const rows = yield* all(
    db
      .selectFrom('listing')
      .select('id')
      .where('status', '=', 'pending_review')
      .orderBy('id')
      .limit(limit),
  );
  return rows.map((row) => row.id);
}

export function* listingSchemas(
  { db }: Dialect,
  id: string,
): Operation<{ input: string | null; output: string | null } | undefined> {
  return yield* first(
    db
      .selectFrom('listing')
      .select(['input_schema_json as input', 'output_schema_json as output'])
      .where('id', '=', id),
  );
}
