import { syllable } from 'syllable';

export interface Readability {
  /** Flesch 1948: 100 is very easy, 0 very hard; neither is a limit. */
  readingEase: number;
  /** Flesch and Kincaid 1975: years of school in the United States. */
  grade: number;
}

/** Longer words are not English, and syllable rules do not apply to them. */
const MAX_WORD_LENGTH = 60;

const rounded = (value: number) => Math.round(value * 10) / 10;

/** For an English text with at least one word: the formulas were fitted to English. */
export function readabilityOf(words: readonly string[], sentences: number): Readability {
  const counts = new Map<string, number>();
  let syllables = 0;
  for (const word of words) {
    let count = counts.get(word);
    if (count === undefined) {
      count = Math.max(1, syllable(word.slice(0, MAX_WORD_LENGTH)));
      counts.set(word, count);
    }
    syllables += count;
  }
  const wordsPerSentence = words.length / sentences;
  const syllablesPerWord = syllables / words.length;
  return {
    readingEase: rounded(206.835 - 1.015 * wordsPerSentence - 84.6 * syllablesPerWord),
    grade: rounded(0.39 * wordsPerSentence + 11.8 * syllablesPerWord - 15.59),
  };
}
