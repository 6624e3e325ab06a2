import MiniSearch from 'minisearch';
import { tellingWords, wordsIn } from './typed-words.ts';

/** What can be found: a word in its name counts most, then one that says what it is about, then any other. */
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
  /** Where it has each of its words that were sought. */
  words: Readonly<Record<string, readonly Field[]>>;
  /** What was sought and is in its words, as it is compared. */
  sought: readonly string[];
}

export interface TextHits {
  /** Best first. */
  hits: TextHit[];
  /** Whether each of them has every word, as it was typed. */
  areSure: boolean;
}

const FIELDS: readonly Field[] = ['name', 'about', 'text'];
const BOOST: Record<Field, number> = { name: 6, about: 2, text: 1 };

/** Of a word that nothing has, every third letter may be wrong, and two in all. */
const TYPING_ERRORS = { fuzzy: 0.29, maxFuzzy: 2 };
const LEAST_LETTERS = 5;
const LEAST_BEGINNING = 4;
/** Where nothing has every word: how many of them must be there, and how good it must be beside the best. */
const LEAST_WORDS = 0.5;
const LEAST_SCORE = 0.5;

const compared = (words: readonly string[]) => words.flatMap((word) => tellingWords([word]));

/** The words of a text as they are compared; of `budget_exceeded` also its parts. */
export const termsIn = (text: string): string[] =>
  compared([...wordsIn(text), ...(text.includes('_') ? wordsIn(text.replaceAll('_', ' ')) : [])]);

/** Finds entries by the words of a question; rare words count for more. */
export function textSearch(entries: readonly Searched[]): (query: string) => TextHits {
  const index = new MiniSearch<Searched>({
    fields: [...FIELDS],
    storeFields: ['weight'],
    tokenize: termsIn,
    processTerm: (term) => term,
    searchOptions: {
      tokenize: (terms) => terms.split(' '),
      prefix: true,
      maxFuzzy: TYPING_ERRORS.maxFuzzy,
      boost: BOOST,
      boostDocument: (_id, _term, stored) => (stored?.['weight'] as number | undefined) ?? 1,
    },
  });
  index.addAll(entries);
  const fuzzy = (term: string) => term.length >= LEAST_LETTERS && TYPING_ERRORS.fuzzy;
  return (query) => {
    const sought = [...new Set(tellingWords(wordsIn(query)))];
    // `pay` is not the beginning of `payload` where something has the word itself.
    const prefix = (term: string) =>
      term.length >= LEAST_BEGINNING || index.search(term, { prefix: false }).length === 0;
    const isKnown = new Map(sought.map((term) => [term, index.search(term).length > 0]));
    const terms = sought.filter(
      (term) => isKnown.get(term) === true || index.search(term, { fuzzy }).length > 0,
    );
    if (terms.length === 0 || terms.length < sought.length * LEAST_WORDS)
      return { hits: [], areSure: false };
    const results = index.search(terms.join(' '), {
      prefix,
      fuzzy: (term) => isKnown.get(term) !== true && fuzzy(term),
    });
    const all = results.filter(({ queryTerms }) => queryTerms.length === terms.length);
    const least = (results[0]?.score ?? 0) * LEAST_SCORE;
    const some = results.filter(
      ({ queryTerms, score }) => queryTerms.length >= sought.length * LEAST_WORDS && score >= least,
    );
    const hits = (all.length > 0 ? all : some).map(({ id, match, queryTerms }): TextHit => ({
      id: id as string,
      words: match as TextHit['words'],
      sought: queryTerms,
    }));
    return { hits, areSure: all.length > 0 && sought.every((term) => isKnown.get(term)) };
  };
}
