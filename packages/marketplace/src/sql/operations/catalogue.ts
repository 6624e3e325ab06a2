import { sql } from 'kysely';
import type { Keyset, PageItems } from '../../domain/page.ts';
import type { CatalogueSearch, CategoryCount, FoundListing } from '../../domain/catalogue.ts';
import { all, type Dialect, type Operation, type SingleStatement } from '../operation.ts';
import { readListed } from './listed-rows.ts';
import { selectHits, type Found, type HitQuery, type ListingQuery } from './search-match.ts';
import { MAX_SORTED, newestFirst, searchMatch, wordsOf } from './search-words.ts';
import { rankedHits } from './search-relevance.ts';
import { notCancelled } from './list-cancellation.ts';

/** Clamps a number of a cursor or query to what an integer column can be compared with. */
const safeInteger = (value: number) =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER));

/** Published listings that pass the filters which the full-text index does not cover. */
function published<Columns>(
  dialect: Dialect,
  listings: ListingQuery<Columns>,
  search: CatalogueSearch,
): ListingQuery<Columns> {
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

function* searchByRelevance(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  return yield* rankedHits(dialect, search, (query) => published(dialect, query, search));
}

function* wordsByPrice(dialect: Dialect, search: CatalogueSearch): Operation<HitQuery> {
  const match = searchMatch(dialect);
  const { expression, hits } = yield* wordsOf(dialect, search);
  return hits < MAX_SORTED
    ? match.matches(dialect.db, expression)
    : selectHits(dialect.db).where(match.isHit(expression));
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
      ? newestFirst(
          match.matches(dialect.db, (yield* wordsOf(dialect, search)).expression),
          match.newestFirst,
          after,
        )
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
