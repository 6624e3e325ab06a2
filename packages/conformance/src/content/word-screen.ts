import { cyrillicOf, decodeLeet, latinOf, readable } from './fold-text.ts';

const WORD = /[\p{L}\p{M}\p{N}@$€]+(?:[!|+][\p{L}\p{M}\p{N}@$€]+)*/gu;

/** A word of a text. */
interface Token {
  word: string;
  index: number;
}

/** Runs of letters, digits and the signs that stand for letters. */
function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(WORD)) yield { word: match[0], index: match.index };
}

const WINDOW = 16;
/** The dictionary follows the script of the text, not this language. */
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Whether a string of a script without spaces is a word of its own there, not part of another. */
function isWholeWord(text: string, index: number, length: number): boolean {
  const from = Math.max(0, index - WINDOW);
  const to = index + length + WINDOW;
  const edges = new Set<number>([Math.min(to, text.length)]);
  for (const { index: edge } of segmenter.segment(text.slice(from, to))) edges.add(from + edge);
  return edges.has(index) && edges.has(index + length);
}

const MAX_GAP = 3;

/**
 * Index of the first run of single letters, each after the same separator ("f.u.c.k"), that is an
 * offence when they are read together. Words of more letters end a run: "wash it" has none.
 */
function spelledOut(
  text: string,
  tokens: readonly Token[],
  isOffence: (letters: string) => boolean,
): number | undefined {
  let run = '';
  let gap: string | undefined;
  let start = 0;
  for (const [i, { word, index }] of tokens.entries()) {
    const previous = tokens[i - 1];
    const between = previous ? text.slice(previous.index + previous.word.length, index) : '';
    const isLetter = word.length === 1;
    const follows = isLetter && run !== '' && between.length <= MAX_GAP;
    if (follows && (gap === undefined || between === gap)) {
      gap = between;
      run += word;
      continue;
    }
    if (run.length > 2 && isOffence(run)) return start;
    run = isLetter ? word : '';
    gap = undefined;
    start = index;
  }
  return run.length > 2 && isOffence(run) ? start : undefined;
}

/** Index of the first offence in a text, if it has one. */
export type Find = (text: string) => number | undefined;

const WORD_IN_SPACES =
  /\p{sc=Latin}|\p{sc=Cyrillic}|\p{sc=Greek}|\p{sc=Arabic}|\p{sc=Hangul}|\p{sc=Deva}|\p{sc=Hebr}/u;
/** Scripts whose words are found by a dictionary, not by their edges. */
const NEEDS_SEGMENTS = /\p{sc=Hira}|\p{sc=Kana}|\p{sc=Thai}/u;
/**
 * Shorter words are not compared without accents, because they become words of another language:
 * "hård" is hard, "göt" got.
 */
const MIN_UNACCENTED = 5;
/** A run of single letters may hold the word among others: "a s h i t". */
const MIN_INSIDE_RUN = 4;
const MAX_INSIDE_RUN = 12;
/** A text with more candidates was written to be slow: the word counts as found. */
const MAX_SEGMENTED = 50;
const LEET_SIGN = /[0-9@$!|+€]/;
const LETTER = /\p{L}/u;
const REPEATED = /(.)\1\1/u;
const ALL_REPEATED = /(.)\1{2,}/gu;
const CYRILLIC = /\p{sc=Cyrillic}/u;
const LATIN_OR_ZERO = /[a-z0]/;
const BEYOND_LATIN = /[^\0-\u02ff]/;

/**
 * The entries of the lists: single words, sequences of words, and strings of scripts without
 * spaces.
 */
