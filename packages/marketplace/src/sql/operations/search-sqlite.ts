import { sql } from 'kysely';
import type { Dialect } from '../operation.ts';
import type { HitQuery, SearchMatch, SearchTerms } from './search-match.ts';

/** Where the words must be, best first. */
const COLUMNS = ['{title}', '{title tags}', '{title tags description}'] as const;

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

/** All the words; the last one also matches as a prefix. */
const allWords = (words: readonly string[]) => `(${words.map(quoted).join(' AND ')}*)`;

/** The single word that represents a category or a tag in the index. */
const facet = (kind: 'c' | 't', text: string) =>
  `{facets} : ${quoted(kind + Buffer.from(text).toString('hex'))}`;

function withFacets(expression: string, { category, tag }: SearchTerms): string {
  const parts = [expression];
  if (category !== undefined) parts.push(facet('c', category));
  if (tag !== undefined) parts.push(facet('t', tag));
  return parts.join(' AND ');
}

const inColumns = (columns: string, words: readonly string[]) =>
  `(${columns} : ${allWords(words)})`;

/**
 * The FTS5 expression for the listings of one tier only. It excludes those of better tiers inside the
 * index, where that costs no more than merging two lists.
 */
function expressionOfTier(terms: SearchTerms, tier: number): string {
  const columns = COLUMNS[tier] ?? COLUMNS[0];
  const before = COLUMNS[tier - 1];
  const own = inColumns(columns, terms.words);
  const alone = before ? `(${own} NOT ${inColumns(before, terms.words)})` : own;
  return withFacets(alone, terms);
}

const anywhere = (terms: SearchTerms) =>
  withFacets(inColumns('{title tags description}', terms.words), terms);

/**
 * The cross join reads the full-text index first and in its order. SQLite does not know how rare a
 * word is and would walk all published listings instead (25 against 0.8 ms at 100,000 listings).
 */
const readFirst = (db: Dialect['db'], expression: string) =>
  db
    .selectFrom('listing_search')
    .crossJoin('listing')
    .where(sql<boolean>`listing_search MATCH ${expression}`)
    .whereRef('listing.row_number', '=', 'listing_search.rowid')
    .select(['listing.id', 'listing.price_micros']) as unknown as HitQuery;

export const FTS5: SearchMatch = {
  tiers: COLUMNS.length,
  byTier: (db, terms, tier) => readFirst(db, expressionOfTier(terms, tier)),
  anywhere: (db, terms) => readFirst(db, anywhere(terms)),
  isHit: (terms) =>
    sql`listing.row_number IN (
      SELECT rowid FROM listing_search WHERE listing_search MATCH ${anywhere(terms)})`,
  hits: (terms, atMost) =>
    sql`(SELECT count(*) FROM (
      SELECT 1 FROM listing_search WHERE listing_search MATCH ${anywhere(terms)} LIMIT ${atMost}))`,
  newestFirst: sql`listing_search.rowid`,
};
