import { sql, type RawBuilder } from 'kysely';
import {
  all,
  type Dialect,
  first,
  notCancelled,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import { readListed } from '../listings/sql-rows.ts';
import type { Keyset } from '../market/page.ts';
import type { CataloguePage, CatalogueSearch, CategoryCount, Hidden } from './search.ts';
import { selectHits, type Found, type HitQuery, type ListingQuery } from './sql-match.ts';
import { rankedHits } from './sql-relevance.ts';
import {
  countHits,
  facetsOf,
  MAX_SORTED,
  newestFirst,
  searchMatch,
  wordsOf,
  type Matches,
} from './sql-words.ts';
import { all as allOf, anyOfAll, type Expression } from './tiers.ts';

/** Clamps a number of a cursor to what an integer column can be compared with. */
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
  const isIndexed = searchMatch(dialect).columnTerms !== undefined;
  if (currency !== undefined && !isIndexed) {
    query = query.where((where) =>
      where.or([
        where('listing.price_currency', '=', currency),
        where('listing.price_micros', '=', 0),
      ]),
    );
  }
  if (maxPriceMicros !== undefined) {
    query = query.where('listing.price_micros', '<=', maxPriceMicros);
  }
  if (health !== undefined && !isIndexed) {
    query = query.where(
      sql<boolean>`listing.id IN (SELECT listing_id FROM listing_health WHERE status = ${health})`,
    );
  }
  return query;
}

/** Category and tag as conditions on columns, for a search that does not use the full-text index. */
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

/**
 * Whether the full-text index finds the listings of a search by age or price. Where it has all filters
 * as terms, it is used for each that the order of a column index does not include.
 */
function usesIndex(dialect: Dialect, search: CatalogueSearch): boolean {
  if (search.words.length > 0) return true;
  if (!searchMatch(dialect).columnTerms) return false;
  const others = { currency: undefined, maxPriceMicros: undefined };
  const filters = search.sort === 'price' ? { ...search, ...others } : search;
  return facetsOf(dialect, filters).length > 0;
}

/** The full-text query of a search by age or price, and how many listings it matches. */
function* indexed(dialect: Dialect, search: CatalogueSearch): Operation<Matches> {
  if (search.words.length > 0) return yield* wordsOf(dialect, search);
  return yield* counted(dialect, allOf(facetsOf(dialect, search)));
}

function* counted(dialect: Dialect, expression: Expression): Operation<Matches> {
  const [hits = 0] = yield* countHits(dialect, [expression], MAX_SORTED);
  return { expression, hits };
}

/** Few matches are sorted; of many, the index of prices is walked. */
function matchesByPrice(dialect: Dialect, { expression, hits }: Matches): HitQuery {
  const match = searchMatch(dialect);
  return hits < MAX_SORTED
    ? match.matches(dialect.db, expression)
    : selectHits(dialect.db).where(match.isHit(expression));
}

/** With a currency: free listings first, then those that cost something in it. Each is an index range. */
const free = (query: HitQuery): HitQuery => query.where('listing.price_micros', '=', 0);
const pricedIn =
  (currency: string) =>
  (query: HitQuery): HitQuery =>
    query.where('listing.price_currency', '=', currency).where('listing.price_micros', '>', 0);
const anyPrice = (query: HitQuery): HitQuery => query;

function* searchByPrice(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  const { after, limit, currency } = search;
  // The ranges are of columns, so the terms need not repeat them.
  const others = { ...search, currency: undefined, maxPriceMicros: undefined };
  const matches = usesIndex(dialect, search) ? yield* indexed(dialect, others) : undefined;
  const freeTerms = searchMatch(dialect).columnTerms?.({ maxPriceMicros: 0 });
  const found: Found[] = [];
  for (const range of currency === undefined ? [anyPrice] : [free, pricedIn(currency)]) {
    const wanted = limit + 1 - found.length;
    if (wanted <= 0) break;
    let inRange = matches;
    // Usually few: else collecting the many matches a second time takes as long as the first.
    if (matches && freeTerms && range === free && matches.hits >= MAX_SORTED) {
      inRange = yield* counted(dialect, allOf([matches.expression, ...freeTerms]));
    }
    const listings = inRange
      ? matchesByPrice(dialect, inRange)
      : withColumnFilters(selectHits(dialect.db), search);
    const filtered = published(dialect, listings, { ...search, currency: undefined });
    const rows = yield* all(cheapestFirst(range(filtered), after).limit(wanted));
    found.push(...rows.map(({ id, price_micros: key }) => ({ id, key })));
  }
  return found;
}

