import type { ListingContent } from '@mkt/protocol';
import { stemOf } from '../../domain/stem.ts';
import { tellingWords, textWords } from '../../domain/search-words.ts';
import { wholeTitle, type Part } from '../../domain/search-tiers.ts';
import type { Dialect } from '../operation.ts';

/** The terms of a listing by where they are, as both engines index them. */
type SearchDocument = Record<Part, string[]>;

/** What of a listing is searched. */
type SearchedContent = Pick<ListingContent, 'title' | 'tags' | 'description' | 'category'>;

/** A category or tag as a single term. */
export const facetOf = (kind: 'c' | 't', text: string): string =>
  kind + Buffer.from(text).toString('hex');

/** The words of a title and tags as they are written, for prefixes and for spelling. */
export const writtenWords = ({ title, tags }: Pick<ListingContent, 'title' | 'tags'>): string[] => [
  ...new Set([title, ...(tags ?? [])].flatMap((text) => tellingWords(textWords(text)))),
];

/** Each two neighbouring words as one: people search for `timezone` and `time zone`. */
const joinedPairs = (words: readonly string[]): string[] =>
  words.slice(1).map((next, at) => `${words[at]}${next}`);

function searchDocument(content: SearchedContent): SearchDocument {
  const tags = content.tags ?? [];
  const telling = (text: string) => tellingWords(textWords(text));
  const title = telling(content.title);
  return {
    title: title.map(stemOf),
    tags: tags.flatMap(telling).map(stemOf),
    description: telling(content.description ?? '').map(stemOf),
    words: [...new Set([...writtenWords(content), ...joinedPairs(title)])],
    facets: [
      wholeTitle(title),
      ...tags.map((tag) => facetOf('t', tag)),
      ...(content.category === null ? [] : [facetOf('c', content.category)]),
    ],
  };
}

/** Postgres has four weights for a word's place; facets share one with written words. */
export const WEIGHTS: Record<Part, 'A' | 'B' | 'C' | 'D'> = {
  title: 'A',
  tags: 'B',
  description: 'C',
  words: 'D',
  facets: 'D',
};

/** No word contains this character, so that a search for a word finds no facet. */
export const lexemeOf = (part: Part, term: string): string =>
  part === 'facets' ? `=${term}` : term;

/**
 * Where the positions of each place begin: Postgres keeps one weight of those at the same position.
 * Descriptions are last, because only the first 255 positions of a word are kept.
 */
const BASES: Record<Part, number> = {
  title: 0,
  tags: 1_000,
  words: 2_000,
  facets: 3_900,
  description: 4_000,
};
const MAX_POSITION = 16_000;

/** The document as text of a tsvector. */
function tsvectorOf(document: SearchDocument): string {
  const found = new Map<string, string[]>();
  for (const [name, terms] of Object.entries(document)) {
    const part = name as Part;
    for (const [at, term] of terms.entries()) {
      const lexeme = lexemeOf(part, term);
      const positions = found.get(lexeme) ?? [];
      positions.push(`${Math.min(BASES[part] + at + 1, MAX_POSITION)}${WEIGHTS[part]}`);
      found.set(lexeme, positions);
    }
  }
  return [...found].map(([lexeme, positions]) => `'${lexeme}':${positions.join(',')}`).join(' ');
}

/** The column `search_document`: what each engine indexes. */
export function searchColumn({ name }: Pick<Dialect, 'name'>, content: SearchedContent): string {
  const document = searchDocument(content);
  if (name === 'postgres') return tsvectorOf(document);
  return JSON.stringify(
    Object.fromEntries(Object.entries(document).map(([part, terms]) => [part, terms.join(' ')])),
  );
}

/** The term of a quality step in the embedded database's index. */
export const stepTerm = (slot: number, step: number): string => `q${slot}x${step}`;
