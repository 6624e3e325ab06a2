import { sql, type RawBuilder } from 'kysely';
import { facet, lexemes } from './search-document.ts';
import { selectHits, type SearchMatch, type SearchTerms } from './search-match.ts';

/** The weights (search-document.ts) that words of a tier may have, best tier first. */
const TIERS = ['A', 'AB', 'ABC'] as const;

/** All the words, each with one of these weights; null when no word can be indexed. */
function allWords(words: readonly string[], weights: string): string | null {
  const found = words.flatMap(lexemes);
  if (found.length === 0) return null;
  const last = found.length - 1;
  return `(${found.map((word, at) => `'${word}':${at === last ? '*' : ''}${weights}`).join(' & ')})`;
}

function matches(expression: string | null, { category, tag }: SearchTerms): RawBuilder<boolean> {
  if (expression === null) return sql<boolean>`false`;
  const parts = [expression];
  if (category !== undefined) parts.push(`'${facet('c', category)}':D`);
  if (tag !== undefined) parts.push(`'${facet('t', tag)}':D`);
  return sql<boolean>`listing.search_document @@ ${parts.join(' & ')}::tsquery`;
}

const anywhere = (terms: SearchTerms) => matches(allWords(terms.words, 'ABC'), terms);

export const TSVECTOR: SearchMatch = {
  tiers: TIERS.length,
  byTier(db, terms, tier) {
    const own = allWords(terms.words, TIERS[tier] ?? TIERS[0]);
    const before = TIERS[tier - 1];
    const better = before && allWords(terms.words, before);
    return selectHits(db).where(matches(own && better ? `${own} & !${better}` : own, terms));
  },
  anywhere: (db, terms) => selectHits(db).where(anywhere(terms)),
  isHit: anywhere,
  hits: (terms, atMost) =>
    sql`(SELECT count(*) FROM (
      SELECT 1 FROM listing WHERE status = 'published' AND ${anywhere(terms)} LIMIT ${atMost}) hit)`,
  newestFirst: sql`listing.row_number`,
};
