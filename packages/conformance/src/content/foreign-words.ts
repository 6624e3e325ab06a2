import naughtyWords from 'naughty-words';
import { UNSCREENED_WORDS, AMBIGUOUS_WORDS } from './ordinary-words.ts';
import { readable } from './fold-text.ts';

/** Words of up to three Latin letters are usually abbreviations, except for these. */
const SHORT = new Set(['kut', 'lul', 'huj', 'røv', 'göt']);
const isTooShort = (word: string) => /^\p{sc=Latin}{1,3}$/u.test(word) && !SHORT.has(word);

/**
 * Insults and vulgar words of languages other than English, from naughty-words (List of Dirty,
 * Naughty, Obscene, and Otherwise Bad Words, CC-BY-4.0), without `UNSCREENED_WORDS`. English has its
 * own words, in english-words.ts.
 */
export function* foreignWords(): Generator<string> {
  for (const [language, words] of Object.entries(naughtyWords)) {
    if (language === 'en') continue;
    const allowed = new Set((UNSCREENED_WORDS[language] ?? '').split(',').map(readable));
    for (const word of words) {
      const text = readable(word).trim();
      if (!allowed.has(text) && !isTooShort(text)) yield text;
    }
  }
  yield* AMBIGUOUS_WORDS.keys();
}
