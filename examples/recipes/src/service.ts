import { defineService } from '@mkt/seller-kit';

export const service = defineService({
  name: 'Text length',
  description: 'How long a text is.',
  // PUBLIC_URL is the address of the app, https://api.example.com; in development it may be missing.
  baseUrl: `${process.env.PUBLIC_URL ?? ''}/text`,
  price: { amountCents: 2 },
  input: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  output: { type: 'object', required: ['length'], properties: { length: { type: 'integer' } } },
  examples: { request: { text: 'Hello there.' }, response: { length: 12 } },
  run: ({ text }) => ({ length: text.length }),
});
