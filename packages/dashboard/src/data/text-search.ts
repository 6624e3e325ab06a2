import MiniSearch from 'minisearch';
import { tellingWords, wordsIn } from './typed-words.ts';

/** Something to search. A word in its name counts most, then one in what it is about, then one in its text. */
export interface Searched {
  id: string;
  name: string;
  about: string;
  text: string;
  /** How much more it counts than others; 1 by default. */
  weight?: number;
}

type Field = 'name' | 'about' | 'text';

/** An entry that was found. */
export interface TextHit {
  id: string;
  /** The fields that contain each of its words that matched. */
  words: Readonly<Record<string, readonly Field[]>>;
  /** The words of the query that it matched, as they are compared. */
  sought: readonly string[];
}

export interface TextHits {
  /** Best first. */
  hits: TextHit[];
  /** Whether every hit has every word as it was typed. */
  areSure: boolean;
}

const FIELDS: readonly Field[] = ['name', 'about', 'text'];
const BOOST: Record<Field, number> = { name: 6, about: 2, text: 1 };

/** A word that occurs nowhere may have one wrong letter, or two from six letters on. */
const TYPOS = { fuzzy: 0.29, maxFuzzy: 2 };
const MIN_TYPO_LETTERS = 5;
/** A shorter word that occurs as it is does not also match longer ones: `pay` is not `payload`. */
const MIN_PREFIX_LETTERS = 4;
/** Where nothing has every word, a hit needs this share of them, and of the best score. */
const MIN_WORDS_SHARE = 0.5;
const MIN_SCORE_SHARE = 0.5;

const compared = (words: readonly string[]) => words.flatMap((word) => tellingWords([word]));

/** The words of a text as they are compared; `budget_exceeded` also counts as its parts. */
export const termsIn = (text: string): string[] =>
  compared([...wordsIn(text), ...(text.includes('_') ? wordsIn(text.replaceAll('_', ' ')) : [])]);

/** Searches entries by the words of a question. Rare words count for more, and unknown ones are left out. */
export function textSearch(entries: readonly Searched[]): (query: string) => TextHits {
  const index = new MiniSearch<Searched>({
    fields: [...FIELDS],
    storeFields: ['weight'],
    tokenize: termsIn,
    processTerm: (term) => term,
    searchOptions: {
      tokenize: (terms) => terms.split(' '),
      prefix: true,
      maxFuzzy: TYPOS.maxFuzzy,
      boost: BOOST,
      boostDocument: (_id, _term, stored) => (stored?.['weight'] as number | undefined) ?? 1,
    },
  });
  index.addAll(entries);
  const fuzzy = (term: string) => term.length >= MIN_TYPO_LETTERS && TYPOS.fuzzy;
  return (query) => {
    const sought = [...new Set(tellingWords(wordsIn(query)))];
    const prefix = (term: string) =>
      term.length >= MIN_PREFIX_LETTERS || index.search(term, { prefix: false }).length === 0;
    const isKnown = new Map(sought.map((term) => [term, index.search(term).length > 0]));
    const terms = sought.filter(
      (term) => isKnown.get(term) === true || index.search(term, { fuzzy }).length > 0,
    );
    if (terms.length === 0 || terms.length < sought.length * MIN_WORDS_SHARE)
      return { hits: [], areSure: false };
    const results = index.search(terms.join(' '), {
      prefix,
      fuzzy: (term) => isKnown.get(term) !== true && fuzzy(term),
    });
    const all = results.filter(({ queryTerms }) => queryTerms.length === terms.length);
    const least = (results[0]?.score ?? 0) * MIN_SCORE_SHARE;
    const some = results.filter(
      ({ queryTerms, score }) =>
        queryTerms.length >= sought.length * MIN_WORDS_SHARE && score >= least,
    );
    const hits = (all.length > 0 ? all : some).map(({ id, match, queryTerms }): TextHit => ({
      id: id as string,
      words: match as TextHit['words'],
      sought: queryTerms,
    }));
    return { hits, areSure: all.length > 0 && sought.every((term) => isKnown.get(term)) };
  };
}
