import { defineService, type Service } from '@mkt/seller-kit';
import { analyse } from './analyse.ts';

/** The slowest known text of this length, `![` repeated, takes about a second. */
export const MAX_CHARACTERS = 100_000;

const INPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['text'],
  properties: {
    text: { type: 'string', maxLength: MAX_CHARACTERS, description: 'In any script.' },
    format: {
      type: 'string',
      enum: ['plain', 'markdown'],
      default: 'plain',
      description: 'In Markdown only prose counts: no code blocks, HTML, addresses or images.',
    },
    language: {
      type: 'string',
      pattern: '^[a-z]{2,3}$',
      description: 'ISO 639 code. Without one it is detected from the first 1000 characters.',
    },
    maxKeywords: { type: 'integer', minimum: 0, maximum: 50, default: 10 },
  },
} as const;

const COUNT = { type: 'integer', minimum: 0 } as const;

const OUTPUT = {
  type: 'object',
  additionalProperties: false,
  required: [
    'words',
    'sentences',
    'characters',
    'readingTimeSeconds',
    'language',
    'readingEase',
    'grade',
    'keywords',
  ],
  properties: {
    words: COUNT,
    sentences: { ...COUNT, description: 'Sentences with at least one word.' },
    characters: { ...COUNT, description: 'As a reader sees them, without white space.' },
    readingTimeSeconds: { ...COUNT, description: 'Read silently, 238 words a minute.' },
    language: {
      type: ['string', 'null'],
      description: 'ISO 639 code, as given or as detected; null when detection is uncertain.',
    },
    readingEase: {
      type: ['number', 'null'],
      description:
        'Flesch reading ease: 60 to 70 is plain English, lower is harder. Null where the text is not English: the formula holds for no other language.',
    },
    grade: {
      type: ['number', 'null'],
      description: 'Flesch-Kincaid grade: years of school in the United States. English only.',
    },
    keywords: {
      type: 'array',
      description: 'The most frequent words without stop words, which 60 languages have.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['keyword', 'count'],
        properties: { keyword: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
      },
    },
  },
} as const;

const EXAMPLE = { text: 'A seller offers a service. Buyers pay for each call of the service.' };

export interface TextInsightsOptions {
  /** Public address. In development it may be left out: the contract then names the requested one. */
  baseUrl?: string | undefined;
  /** Replaces the variable `MKT_SIGNING_SECRET`. */
  signingSecret?: string | undefined;
}

// #region service
export function textInsights({ baseUrl, signingSecret }: TextInsightsOptions = {}): Service {
  return defineService({
    name: 'Text insights',
    description:
      'Words, sentences, characters, reading time, readability and keywords of a text in any script. Plain text or Markdown, up to 100,000 characters.',
    baseUrl,
    signingSecret,
    category: 'data',
    tags: ['text', 'readability', 'keywords', 'markdown'],
    price: { currency: 'USD', amountCents: 2, unit: 'call' },
    input: INPUT,
    output: OUTPUT,
    examples: { request: EXAMPLE, response: analyse(EXAMPLE) },
    run: analyse,
  });
}
// #endregion
