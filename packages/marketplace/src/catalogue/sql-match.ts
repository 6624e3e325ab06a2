import type { HealthStatus, ListingContent } from '@mkt/protocol';
import { stemOf } from './stem.ts';
import { tellingWords, textWords } from './words.ts';
import { FREE_TERM, wholeTitle, type Part } from './tiers.ts';
import type { Dialect } from '../database/operation.ts';

/** The terms of a listing by where they are, as both engines index them. */
type SearchDocument = Record<Part, string[]>;

/** What of a listing is searched. */
type SearchedContent = Pick<ListingContent, 'title' | 'tags' | 'description' | 'category'> & {
  price: Pick<ListingContent['price'], 'amountMicros'>;
};

export const isFree = ({ price }: Pick<SearchedContent, 'price'>): boolean =>
  price.amountMicros === 0;

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

/**
 * What a lexeme of Postgres begins with, by the widest of the places that are searched. Postgres' own
 * weights say the same, but are not in its index: each row with the word would be read.
 */
const WIDTHS: Record<Part, string> = {
  title: 't',
  tags: 'g',
  description: 'd',
  words: 'w',
  facets: '=',
};

/** A word of the title is also a word of title and tags, and one of title, tags and description. */
const WIDER: Partial<Record<Part, readonly Part[]>> = {
  title: ['tags', 'description'],
  tags: ['description'],
};

export const lexemeOf = (widest: Part, term: string): string => WIDTHS[widest] + term;

const MAX_POSITION = 16_383;

/** Phrases are looked up only here, so that the words of no other place need a position. */
const hasPositions = (part: Part) => part === 'title' || part === 'description';

/** The document as text of a tsvector. */
function tsvectorOf(document: SearchDocument): string {
  const found = new Map<string, number[]>();
  for (const [name, terms] of Object.entries(document)) {
    const part = name as Part;
    for (const [at, term] of terms.entries()) {
      for (const place of [part, ...(WIDER[part] ?? [])]) {
        const lexeme = lexemeOf(place, term);
        const positions = found.get(lexeme) ?? [];
        if (place === part && hasPositions(part)) positions.push(Math.min(at + 1, MAX_POSITION));
        found.set(lexeme, positions);
      }
    }
  }
  return [...found]
    .map(([lexeme, at]) => (at.length === 0 ? `'${lexeme}'` : `'${lexeme}':${at.join(',')}`))
    .join(' ');
}

/** The column `search_document`: what each engine indexes. */
export function searchColumn({ name }: Pick<Dialect, 'name'>, content: SearchedContent): string {
  const document = searchDocument(content);
  if (name === 'postgres') {
    // The embedded database's index has it from the column of the price.
    const free = isFree(content) ? [FREE_TERM] : [];
    return tsvectorOf({ ...document, facets: [...document.facets, ...free] });
  }
  return JSON.stringify(
    Object.fromEntries(Object.entries(document).map(([part, terms]) => [part, terms.join(' ')])),
  );
}

/** The terms of columns in the embedded database's index (`migrations/0001-start-sqlite.ts`). */
export const healthTerm = (status: HealthStatus): string => `h${status.replace('_', 'x')}`;
export const currencyTerm = (currency: string): string => `m${currency.toLowerCase()}`;

/**
 * Terms, or beginnings of terms, of all prices up to this one, and of some that are higher but begin
 * with the same digit. A term has a letter for the number of digits, and the first of them.
 */
export function priceTerms(maxMicros: number): { term: string; isPrefix: boolean }[] {
  const digits = String(maxMicros);
  const ofLength = (length: number) => `p${String.fromCodePoint(96 + length)}`;
  const shorter = Array.from({ length: digits.length - 1 }, (_, at) => ({
    term: ofLength(at + 1),
    isPrefix: true,
  }));
  const same = Array.from({ length: Number(digits[0]) }, (_, at) => ({
    term: `${ofLength(digits.length)}${at + 1}`,
    isPrefix: false,
  }));
  return [...shorter, ...same];
}

/** The term of a quality step in the embedded database's index. */
export const stepTerm = (slot: number, step: number): string => `q${slot}x${step}`;