function* searchByAge(dialect: Dialect, search: CatalogueSearch): Operation<Found[]> {
  const { after } = search;
  const match = searchMatch(dialect);
  const listings = usesIndex(dialect, search)
    ? newestFirst(
        match.matches(dialect.db, (yield* indexed(dialect, search)).expression),
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

type Filter = keyof Hidden;

/** For each filter of a search, whether it leaves a listing out. */
function exclusionsOf(search: CatalogueSearch): [Filter, RawBuilder<boolean>][] {
  const { category, tag, currency, maxPriceMicros, health } = search;
  const found: [Filter, RawBuilder<boolean>][] = [];
  if (category !== undefined) {
    found.push(['category', sql`coalesce(category, '') <> ${category}`]);
  }
  if (tag !== undefined) {
    const tagged = sql`SELECT 1 FROM listing_tag WHERE listing_id = hit.id AND tag = ${tag}`;
    found.push(['tag', sql`NOT EXISTS (${tagged})`]);
  }
  if (currency !== undefined) {
    found.push(['currency', sql`price_currency <> ${currency} AND price_micros > 0`]);
  }
  if (maxPriceMicros !== undefined) {
    // Amounts in different currencies are never compared.
    const comparable = currency === undefined ? sql`TRUE` : sql`price_currency = ${currency}`;
    found.push(['maxPrice', sql`price_micros > ${maxPriceMicros} AND ${comparable}`]);
  }
  if (health !== undefined) {
    const probed = sql`SELECT 1 FROM listing_health WHERE listing_id = hit.id AND status = ${health}`;
    found.push(['health', sql`NOT EXISTS (${probed})`]);
  }
  return found;
}

/** What the filters of a search for words leave out; undefined if that is nothing. */
function* countHidden(dialect: Dialect, search: CatalogueSearch): Operation<Hidden | undefined> {
  const exclusions = exclusionsOf(search);
  if (search.words.length === 0 || exclusions.length === 0) return undefined;
  const hits = searchMatch(dialect)
    .matches(dialect.db, anyOfAll(search.words))
    .where(notCancelled(dialect, 'listing.row_number'))
    .where('listing.status', '=', 'published')
    .select(['listing.category', 'listing.price_currency'])
    .limit(MAX_SORTED);
  const counts = exclusions.map(([filter, excludes]) =>
    sql<number>`count(CASE WHEN ${excludes} THEN 1 END)`.as(filter),
  );
  const row = yield* first(dialect.db.selectFrom(hits.as('hit')).select(counts));
  const hidden = Object.entries(row ?? {}).filter(([, count]) => count > 0);
  return hidden.length === 0 ? undefined : (Object.fromEntries(hidden) as Hidden);
}

/** Finds the ids first, then reads only the listings of the page. */
export function* searchCatalogue(
  dialect: Dialect,
  search: CatalogueSearch,
): Operation<CataloguePage> {
  const hits = yield* hitsOf(dialect, search);
  const keys = new Map(hits.map(({ id, key }) => [id, key]));
  const { items, more } = yield* readListed(dialect, [...keys.keys()], search);
  const found = items.map((listing) => ({ listing, key: keys.get(listing.id) ?? 0 }));
  // A full page shows enough.
  const hidden = search.after || more ? undefined : yield* countHidden(dialect, search);
  return { items: found, more, hidden };
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
