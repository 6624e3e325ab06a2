import { markdownBlocks, plainBlocks } from './blocks.ts';
import { keywordsOf, type Keyword } from './keywords.ts';
import { canonicalLanguage, detectLanguage, UNDETERMINED } from './language.ts';
import { readabilityOf } from './readability.ts';
import { sentencesOf } from './sentences.ts';

export interface TextToAnalyse {
  text: string;
  format?: 'plain' | 'markdown';
  /** ISO 639 code of two or three letters; detected without one. */
  language?: string;
  maxKeywords?: number;
}

export interface Insights {
  words: number;
  sentences: number;
  characters: number;
  readingTimeSeconds: number;
  language: string | null;
  readingEase: number | null;
  grade: number | null;
  keywords: Keyword[];
}

/** Mean of silent reading of English non-fiction (Brysbaert 2019). */
const WORDS_PER_MINUTE = 238;
const DEFAULT_KEYWORDS = 10;

const SPACES = /\s/u;

/** Characters as a reader sees them, without spaces: "é" and "👩‍👧" are one, however they are written. */
function countCharacters(text: string): number {
  let count = 0;
  for (const { segment } of new Intl.Segmenter(UNDETERMINED).segment(text)) {
    if (!SPACES.test(segment)) count += 1;
  }
  return count;
}

function wordsOf(text: string, segmenter: Intl.Segmenter): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) words.push(segment);
  }
  return words;
}

/** Words by the rules of Unicode (UAX #29), even in Chinese, Japanese and Thai. */
export function analyse(input: TextToAnalyse): Insights {
  const { text, format = 'plain', maxKeywords = DEFAULT_KEYWORDS } = input;
  const blocks = format === 'markdown' ? markdownBlocks(text) : plainBlocks(text);
  const prose = blocks.join('\n');
  const language =
    input.language === undefined ? detectLanguage(prose) : canonicalLanguage(input.language);
  const locale = language ?? UNDETERMINED;

  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  const bySentence = sentencesOf(blocks, locale)
    .map((sentence) => wordsOf(sentence, segmenter))
    .filter((words) => words.length > 0);
  const words = bySentence.flat();
  const readability =
    language === 'en' && words.length > 0 ? readabilityOf(words, bySentence.length) : undefined;
  return {
    words: words.length,
    sentences: bySentence.length,
    characters: countCharacters(prose),
    readingTimeSeconds: Math.ceil((words.length / WORDS_PER_MINUTE) * 60),
    language,
    readingEase: readability?.readingEase ?? null,
    grade: readability?.grade ?? null,
    keywords: keywordsOf(words, locale, maxKeywords),
  };
}
