import { sql } from 'kysely';
import { lockOpenAccount, suspensionOf } from '../accounts/sql.ts';
import { rememberSpelling } from '../catalogue/sql-spelling.ts';
import {
  all,
  type Dialect,
  execute,
  first,
  now,
  type Operation,
  prepared,
  type SingleStatement,
} from '../database/operation.ts';
import { isUuid } from '../market/ids.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import { firstContent } from './history.ts';
import type {
  InsertedListing,
  ListedListing,
  Listing,
  ListingChange,
  NewListing,
} from './listing.ts';
import { slugCandidate, type WantedSlug } from './slugs.ts';
import { recordFirstProbe, resetHealth } from './sql-health.ts';
import { deleteHistory, recordChange } from './sql-history.ts';
import {
  changedColumns,
  contentColumns,
  readListed,
  selectListings,
  toListing,
} from './sql-rows.ts';
import { insertFirstSecret } from './sql-secrets.ts';

/** Assigns a slug for good; false when it was assigned before. */
function* assignSlug(
  { db }: Dialect,
  { slug, listingId }: { slug: string; listingId: string },
): Operation<boolean> {
  const assigned = yield* execute(
    db
      .insertInto('slug')
      .values({ slug, listing_id: listingId })
      .onConflict((conflict) => conflict.column('slug').doNothing()),
  );
  return assigned === 1;
}

/**
 * Takes the chosen slug, `undefined` when it was assigned before, or the next free one of a base. The
 * counter makes the thousandth slug of a base as cheap as the first, and locking its row serialises
 * concurrent requests for the same base.
 */
function* takeSlug(
  dialect: Dialect,
  { wanted, listingId }: { wanted: WantedSlug; listingId: string },
): Operation<string | undefined> {
  if ('chosen' in wanted) {
    const slug = wanted.chosen;
    return (yield* assignSlug(dialect, { slug, listingId })) ? slug : undefined;
  }
  const { base } = wanted;
  for (;;) {
    const counter = yield* first(
      dialect.db
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
    if (yield* assignSlug(dialect, { slug, listingId })) return slug;
  }
}

/** How many candidates one query checks: chosen slugs may have taken a base's next ones. */
const CANDIDATES = 50;

/** The slug that `takeSlug` would take now. */
export function* freeSlug({ db }: Dialect, wanted: WantedSlug): Operation<string | undefined> {
  const known = (slugs: readonly string[]) =>
    all(db.selectFrom('slug').select('slug').where('slug', 'in', slugs));
  if ('chosen' in wanted) {
    return (yield* known([wanted.chosen])).length > 0 ? undefined : wanted.chosen;
  }
  const { base } = wanted;
  const counter = yield* first(
    db.selectFrom('slug_counter').select('last_number').where('base', '=', base),
  );
  for (let next = (counter?.last_number ?? 0) + 1; ; next += CANDIDATES) {
    const candidates = Array.from({ length: CANDIDATES }, (_, i) => slugCandidate(base, next + i));
    const taken = new Set((yield* known(candidates)).map(({ slug }) => slug));
    const free = candidates.find((slug) => !taken.has(slug));
    if (free !== undefined) return free;
  }
}

/**
 * `(SELECT ?)`, because SQLite prepares a join again for every new value that it compares directly
 * with a column of the join: that took 38 µs a query, and this takes 3.
 */
const listingBy = (column: 'listing.id' | 'listing.slug') =>
  prepared((db, { ref }: { ref: string }) =>
    selectListings(db).where(column, '=', sql<string>`(SELECT ${ref})`),
  );
const listingById = listingBy('listing.id');
const listingBySlug = listingBy('listing.slug');

export function findListing(dialect: Dialect, ref: string): SingleStatement<Listing | undefined> {
  const rows = isUuid(ref) ? listingById : listingBySlug;
  return rows(dialect, { ref }).as(([row]) => row && toListing(row));
}

export function* listListings(
  dialect: Dialect,
  { accountId, page }: { accountId: string; page: BoundedPageRequest },
): Operation<PageItems<ListedListing>> {
  let query = dialect.db
    .selectFrom('listing')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.after) query = query.where('id', '<', page.after.id);
  const ids = (yield* all(query)).map(({ id }) => id);
  return yield* readListed(dialect, ids, { ...page, includeContract: true });
}

function* replaceTags(
  { db }: Dialect,
  { listingId, tags }: { listingId: string; tags: readonly string[] | null },
): Operation<void> {
  yield* execute(db.deleteFrom('listing_tag').where('listing_id', '=', listingId));
  if (!tags || tags.length === 0) return;
  yield* execute(
    db.insertInto('listing_tag').values(tags.map((tag) => ({ tag, listing_id: listingId }))),
  );
}

const isSameTags = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** How many listings of the account are not archived. */
function* countListings({ db }: Dialect, accountId: string): Operation<number> {
  const row = yield* first(
    db
      .selectFrom('listing')
      .select((select) => select.fn.countAll<number>().as('listings'))
      .where('account_id', '=', accountId)
      .where('status', '!=', 'archived'),
  );
  return row?.listings ?? 0;
}

