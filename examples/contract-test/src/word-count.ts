import { defineService } from '@mkt/seller-kit';

/** A service that is for sale. Tests pass it the secret of its listing. */
export const wordCount = (options: { signingSecret?: string } = {}) =>
  defineService({
    name: 'Word count',
    description: 'Counts the words of a text.',
    category: 'text',
    price: { amountCents: 2 },
    input: {
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string', maxLength: 10_000 } },
      examples: [{ text: 'Hello there.' }],
    } as const,
    output: {
      type: 'object',
      required: ['words'],
      properties: { words: { type: 'integer', minimum: 0 } },
    } as const,
    run: ({ text }) => ({ words: text.split(/\s+/).filter((word) => word !== '').length }),
    ...options,
  });
