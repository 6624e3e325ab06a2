import { defineService, type Service } from '@mkt/seller-kit';

const {
  PUBLIC_URL = '',
  MKT_SIGNING_SECRET_TEXT_LENGTH,
  MKT_SIGNING_SECRET_WORD_COUNT,
} = process.env;

const input = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' } },
} as const;

export const textLength: Service = defineService({
  name: 'Text length',
  description: 'How long a text is.',
  baseUrl: `${PUBLIC_URL}/length`,
  signingSecret: MKT_SIGNING_SECRET_TEXT_LENGTH,
  price: { amountCents: 2 },
  input,
  examples: { request: { text: 'Hello there.' }, response: { length: 12 } },
  run: ({ text }) => ({ length: text.length }),
});

export const wordCount: Service = defineService({
  name: 'Word count',
  description: 'How many words a text has.',
  baseUrl: `${PUBLIC_URL}/words`,
  signingSecret: MKT_SIGNING_SECRET_WORD_COUNT,
  price: { amountCents: 3 },
  input,
  examples: { request: { text: 'Hello there.' }, response: { words: 2 } },
  run: ({ text }) => ({ words: text.split(/\s+/).filter(Boolean).length }),
});
