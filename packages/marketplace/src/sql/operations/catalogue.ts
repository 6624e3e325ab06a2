import { sql, type RawBuilder } from 'kysely';
import type { Keyset, PageItems } from '../../domain/page.ts';
import type { CatalogueSearch, CategoryCount, FoundListing } from '../../domain/store.ts';
import { all, first, type Dialect, type Operation, type SingleStatement } from '../operation.ts';
import { readListed } from './listed-rows.ts';
import { FTS5 } from './search-sqlite.ts';
import { selectHits, type Hit, type HitQuery, type SearchMatch } from './search-match.ts';
import { TSVECTOR } from './search-postgres.ts';
import { notCancelled } from './list-cancellation.ts';

/** A hit with the key that it was sorted by. */
type Found = Pick<Hit, 'id'> & { key: number };

const searchMatch = ({ name }: Dialect): SearchMatch => (name === 'sqlite' ? FTS5 : TSVECTOR);

/** Clamps a number of a cursor or query to what an integer column can be compared with. */
const safeInteger = (value: number) =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER));

/** Published listings that pass the filters which the full-text index does not cover. */
function published(dialect: Dialect, listings: HitQuery, search: CatalogueSearch): HitQuery {
  const { currency, maxPriceMicros, health } = search;
  let query = listings
    .where(notCancelled(dialect, 'listing.row_number'))
    .where('listing.status', '=', 'published');
  if (currency !== undefined) {
    query = query.where((where) =>
      where.or([
        where('listing.price_currency', '=', currency),
        where('listing.price_micros', '=', 0),
      ]),
    );
  }
  if (maxPriceMicros !== undefined) {
    query = query.where('listing.price_micros', '<=', safeInteger(maxPriceMicros));
  }
  if (health !== undefined) {
    query = query.where(
      sql<boolean>`(SELECT status FROM listing_health WHERE listing_id = listing.id) = ${health}`,
    );
  }
  return query;
}

/** Category and tag as conditions on columns, for a search without words. */
function withColumnFilters(query: HitQuery, { category, tag }: CatalogueSearch): HitQuery {
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

/** Newest first by creation, after the last listing of the previous page. */
function newestFirst(
  query: HitQuery,
  position: RawBuilder<number>,
  after: Keyset | null,
): HitQuery {
  const sorted = query.orderBy(position, 'desc');
  if (!after) return sorted;
  return sorted.where(
    sql<boolean>`${position} < (SELECT row_number FROM listing WHERE id = ${after.id})`,
  );
}

/** Cheapest first, newest first at the same price: the order of the price indexes. */
function cheapestFirst(query: HitQuery, after: Keyset | null): HitQuery {
  const sorted = query.orderBy('listing.price_micros').orderBy('listing.id', 'desc');
  if (!after) return sorted;
  const key = safeInteger(after.key);
  // One range of the index and a filter. Written as two ranges, the matches would be sorted.
  return sorted
    .where('listing.price_micros', '>=', key)
    .where((where) =>
      where.or([where('listing.price_micros', '>', key), where('listing.id', '<', after.id)]),
    );
}

/**
 * By relevance: matches in the title, then tags, then description; the newest first among equals.
 * Unlike a score over the whole corpus, this rank does not change when another listing is published,
 * so paging is stable, and the first page needs no ranking (docs/adr/0002).
 */
function* searchByRelevance(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  const found: Found[] = [];
  const match = searchMatch(dialect);
  for (let tier = 0; tier < match.tiers; tier++) {
    if (search.after && tier < search.after.key) continue;
    const wanted = search.limit + 1 - found.length;
    if (wanted <= 0) break;
    const hits = published(dialect, match.byTier(dialect.db, search, tier), search).limit(wanted);
    const after = tier === search.after?.key ? search.after : null;
    const rows = yield* all(newestFirst(hits, match.newestFirst, after));
    found.push(...rows.map(({ id }) => ({ id, key: tier })));
  }
  return found;
}

/** Up to this many matches are sorted by price; with more, prices are walked until enough match. */
const MAX_SORTED = 2_000;

function* wordsByPrice(dialect: Dialect, search: CatalogueSearch): Operation<HitQuery> {
  const match = searchMatch(dialect);
  const { db } = dialect;
  const counted = yield* first(db.selectNoFrom(match.hits(search, MAX_SORTED).as('hits')));
  return Number(counted?.hits) < MAX_SORTED
    ? match.anywhere(db, search)
    : selectHits(db).where(match.isHit(search));
}

/** With a currency: free listings first, then those that cost something in it. Each is an index range. */
function priceRanges(query: HitQuery, { currency }: CatalogueSearch): HitQuery[] {
  if (currency === undefined) return [query];
  return [
    query.where('listing.price_micros', '=', 0),
    query.where('listing.price_currency', '=', currency).where('listing.price_micros', '>', 0),
  ];
}

function* searchByPrice(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  const { after, limit } = search;
  const listings =
    search.words.length > 0
      ? yield* wordsByPrice(dialect, search)
      : withColumnFilters(selectHits(dialect.db), search);
  const found: Found[] = [];
  const filters = { ...search, currency: undefined };
  for (const range of priceRanges(published(dialect, listings, filters), search)) {
    const wanted = limit + 1 - found.length;
    if (wanted <= 0) break;
    const rows = yield* all(cheapestFirst(range, after).limit(wanted));
    found.push(...rows.map(({ id, price_micros: key }) => ({ id, key })));
  }
  return found;
}

function* searchByAge(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  const { after } = search;
  const match = searchMatch(dialect);
  const listings =
    search.words.length > 0
      ? newestFirst(match.anywhere(dialect.db, search), match.newestFirst, after)
      : byId(withColumnFilters(selectHits(dialect.db), search), after);
  const rows = yield* all(published(dialect, listings, search).limit(search.limit + 1));
  return rows.map(({ id }) => ({ id, key: 0 }));
}

/** Newest first: ids sort by time, and the column indexes end with the id. */
function byId(query: HitQuery, after: Keyset | null): HitQuery {
  const sorted = query.orderBy('listing.id', 'desc');
  return after ? sorted.where('listing.id', '<', after.id) : sorted;
}

function hitsOf(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  if (search.sort === 'price') return searchByPrice(dialect, search);
  return search.sort === 'relevance' && search.words.length > 0
    ? searchByRelevance(dialect, search)
    : searchByAge(dialect, search);
}

/** Finds the ids first, then reads only the listings of the page. */
export function* searchCatalogue(
  dialect: Dialect,
  search: CatalogueSearch,
): Operation<PageItems<FoundListing>> {
  const hits = yield* hitsOf(dialect, search);
  const keys = new Map(hits.map(({ id, key }) => [id, key]));
  const { items, more } = yield* readListed(dialect, [...keys.keys()], search);
  return { items: items.map((listing) => ({ listing, key: keys.get(listing.id) ?? 0 })), more };
}

export function countCategories({ db }: Dialect): SingleStatement<CategoryCount[]> {
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