export function* insertListing(dialect: Dialect, listing: NewListing): Operation<InsertedListing> {
  const { db } = dialect;
  yield* lockOpenAccount(dialect, listing.accountId);
  if ((yield* countListings(dialect, listing.accountId)) >= listing.maxListings) return 'too-many';
  const slug = yield* takeSlug(dialect, { wanted: listing.slug, listingId: listing.id });
  if (slug === undefined) return 'slug-taken';
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
  yield* replaceTags(dialect, { listingId: listing.id, tags: listing.content.tags });
  yield* resetHealth(dialect, {
    listingId: listing.id,
    configured: listing.content.runContract.healthEndpoint !== undefined,
    probed: false,
  });
  const after = yield* requireListing(dialect, listing.id);
  const edit = firstContent(listing.content);
  yield* recordChange(dialect, { from: undefined, after, actor: listing.actor, edit });
  return after;
}

function* requireListing(dialect: Dialect, id: string): Operation<Listing> {
  const listing = yield* findListing(dialect, id);
  if (!listing) throw new Error(`Listing ${id} does not exist.`);
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
  const { id, actor, edit } = change;
  const content = edit?.content;
  const before = yield* findListing(dialect, id);
  if (!before || before.version !== change.version) return 'conflict';
  const suspension =
    change.status === 'published' ? yield* suspensionOf(dialect, before.accountId) : undefined;
  // The account was suspended during the review or resumption: publish nothing. A listing that was
  // never published becomes flagged, so that its owner can submit it again.
  const unpublished = before.publishedAtMs === null ? 'flagged' : 'paused';
  const status = suspension ? unpublished : change.status;
  const pausedByMarketplace = suspension ? status === 'paused' : change.pausedByMarketplace;
  const columns = content ? changedColumns(dialect, before.content, content) : {};
  const changed = yield* execute(
    db
      .updateTable('listing')
      .set((column) => ({
        version: column('version', '+', 1),
        updated_at: now,
        ...columns,
        ...(edit?.revised ? { revision: column('revision', '+', 1) } : {}),
        ...(status ? { status } : {}),
        ...(status === 'published' && before.publishedAtMs === null ? { published_at: now } : {}),
        ...('rejectionReason' in change || suspension
          ? { rejection_reason: suspension?.reason ?? change.rejectionReason ?? null }
          : {}),
        ...(change.reviewChecks ? { review_checks_json: JSON.stringify(change.reviewChecks) } : {}),
        ...(pausedByMarketplace === undefined
          ? {}
          : { paused_by_marketplace: pausedByMarketplace ? 1 : 0 }),
      }))
      .where('id', '=', id)
      .where('version', '=', change.version),
  );
  if (changed === 0) return 'conflict';
  const isNowPublished = status === 'published' && before.status !== 'published';
  if (isNowPublished || (content && (status ?? before.status) === 'published')) {
    const { accountId } = before;
    yield* rememberSpelling(dialect, { content: content ?? before.content, accountId });
  }
  if (content && !isSameTags(content.tags, before.content.tags)) {
    yield* replaceTags(dialect, { listingId: id, tags: content.tags });
  }
  if (columns.input_schema_hash !== undefined) {
    yield* countSlowInput(dialect, { id, reset: true });
  }
  if (change.firstSealedSecret !== undefined && !suspension) {
    yield* insertFirstSecret(dialect, { listingId: id, sealed: change.firstSealedSecret });
  }
  const endpoint = (content ?? before.content).runContract.healthEndpoint;
  const moved = endpoint !== before.content.runContract.healthEndpoint;
  const probed = (status ?? before.status) === 'published';
  if (moved || probed !== (before.status === 'published')) {
    yield* resetHealth(dialect, { listingId: id, configured: endpoint !== undefined, probed });
    if (probed && change.firstProbe) {
      yield* recordFirstProbe(dialect, { listingId: id, ...change.firstProbe });
    }
  }
  const after = yield* requireListing(dialect, id);
  yield* recordChange(dialect, { from: before.status, after, actor, edit });
  return after;
}

export function* deleteListing(
  dialect: Dialect,
  { id, version }: { id: string; version: number },
): Operation<{ slug: string } | 'conflict'> {
  const { db } = dialect;
  const deleted = yield* first(
    db
      .deleteFrom('listing')
      .where('id', '=', id)
      .where('version', '=', version)
      .where('published_at', 'is', null)
      .returning('slug'),
  );
  if (!deleted) return 'conflict';
  yield* execute(db.deleteFrom('listing_tag').where('listing_id', '=', id));
  yield* execute(db.deleteFrom('listing_health').where('listing_id', '=', id));
  yield* deleteHistory(dialect, id);
  return deleted;
}

export function reviewedListings(
  { db }: Dialect,
  page: BoundedPageRequest,
): SingleStatement<PageItems<Listing>> {
  let query = selectListings(db)
    .where('listing.status', 'in', ['pending_review', 'flagged'])
    .orderBy('listing.id', 'desc')
    .limit(page.limit + 1);
  if (page.after) query = query.where('listing.id', '<', page.after.id);
  return all(query).as((rows) => ({
    items: rows.slice(0, page.limit).map(toListing),
    more: rows.length > page.limit,
  }));
}

export function listingsUnderReview(
  { db }: Dialect,
  limit: number,
): SingleStatement<{ listingId: string; accountId: string }[]> {
  return all(
    db
      .selectFrom('listing')
      .select(['id as listingId', 'account_id as accountId'])
      .where('status', '=', 'pending_review')
      .orderBy('id')
      .limit(limit),
  );
}

/** Counts an input that could not be validated in time, or starts again at 0. */
export const countSlowInput = (
  { db }: Dialect,
  { id, reset = false }: { id: string; reset?: boolean },
): SingleStatement<number> =>
  execute(
    db
      .updateTable('listing_health')
      .set((column) => ({ slow_inputs: reset ? 0 : column('slow_inputs', '+', 1) }))
      .where('listing_id', '=', id),
  );
