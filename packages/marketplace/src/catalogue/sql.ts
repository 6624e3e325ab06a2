import { sql, type RawBuilder } from 'kysely';
import {
  all,
  type Dialect,
  first,
  notCancelled,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import { CALLS_COLUMNS, columnOf, STEP_COLUMNS } from '../database/day-slots.ts';
import { readListed } from '../listings/sql-rows.ts';
import type { Keyset } from '../market/page.ts';
import { slotOf } from './quality.ts';
import type { CataloguePage, CatalogueSearch, CategoryCount, Hidden } from './search.ts';
import { selectHits, type Found, type Hit, type HitQuery, type ListingQuery } from './sql-match.ts';
import { hitsByQuality, rankedHits } from './sql-relevance.ts';
import {
  beginningOf,
  countHits,
  dayInUse,
  facetsOf,
  MAX_SORTED,
  newestFirst,
  searchMatch,
  wordsOf,
  type Sought,
} from './sql-words.ts';
import { all as allOf, anyOfAll, type Expression, figureOf, keyOfFigure } from './tiers.ts';

/** Clamps a number of a cursor to what an integer column can be compared with. */
const safeInteger = (value: number) =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER));

const PRICE = sql.ref<number>('listing.price_micros');

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
    // SQLite would find most listings by the index of prices and sort them: the plus keeps it from that.
    const isElsewhere = dialect.name === 'sqlite' && search.sort !== 'price';
    const price = isElsewhere ? sql<number>`+${PRICE}` : PRICE;
    query = query.where(price, '<=', maxPriceMicros);
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
function withColumnFilters<Columns>(
  { name }: Dialect,
  query: ListingQuery<Columns>,
  { category, tag, currency, health }: CatalogueSearch,
): ListingQuery<Columns> {
  let filtered = query;
  if (currency !== undefined) filtered = filtered.where(pricedOrFree(currency));
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

/** A hit with the value of the column that it is sorted by. */
type KeyedQuery = ListingQuery<Hit & { key: number }>;

/** The order of an index: by a column, the newest first among equals. */
interface ColumnOrder {
  column: RawBuilder<number>;
  direction: 'asc' | 'desc';
  /** What tells which of two listings is newer. */
  age: 'id' | 'row_number';
  /** Whether a listing follows the last one of the previous page; undefined on the first. */
  follows: RawBuilder<boolean> | undefined;
}

function inOrder(query: HitQuery, { column, direction, age, follows }: ColumnOrder): KeyedQuery {
  const sorted = query
    .select(column.as('key'))
    .orderBy(column, direction)
    .orderBy(`listing.${age}`, 'desc');
  return follows ? sorted.where(follows) : sorted;
}

function cheapestFirst(after: Keyset | null): ColumnOrder {
  const key = safeInteger(after?.key ?? 0);
  // One range of the index and a filter. Written as two ranges, the matches would be sorted.
  const follows = sql<boolean>`(${PRICE} >= ${key} AND (${PRICE} > ${key} OR listing.id < ${after?.id}))`;
  const order = { column: PRICE, direction: 'asc', age: 'id' } as const;
  return { ...order, follows: after ? follows : undefined };
}

/**
 * Listings with the highest figures of a day first. Postgres cannot see the figure in a subquery: by its
 * statistics it would take the lowest, which most listings have, for the end of the list.
 */
function highestFirst(column: RawBuilder<number>, after: Keyset | null): ColumnOrder {
  const follows = sql<boolean>`(${column}, listing.row_number) < ((SELECT CAST(${after?.key} AS integer)),
    (SELECT row_number FROM listing WHERE id = ${after?.id}))`;
  const order = { column, direction: 'desc', age: 'row_number' } as const;
  return { ...order, follows: after ? follows : undefined };
}

function* searchByRelevance(dialect: Dialect, search: Sought): Operation<Found[]> {
  return yield* rankedHits(dialect, search, {
    filtered: (query) => published(dialect, query, search),
    filteredByColumns: (query) =>
      published(dialect, withColumnFilters(dialect, query, search), search),
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

/** A page of a range of an index: its listings in the order of the index, and what they must have. */
interface ColumnPage {
  order: ColumnOrder;
  /** In the range, and with the filters that the full-text index does not cover. */
  narrowed: InRange;
  words: Expression | undefined;
  /** Its other filters. */
  search: Sought;
  wanted: number;
}

/** How many of the first listings are read for each one that is wanted. */
const LOOKED_AT = 10;

/** The page, if enough of the first listings match or the range has no others. */
function* firstInOrder(
  dialect: Dialect,
  hasWords: (words: Expression) => RawBuilder<boolean>,
  { order, narrowed, words, search, wanted }: ColumnPage,
): Operation<Found[] | undefined> {
  const { db } = dialect;
  const looked = LOOKED_AT * wanted;
  const candidates = inOrder(narrowed(selectHits(db)), order).select('listing.row_number');
  const joined = db
    .selectFrom(candidates.limit(looked).as('first'))
    .crossJoin('listing')
    .whereRef('listing.row_number', '=', 'first.row_number')
    .select(['listing.id', 'first.key'])
    .orderBy('first.key', order.direction)
    .orderBy(`first.${order.age}`, 'desc')
    .limit(wanted) as unknown as KeyedQuery;
  const filtered = withColumnFilters(dialect, joined, search);
  const rows = yield* all(words ? filtered.where(hasWords(words)) : filtered);
  if (rows.length === wanted) return rows;
  const others = yield* all(candidates.offset(looked).limit(1));
  return others.length === 0 ? rows : undefined;
}

function* matchesInOrder(
  dialect: Dialect,
  { expression, hits }: Matches,
  page: ColumnPage,
): Operation<Found[]> {
  const { order, narrowed, wanted } = page;
  const { matches, isHit, hasWords } = searchMatch(dialect);
  const sorted = (query: HitQuery) => all(inOrder(narrowed(query), order).limit(wanted));
  // Few are sorted.
  if (hits < MAX_SORTED) return yield* sorted(matches(dialect.db, expression));
  const rows = hasWords && (yield* firstInOrder(dialect, hasWords, page));
  if (rows) return rows;
  // The embedded database collects all matches, then walks the index.
  return yield* sorted(selectHits(dialect.db).where(isHit(expression)));
}

/** The listings of a page, which the full-text index finds if there is a query for it. */
function* pageInOrder(
  dialect: Dialect,
  matches: Matches | undefined,
  page: ColumnPage,
): Operation<Found[]> {
  const { order, narrowed, search, wanted } = page;
  if (matches) return matches.hits === 0 ? [] : yield* matchesInOrder(dialect, matches, page);
  const listings = withColumnFilters(dialect, selectHits(dialect.db), search);
  return yield* all(inOrder(narrowed(listings), order).limit(wanted));
}

function* searchByPrice(dialect: Dialect, search: Sought): Operation<Found[]> {
  const { after, limit } = search;
  // The ranges are of columns, so the terms need not repeat them.
  const unpriced = { ...search, currency: undefined };
  const words = yield* wordsIn(dialect, search);
  const terms = () => indexed(dialect, words, { ...unpriced, maxPriceMicros: undefined });
  const matches = usesIndex(dialect, search) ? yield* counted(dialect, terms()) : undefined;
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
    const order = cheapestFirst(after);
    const narrowed: InRange = (query) => range(published(dialect, query, unpriced));
    const page = { order, narrowed, words, search: unpriced, wanted };
    found.push(...(yield* pageInOrder(dialect, inRange, page)));
  }
  return found;
}

/** By a figure that listings have for each day, the highest first. */
function* searchByFigure(
  dialect: Dialect,
  search: Sought,
  columns: Parameters<typeof columnOf>[0],
): Operation<Found[]> {
  const last = search.after && { ...figureOf(search.after.key), id: search.after.id };
  const day = yield* dayInUse(dialect, last?.day);
  const words = yield* wordsIn(dialect, search);
  const matches = usesIndex(dialect, search)
    ? yield* counted(dialect, indexed(dialect, words, search))
    : undefined;
  const found = yield* pageInOrder(dialect, matches, {
    order: highestFirst(columnOf(columns, slotOf(day)), last && { key: last.figure, id: last.id }),
    narrowed: (query) => published(dialect, query, search),
    words,
    search,
    wanted: search.limit + 1,
  });
  return found.map(({ id, key }) => ({ id, key: keyOfFigure({ day, figure: key }) }));
}

function* searchByQuality(dialect: Dialect, search: Sought): Operation<Found[]> {
  const { steps } = searchMatch(dialect);
  if (!steps) return yield* searchByFigure(dialect, search, STEP_COLUMNS);
  const words = yield* wordsIn(dialect, search);
  const filtered = <Columns>(query: ListingQuery<Columns>) => published(dialect, query, search);
  return yield* hitsByQuality(dialect, steps, search, { words, filtered });
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
  switch (search.sort) {
    case 'price':
      return searchByPrice(dialect, search);
    case 'calls':
      return searchByFigure(dialect, search, CALLS_COLUMNS);
    case 'quality':
      return searchByQuality(dialect, search);
    case 'newest':
      return searchByAge(dialect, search);
    case 'relevance':
      return search.words.length > 0
        ? searchByRelevance(dialect, search)
        : searchByAge(dialect, search);
  }
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
    .select(['listing.category', 'listing.price_currency', 'listing.price_micros'])
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