interface Lists {
  words: Set<string>;
  /** In Latin letters where possible, without accents. */
  plainWords: Set<string>;
  phrases: Map<string, string[][]>;
  strings: Map<string, string[]>;
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

function listsOf(entries: Iterable<string>): Lists {
  const words = new Set<string>();
  const plainWords = new Set<string>();
  const phrases = new Map<string, string[][]>();
  const strings = new Map<string, string[]>();
  for (const entry of entries) {
    const text = readable(entry).trim();
    if (text === '') continue;
    if (!WORD_IN_SPACES.test(text)) {
      append(strings, String.fromCodePoint(text.codePointAt(0) ?? 0), text);
      continue;
    }
    const [first, ...rest] = Array.from(tokensOf(text), ({ word }) => word);
    if (first === undefined) continue;
    if (rest.length > 0) append(phrases, latinOf(first), rest.map(latinOf));
    else words.add(first);
    const plain = latinOf(first);
    if (rest.length === 0 && (plain === first || plain.length >= MIN_UNACCENTED)) {
      plainWords.add(plain);
    }
  }
  return { words, plainWords, phrases, strings };
}

/**
 * Finds whole words, whatever their case, accents, look-alike letters, digits for letters,
 * invisible characters, repeated letters, or separators between single letters. Linear in the
 * length of the text. An `ambiguous` word is not an offence in a text that matches its expression.
 */
export function createWordScreen(
  entries: Iterable<string>,
  ambiguous: ReadonlyMap<string, RegExp> = new Map(),
): Find {
  const { words, plainWords, phrases, strings } = listsOf(entries);

  /** A word of Latin letters, also spelled with digits and repeated letters. */
  function isPlainWord(word: string): boolean {
    if (plainWords.has(word)) return true;
    const isLeet = LEET_SIGN.test(word);
    if (!isLeet && !REPEATED.test(word)) return false;
    const letters = isLeet ? [decodeLeet(word), decodeLeet(word, 'l')] : [word];
    const spellings = letters.flatMap((each) =>
      REPEATED.test(each)
        ? [each.replace(ALL_REPEATED, '$1'), each.replace(ALL_REPEATED, '$1$1')]
        : [each],
    );
    return spellings.some((each) => each !== word && LETTER.test(word) && plainWords.has(each));
  }

  const isMixedWord = (word: string) =>
    CYRILLIC.test(word) && LATIN_OR_ZERO.test(word) && words.has(cyrillicOf(word));

  const hasPhrase = (tokens: readonly Token[], at: number) =>
    phrases
      .get(tokens[at]?.word ?? '')
      ?.some((rest) => rest.every((word, i) => tokens[at + 1 + i]?.word === word)) ?? false;

  function holds(run: string): boolean {
    if (isPlainWord(run)) return true;
    const letters = decodeLeet(run);
    for (let from = 0; from + MIN_INSIDE_RUN <= letters.length; from++) {
      const longest = Math.min(letters.length, from + MAX_INSIDE_RUN);
      for (let end = from + MIN_INSIDE_RUN; end <= longest; end++) {
        if (plainWords.has(letters.slice(from, end))) return true;
      }
    }
    return false;
  }

  function findString(text: string): number | undefined {
    let segmented = 0;
    for (let i = 0; i < text.length; i++) {
      const candidates = strings.get(String.fromCodePoint(text.codePointAt(i) ?? 0));
      for (const candidate of candidates ?? []) {
        if (!text.startsWith(candidate, i)) continue;
        if (!NEEDS_SEGMENTS.test(candidate) || ++segmented > MAX_SEGMENTED) return i;
        if (isWholeWord(text, i, candidate.length)) return i;
      }
    }
    return undefined;
  }

  return (given) => {
    const text = readable(given);
    const latin = latinOf(text);
    const tokens = [...tokensOf(latin)];
    const isOrdinary = (word: string) => ambiguous.get(word)?.test(text) ?? false;
    const at = tokens.findIndex(
      ({ word }, i) => (isPlainWord(word) && !isOrdinary(word)) || hasPhrase(tokens, i),
    );
    let found = tokens[at]?.index ?? spelledOut(latin, tokens, holds);
    if (found === undefined && latin !== text) {
      found = [...tokensOf(text)].find(
        ({ word }) => (words.has(word) && !isOrdinary(word)) || isMixedWord(word),
      )?.index;
    }
    if (found === undefined && BEYOND_LATIN.test(text)) found = findString(text);
    return found === undefined ? undefined : Math.min(found, given.length - 1);
  };
}
