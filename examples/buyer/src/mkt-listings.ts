// Written by mkt types: do not edit. `mkt types -o FILE` without slugs updates it.
// mkt-types {"version":1,"augment":false,"listings":{"text-insights":{"revision":1,"input":"e6cd05252861136e","output":"570e0d668af14997"}}}

/** The listings that `createClient<Listings>()` calls. */
export interface Listings {
  /** Text insights, revision 1 */
  'text-insights': { input: TextInsightsInput; output: TextInsightsOutput };
}

/** `createClient({ revisions })` refuses to call a listing that has changed since. */
export const revisions = {
  'text-insights': 1,
} as const;

export interface TextInsightsInput {
  /**
   * In any script.
   */
  text: string;
  /**
   * In Markdown only prose counts: no code blocks, HTML, addresses or images.
   */
  format?: 'plain' | 'markdown';
  /**
   * ISO 639 code. Without one it is detected from the first 1000 characters.
   */
  language?: string;
  maxKeywords?: number;
}

export interface TextInsightsOutput {
  words: number;
  /**
   * Sentences with at least one word.
   */
  sentences: number;
  /**
   * As a reader sees them, without white space.
   */
  characters: number;
  /**
   * Read silently, 238 words a minute.
   */
  readingTimeSeconds: number;
  /**
   * ISO 639 code, as given or as detected; null when detection is uncertain.
   */
  language: string | null;
  /**
   * Flesch reading ease: 60 to 70 is plain English, lower is harder. Null where the text is not English: the formula holds for no other language.
   */
  readingEase: number | null;
  /**
   * Flesch-Kincaid grade: years of school in the United States. English only.
   */
  grade: number | null;
  /**
   * The most frequent words without stop words, which 60 languages have.
   */
  keywords: {
    keyword: string;
    count: number;
  }[];
}
