import { defineService } from '@mkt/seller-kit';

export const service = defineService({
  name: 'Text length',
  description: 'How long a text is.',
  // In development PUBLIC_URL may be missing: the path alone is enough there.
  baseUrl: `${process.env.PUBLIC_URL ?? ''}/text`,
  price: { amountCents: 2 },
  input: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  output: { type: 'object', required: ['length'], properties: { length: { type: 'integer' } } },
  examples: { request: { text: 'Hello there.' }, response: { length: 12 } },
  run: ({ text }) => ({ length: text.length }),
});
