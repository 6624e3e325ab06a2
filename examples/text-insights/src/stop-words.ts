import * as stopword from 'stopword';
import { canonicalLanguage } from './language.ts';

/** What the English list leaves out; `ca` and `wo` are what is left of can't and won't. */
const MORE_ENGLISH =
  'no not nor its will may shall does did done doing am own just too else when where why whom whose ' +
  'via per ca wo sha ai upon within without whether yet ever one two ' +
  'yours ours mine theirs hers itself myself yourself themselves every something anything nothing';

/** Lists are named by ISO 639-3 codes; other names are of variants and of digits. */
const LISTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(stopword)
    .filter(
      (entry): entry is [string, string[]] =>
        /^[a-z]{3}$/.test(entry[0]) && Array.isArray(entry[1]),
    )
    .map(([code, words]) => {
      const more = code === 'eng' ? MORE_ENGLISH.split(' ') : [];
      return [
        canonicalLanguage(code),
        new Set([...words, ...more].map((word) => word.normalize())),
      ];
    }),
);

const NONE: ReadonlySet<string> = new Set();

/** Words of a language that say nothing of a text's subject; none where there is no list. */
export const stopWordsOf = (language: string): ReadonlySet<string> => LISTS.get(language) ?? NONE;
