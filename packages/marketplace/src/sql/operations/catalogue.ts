import { sql, type RawBuilder } from 'kysely';
import type { Listing } from '../../domain/listing.ts';
import type { Keyset } from '../../domain/page.ts';
import type { CatalogueSearch } from '../../domain/store.ts';
import { all, first, type Dialect, type Operation, type SingleStatement } from '../operation.ts';
import { selectListings, toListing, type ListingQuery } from './listing-row.ts';
import { FTS5 } from './search-fts5.ts';
import type { SearchMatch } from './search-match.ts';
import { TSVECTOR } from './search-tsvector.ts';

type Found = { listing: Listing; key: number };

const searchMatch = ({ name }: Dialect): SearchMatch => (name === 'sqlite' ? FTS5 : TSVECTOR);

/** What a column of whole numbers can be compared with, whatever a cursor or a query carries. */
const whole = (value: number) =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER));

/** Published listings that pass the filters which no word of the index stands for. */
function published(listings: ListingQuery, search: CatalogueSearch): ListingQuery {
  let query = listings.where('listing.status', '=', 'published');
  if (search.maxPriceMicros !== undefined) {
    query = query.where('listing.price_micros', '<=', whole(search.maxPriceMicros));
  }
  if (search.health !== undefined) {
    query = query.where('listing_health.status', '=', search.health);
  }
  return query;
}

/** The filters as columns, for a search without words. */
function withColumnFilters(query: ListingQuery, { category, tag }: CatalogueSearch): ListingQuery {
  let filtered = query;
  if (category !== undefined) filtered = filtered.where('listing.category', '=', category);
  if (tag !== undefined) {
    filtered = filtered.where((where) =>
      where.exists(
        where
          .selectFrom('listing_tag')
          .select('tag')
          .whereRef('listing_tag.listing_id', '=', 'listing.id')
          .where('listing_tag.tag', '=', tag),
      ),
    );
  }
  return filtered;
}

/** Newest first by when listings were made, after the last one that was shown. */
function newestFirst(
  query: ListingQuery,
  position: RawBuilder<number>,
  after: Keyset | null,
): ListingQuery {
  const sorted = query.orderBy(position, 'desc');
  if (!after) return sorted;
  return sorted.where(
    sql<boolean>`${position} < (SELECT row_number FROM listing WHERE id = ${after.id})`,
  );
}

/** Cheapest first, the newest first among equals. */
function cheapestFirst(query: ListingQuery, after: Keyset | null): ListingQuery {
  const sorted = query.orderBy('listing.price_micros').orderBy('listing.id', 'desc');
  if (!after) return sorted;
  const key = whole(after.key);
  return sorted.where((where) =>
    where.or([
      where('listing.price_micros', '>', key),
      where.and([where('listing.price_micros', '=', key), where('listing.id', '<', after.id)]),
    ]),
  );
}

/**
 * By relevance: where the words stand decides, title before tags before description, and among
 * equals the newest comes first. Unlike a score over the whole corpus, that changes for no listing
 * when another one is published, so pages hold; and nothing has to be ranked to find the first.
 */
function* searchByRelevance(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  const found: Found[] = [];
  const match = searchMatch(dialect);
  for (let tier = 0; tier < match.tiers; tier++) {
    if (search.after && tier < search.after.key) continue;
    const wanted = search.limit + 1 - found.length;
    if (wanted <= 0) break;
    const hits = published(match.byTier(dialect.db, search, tier), search).limit(wanted);
    const after = tier === search.after?.key ? search.after : null;
    const rows = yield* all(newestFirst(hits, match.newestFirst, after));
    found.push(...rows.map((row) => ({ listing: toListing(row), key: tier })));
  }
  return found;
}

/** So many matches are sorted by price; of more, the prices are walked until enough match. */
const MAX_SORTED = 2_000;

function* wordsByPrice(dialect: Dialect, search: CatalogueSearch): Operation<ListingQuery> {
  const match = searchMatch(dialect);
  const { db } = dialect;
  const counted = yield* first(db.selectNoFrom(match.hits(search, MAX_SORTED).as('hits')));
  return Number(counted?.hits) < MAX_SORTED
    ? match.anywhere(db, search)
    : selectListings(db).where(match.isHit(search));
}

function* searchByColumn(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  const { after, sort } = search;
  const hasWords = search.words.length > 0;
  const limited = (query: ListingQuery) => published(query, search).limit(search.limit + 1);
  const byColumn = () => withColumnFilters(selectListings(dialect.db), search);
  if (sort === 'price') {
    const listings = hasWords ? yield* wordsByPrice(dialect, search) : byColumn();
    const rows = yield* all(cheapestFirst(limited(listings), after));
    return rows.map((row) => ({ listing: toListing(row), key: row.price_micros }));
  }
  const match = searchMatch(dialect);
  const listings = hasWords
    ? newestFirst(match.anywhere(dialect.db, search), match.newestFirst, after)
    : byId(byColumn(), after);
  const rows = yield* all(limited(listings));
  return rows.map((row) => ({ listing: toListing(row), key: 0 }));
}

/** Newest first: ids sort by time, and the indexes on the columns end with them. */
function byId(query: ListingQuery, after: Keyset | null): ListingQuery {
  const sorted = query.orderBy('listing.id', 'desc');
  return after ? sorted.where('listing.id', '<', after.id) : sorted;
}

export function searchCatalogue(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  return search.sort === 'relevance' && search.words.length > 0
    ? searchByRelevance(dialect, search)
    : searchByColumn(dialect, search);
}

export function countCategories({
  db,
}: Dialect): SingleStatement<{ category: string; count: number }[]> {
  const statement = all(
    db
      .selectFrom('listing')
      .select((select) => ['category', select.fn.countAll<number>().as('count')])
      .where('status', '=', 'published')
      .where('category', 'is not', null)
      .groupBy('category')
      .orderBy('count', 'desc')
      .orderBy('category'),
  );
  return statement.as((rows) =>
    rows.map((row) => ({ category: row.category ?? '', count: row.count })),
  );
}
