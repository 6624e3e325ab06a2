import { sql, type RawBuilder } from 'kysely';
import type { SearchMatch, SearchTerms } from './search-match.ts';

/** Where the words have to stand, best first. */
const COLUMNS = ['{title}', '{title tags}', '{title tags description}'] as const;

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

/** All the words, the last of them also as the beginning of a longer one. */
const allWords = (words: readonly string[]) => `(${words.map(quoted).join(' AND ')}*)`;

/** The single word that stands in the index for a category or a tag. */
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
 * FTS5's expression for the listings of one tier alone: those of the tiers before it are taken
 * out within the index, where that costs no more than merging two lists.
 */
function expressionOfTier(terms: SearchTerms, tier: number): string {
  const columns = COLUMNS[tier] ?? COLUMNS[0];
  const before = COLUMNS[tier - 1];
  const own = inColumns(columns, terms.words);
  const alone = before ? `(${own} NOT ${inColumns(before, terms.words)})` : own;
  return withFacets(alone, terms);
}

const matches = (expression: string): RawBuilder<boolean> =>
  sql<boolean>`listing.row_number IN (
    SELECT rowid FROM listing_search WHERE listing_search MATCH ${expression})`;

export const FTS5: SearchMatch = {
  tiers: COLUMNS.length,
  byTier: (terms, tier) => matches(expressionOfTier(terms, tier)),
  anywhere: (terms) =>
    matches(withFacets(inColumns('{title tags description}', terms.words), terms)),
};
