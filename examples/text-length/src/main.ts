// #region all
import { defineService } from '@mkt/seller-kit';
import { expressHandler } from '@mkt/seller-kit/express';
import express from 'express';

const service = defineService({
  name: 'Text length',
  description: 'How long a text is.',
  baseUrl: process.env.PUBLIC_URL, // its public address: https://api.example.com
  category: 'data',
  tags: ['text'],
  price: { currency: 'USD', amountCents: 2, unit: 'call' },
  input: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  output: { type: 'object', required: ['length'], properties: { length: { type: 'integer' } } },
  examples: { request: { text: 'Hello there.' }, response: { length: 12 } },
  run: ({ text }) => ({ length: text.length }),
});

const app = express();
app.use(expressHandler(service));
app.listen(Number(process.env.PORT ?? 8803), process.env.HOST ?? 'localhost');
// #endregion
