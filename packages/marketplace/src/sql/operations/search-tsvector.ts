import type { ListingContent } from '@mkt/protocol';
import { sql, type RawBuilder } from 'kysely';
import type { SearchMatch, SearchTerms } from './search-match.ts';

/** Postgres takes no lexeme of more than 2046 bytes. */
const MAX_LEXEME = 200;
/** Weights stand for the places: A title, B tags, C description, D category and tags as a whole. */
const TIERS = ['A', 'AB', 'ABC'] as const;
const PLACES = { A: 1, B: 2, C: 3, D: 4 } as const;

/** Words as they are compared: letters and digits without case and without diacritics. */
function lexemes(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ς', 'σ');
  return (folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) =>
    Array.from(word).slice(0, MAX_LEXEME).join(''),
  );
}

/** The single lexeme that a category or a tag is; its weight tells it from every word. */
const facet = (kind: 'c' | 't', text: string) => kind + Buffer.from(text).toString('hex');

/** The text of a listing's tsvector. The parser of the server is not asked: it knows hosts and signs. */
export function searchDocument(content: ListingContent): string {
  const places = new Map<string, Set<keyof typeof PLACES>>();
  const put = (place: keyof typeof PLACES, words: readonly string[]) => {
    for (const word of words) places.set(word, (places.get(word) ?? new Set()).add(place));
  };
  const tags = content.tags ?? [];
  put('A', lexemes(content.title));
  put('B', tags.flatMap(lexemes));
  put('C', lexemes(content.description ?? ''));
  put(
    'D',
    tags.map((tag) => facet('t', tag)),
  );
  if (content.category !== null) put('D', [facet('c', content.category)]);
  return [...places]
    .map(
      ([word, at]) => `'${word}':${[...at].map((place) => `${PLACES[place]}${place}`).join(',')}`,
    )
    .join(' ');
}

/** All the words in these places; null when there is none that an index can hold. */
function allWords(words: readonly string[], places: string): string | null {
  const found = words.flatMap(lexemes);
  if (found.length === 0) return null;
  const last = found.length - 1;
  return `(${found.map((word, at) => `'${word}':${at === last ? '*' : ''}${places}`).join(' & ')})`;
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
    return selectListings(db).where(matches(own && better ? `${own} & !${better}` : own, terms));
  },
  anywhere: (db, terms) => selectListings(db).where(anywhere(terms)),
  isHit: anywhere,
  hits: (terms, atMost) =>
    sql`(SELECT count(*) FROM (
      SELECT 1 FROM listing WHERE status = 'published' AND ${anywhere(terms)} LIMIT ${atMost}) hit)`,
  newestFirst: sql`listing.row_number`,
};
