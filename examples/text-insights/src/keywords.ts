import { stemmer } from 'stemmer';
import { stopWordsOf } from './stop-words.ts';

export interface Keyword {
  keyword: string;
  /** How often it occurs, in any of its forms. */
  count: number;
}

const ENGLISH_ENDING = /(?:n['’]t|['’](?:s|re|ve|ll|d|m))$/;
const APOSTROPHE = /['’]/;

/** "marketplace's" is about a marketplace, "l'école" about école. */
function withoutClitics(word: string, language: string): string {
  if (language === 'en') return word.replace(ENGLISH_ENDING, '');
  return word
    .split(APOSTROPHE)
    .reduce((longest, part) => (part.length > longest.length ? part : longest));
}

/** At least two characters, one of them not a digit. */
const isCandidate = (word: string) => word.length > 1 && /\p{L}/u.test(word);

/**
 * The most frequent words, without stop words. Forms of one English word
 * count together ("order", "orders"), and are shown as the most frequent of them.
 */
export function keywordsOf(words: readonly string[], language: string, limit: number): Keyword[] {
  const stopWords = stopWordsOf(language);
  const groups = new Map<string, { count: number; forms: Map<string, number> }>();
  for (const each of words) {
    const word = withoutClitics(each.normalize().toLocaleLowerCase(language), language);
    if (!isCandidate(word) || stopWords.has(word)) continue;
    const key = language === 'en' ? stemmer(word) : word;
    const group = groups.get(key) ?? { count: 0, forms: new Map<string, number>() };
    group.count += 1;
    group.forms.set(word, (group.forms.get(word) ?? 0) + 1);
    groups.set(key, group);
  }
  // Sorting is stable: of equally frequent ones the first in the text comes first.
  return [...groups.values()]
    .toSorted((one, other) => other.count - one.count)
    .slice(0, limit)
    .map(({ count, forms }) => ({ keyword: mostFrequent(forms), count }));
}

function mostFrequent(forms: ReadonlyMap<string, number>): string {
  const [first = ['', 0]] = [...forms].toSorted((one, other) => other[1] - one[1]);
  return first[0];
}
