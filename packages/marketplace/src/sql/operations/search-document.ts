import type { ListingContent } from '@mkt/protocol';

/** Postgres takes no lexeme of more than 2046 bytes. */
const MAX_LEXEME = 200;
/** Weights say where a word is: A title, B tags, C description, D a category or tag as one lexeme. */
const POSITIONS = { A: 1, B: 2, C: 3, D: 4 } as const;
type Weight = keyof typeof POSITIONS;

/** The words of a text as they are compared: without case and diacritics. */
export function lexemes(text: string): string[] {
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

/** A category or tag as a single lexeme; its weight distinguishes it from words. */
export const facet = (kind: 'c' | 't', text: string) => kind + Buffer.from(text).toString('hex');

/** A listing's tsvector as text. The server's parser is not used: it treats host names specially. */
export function searchDocument(content: ListingContent): string {
  const weights = new Map<string, Set<Weight>>();
  const put = (weight: Weight, words: readonly string[]) => {
    for (const word of words) weights.set(word, (weights.get(word) ?? new Set()).add(weight));
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
  return [...weights]
    .map(([word, found]) => {
      const positions = [...found].map((weight) => `${POSITIONS[weight]}${weight}`);
      return `'${word}':${positions.join(',')}`;
    })
    .join(' ');
}
