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
import { selectHits, type Found, type Hit, type HitQuery, type ListingQuery } from './sql-match.ts';
import { rankedHits } from './sql-relevance.ts';
import {
  beginningOf,
  countHits,
  facetsOf,
  MAX_SORTED,
  newestFirst,
  searchMatch,
  wordsOf,
  type Sought,
} from './sql-words.ts';
import { all as allOf, anyOfAll, type Expression } from './tiers.ts';

/** Clamps a number of a cursor to what an integer column can be compared with. */
const safeInteger = (value: number) =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER));

const pricedOrFree = (currency: string): RawBuilder<boolean> =>
  sql`(listing.price_currency = ${currency} OR listing.price_micros = 0)`;

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
  if (currency !== undefined && !isIndexed) query = query.where(pricedOrFree(currency));
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

/**
 * The filters that are not among those of `published`, as conditions on columns, for a search that does
 * not use the full-text index.
 */
function withColumnFilters(
  { name }: Dialect,
  query: HitQuery,
  { category, tag, health }: CatalogueSearch,
): HitQuery {
  let filtered = query;
  if (category !== undefined) filtered = filtered.where('listing.category', '=', category);
  if (health !== undefined && name === 'sqlite') {
    filtered = filtered.where(sql<boolean>`listing.health = ${health}`);
  }
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

function* searchByRelevance(dialect: Dialect, search: Sought): Operation<Found[]> {
  const { currency } = search;
  return yield* rankedHits(dialect, search, {
    filtered: (query) => published(dialect, query, search),
    filteredByColumns(query) {
      const priced = currency === undefined ? query : query.where(pricedOrFree(currency));
      return published(dialect, withColumnFilters(dialect, priced, search), search);
    },
  });
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

/** The words of a search by age or price; undefined if it has none. */
function* wordsIn(dialect: Dialect, search: Sought): Operation<Expression | undefined> {
  return search.words.length > 0 ? yield* wordsOf(dialect, search) : undefined;
}

/** The full-text query for these words and the filters that the index has as terms. */
const indexed = (
  dialect: Dialect,
  words: Expression | undefined,
  search: CatalogueSearch,
): Expression => allOf([...(words ? [words] : []), ...facetsOf(dialect, search)]);

/** A full-text query, and how many listings it matches, up to `MAX_SORTED`. */
interface Matches {
  expression: Expression;
  hits: number;
}

function* counted(dialect: Dialect, expression: Expression): Operation<Matches> {
  // Postgres chooses by its own statistics whether to walk the index of prices.
  if (dialect.name === 'postgres') return { expression, hits: MAX_SORTED };
  const [hits = 0] = yield* countHits(dialect, [expression], MAX_SORTED);
  return { expression, hits };
}

type InRange = (query: HitQuery) => HitQuery;

const free: InRange = (query) => query.where('listing.price_micros', '=', 0);
const pricedIn =
  (currency: string): InRange =>
  (query) =>
    query.where('listing.price_currency', '=', currency).where('listing.price_micros', '>', 0);

/**
 * The ranges of an index that a page may be in. With a currency: free listings, then those that cost
 * something in it.
 */
function* rangesOf({ currency, maxPriceMicros, after }: CatalogueSearch): Generator<InRange> {
  if (currency === undefined) return yield (query) => query;
  if (!after || after.key <= 0) yield free;
  if (maxPriceMicros !== 0) yield pricedIn(currency);
}

/** A page of a range by price: a query for the cheapest listings in it, and what they must have. */
interface PricePage {
  cheapest: (query: HitQuery) => HitQuery;
  words: Expression | undefined;
  search: Sought;
  wanted: number;
}

/** How many of the cheapest listings are read for each one that is wanted. */
const LOOKED_AT = 10;

/** The page, if enough of the cheapest listings match or the range has no others. */
function* firstByPrice(
  dialect: Dialect,
  hasWords: (words: Expression) => RawBuilder<boolean>,
  { cheapest, words, search, wanted }: PricePage,
): Operation<Hit[] | undefined> {
  const { db } = dialect;
  const looked = LOOKED_AT * wanted;
  const inOrder = cheapest(selectHits(db)).select('listing.row_number');
  const joined = db
    .selectFrom(inOrder.limit(looked).as('first'))
    .crossJoin('listing')
    .whereRef('listing.row_number', '=', 'first.row_number')
    .select(['listing.id', 'listing.price_micros'])
    .orderBy('first.price_micros')
    .orderBy('first.id', 'desc')
    .limit(wanted) as unknown as HitQuery;
  const filtered = withColumnFilters(dialect, joined, search);
  const rows = yield* all(words ? filtered.where(hasWords(words)) : filtered);
  if (rows.length === wanted) return rows;
  const others = yield* all(inOrder.offset(looked).limit(1));
  return others.length === 0 ? rows : undefined;
}

function* cheapestMatches(
  dialect: Dialect,
  { expression, hits }: Matches,
  page: PricePage,
): Operation<Hit[]> {
  const { cheapest, wanted } = page;
  const { matches, isHit, hasWords } = searchMatch(dialect);
  // Few are sorted.
  if (hits < MAX_SORTED) {
    return yield* all(cheapest(matches(dialect.db, expression)).limit(wanted));
  }
  const rows = hasWords && (yield* firstByPrice(dialect, hasWords, page));
  if (rows) return rows;
  // The embedded database collects all matches, then walks the index of prices.
  return yield* all(cheapest(selectHits(dialect.db).where(isHit(expression))).limit(wanted));
}

function* searchByPrice(dialect: Dialect, search: Sought): Operation<Found[]> {
  const { after, limit } = search;
  // The ranges are of columns, so the terms need not repeat them.
  const others = { ...search, currency: undefined, maxPriceMicros: undefined };
  const words = yield* wordsIn(dialect, search);
  const matches = usesIndex(dialect, search)
    ? yield* counted(dialect, indexed(dialect, words, others))
    : undefined;
  const freeTerms = searchMatch(dialect).columnTerms?.({ maxPriceMicros: 0 });
  const found: Found[] = [];
  for (const range of rangesOf(search)) {
    const wanted = limit + 1 - found.length;
    if (wanted <= 0) break;
    let inRange = matches;
    // Usually few; otherwise collecting the many matches again takes as long as the first time.
    if (matches && freeTerms && range === free && matches.hits >= MAX_SORTED) {
      inRange = yield* counted(dialect, allOf([matches.expression, ...freeTerms]));
    }
    if (inRange?.hits === 0) continue;
    const cheapest = (listings: HitQuery) => {
      const filtered = published(dialect, listings, { ...search, currency: undefined });
      return cheapestFirst(range(filtered), after);
    };
    const rows = inRange
      ? yield* cheapestMatches(dialect, inRange, { cheapest, words, search, wanted })
      : yield* all(
          cheapest(withColumnFilters(dialect, selectHits(dialect.db), search)).limit(wanted),
        );
    found.push(...rows.map(({ id, price_micros: key }) => ({ id, key })));
  }
  return found;
}

function* searchByAge(dialect: Dialect, search: Sought): Operation<Found[]> {
  const { after } = search;
  const match = searchMatch(dialect);
  const words = yield* wordsIn(dialect, search);
  const listings = usesIndex(dialect, search)
    ? newestFirst(
        match.matches(dialect.db, indexed(dialect, words, search)),
        match.newestFirst,
        after,
      )
    : byId(withColumnFilters(dialect, selectHits(dialect.db), search), after);
  const rows = yield* all(published(dialect, listings, search).limit(search.limit + 1));
  return rows.map(({ id }) => ({ id, key: 0 }));
}

/** Newest first: ids sort by time, and the column indexes end with the id. */
function byId(query: HitQuery, after: Keyset | null): HitQuery {
  const sorted = query.orderBy('listing.id', 'desc');
  return after ? sorted.where('listing.id', '<', after.id) : sorted;
}

function hitsOf(dialect: Dialect, search: Sought): Operation<Found[]> {
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
function* countHidden(dialect: Dialect, search: Sought): Operation<Hidden | undefined> {
  const exclusions = exclusionsOf(search);
  if (search.words.length === 0 || exclusions.length === 0) return undefined;
  const hits = searchMatch(dialect)
    .matches(dialect.db, anyOfAll(search.words, search.last))
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
  const sought = { ...search, last: yield* beginningOf(dialect, search.words.at(-1) ?? '') };
  const hits = yield* hitsOf(dialect, sought);
  const keys = new Map(hits.map(({ id, key }) => [id, key]));
  const { items, more } = yield* readListed(dialect, [...keys.keys()], search);
  const found = items.map((listing) => ({ listing, key: keys.get(listing.id) ?? 0 }));
  // A full page shows enough.
  const hidden = search.after || more ? undefined : yield* countHidden(dialect, sought);
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
