import { sql } from 'kysely';
import type { Listing } from '../../domain/listing.ts';
import type { Keyset } from '../../domain/page.ts';
import type { CatalogueSearch } from '../../domain/store.ts';
import { all, type Dialect, type Operation } from '../operation.ts';
import { selectListings, toListing } from './listing-row.ts';
import { FTS5 } from './search-fts5.ts';
import type { SearchMatch } from './search-match.ts';
import { TSVECTOR } from './search-tsvector.ts';

type Found = { listing: Listing; key: number };
type ListingQuery = ReturnType<typeof selectListings>;

const searchMatch = ({ name }: Dialect): SearchMatch => (name === 'sqlite' ? FTS5 : TSVECTOR);

/** What a column of whole numbers can be compared with, whatever a cursor or a query carries. */
const whole = (value: number) =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER));

/** Published listings that pass the filters which no word of the index stands for. */
function publishedListings(db: Dialect['db'], search: CatalogueSearch): ListingQuery {
  let query = selectListings(db).where('listing.status', '=', 'published');
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

/** Older than the last one shown, by the order in which listings were made. */
const olderThan = ({ id }: Keyset) =>
  sql<boolean>`listing.row_number < (SELECT row_number FROM listing WHERE id = ${id})`;

/**
 * By relevance: where the words stand decides, title before tags before description, and among
 * equals the newest comes first. Unlike a score over the whole corpus, that changes for no listing
 * when another one is published, so pages hold; and nothing has to be ranked to find the first.
 */
function* searchByRelevance(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  const found: Found[] = [];
  const { tiers, byTier } = searchMatch(dialect);
  for (let tier = 0; tier < tiers; tier++) {
    if (search.after && tier < search.after.key) continue;
    const wanted = search.limit + 1 - found.length;
    if (wanted <= 0) break;
    let query = publishedListings(dialect.db, search)
      .where(byTier(search, tier))
      .orderBy('listing.row_number', 'desc')
      .limit(wanted);
    if (search.after && tier === search.after.key) query = query.where(olderThan(search.after));
    const rows = yield* all(query);
    found.push(...rows.map((row) => ({ listing: toListing(row), key: tier })));
  }
  return found;
}

function* searchByColumn(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  const base = publishedListings(dialect.db, search).limit(search.limit + 1);
  let query =
    search.words.length > 0
      ? base.where(searchMatch(dialect).anywhere(search))
      : withColumnFilters(base, search);
  if (search.sort === 'price') {
    if (search.after) {
      const { id } = search.after;
      const key = whole(search.after.key);
      query = query.where((where) =>
        where.or([
          where('listing.price_micros', '>', key),
          where.and([where('listing.price_micros', '=', key), where('listing.id', '<', id)]),
        ]),
      );
    }
    query = query.orderBy('listing.price_micros');
  } else if (search.after) {
    query = query.where('listing.id', '<', search.after.id);
  }
  const rows = yield* all(query.orderBy('listing.id', 'desc'));
  const keyOf = (row: { price_micros: number }) => (search.sort === 'price' ? row.price_micros : 0);
  return rows.map((row) => ({ listing: toListing(row), key: keyOf(row) }));
}

export function searchCatalogue(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  return search.sort === 'relevance' && search.words.length > 0
    ? searchByRelevance(dialect, search)
    : searchByColumn(dialect, search);
}

export function* countCategories({
  db,
}: Dialect): Operation<{ category: string; count: number }[]> {
  const rows = yield* all(
    db
      .selectFrom('listing')
      .select((select) => ['category', select.fn.countAll<number>().as('count')])
      .where('status', '=', 'published')
      .where('category', 'is not', null)
      .groupBy('category')
      .orderBy('count', 'desc')
      .orderBy('category'),
  );
  return rows.map((row) => ({ category: row.category ?? '', count: row.count }));
}
