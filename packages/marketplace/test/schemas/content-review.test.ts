// docs/sell/listings.md#review: the content check reads up to 128 KiB of schema texts, in a schema process, so
// that requests do not wait for it.
import type { ListingContent } from '@mkt/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { createSchemaValidation } from '../../src/schemas/validation.ts';

const validation = createSchemaValidation({ processes: 2, blockedWords: ['acme'] });
validation.warm();
afterAll(() => validation.close());

const listing = (inputSchema: Record<string, unknown>, title = 'Text length'): ListingContent => ({
  title,
  description: null,
  category: null,
  tags: null,
  price: { amountMicros: 10_000, currency: 'USD', unit: 'call' },
  runContract: {
    method: 'POST',
    endpointPath: 'https://seller.example.com/run',
    inputSchema,
  },
});
const review = (content: ListingContent, slug?: string) =>
  validation.reviewContent(content, slug, 'an account');

describe('the content check of a listing', () => {
  it('passes ordinary texts', async () => {
    expect(await review(listing({ type: 'object' }))).toMatchObject({
      name: 'content',
      outcome: 'passed',
    });
  });

  it('names the rule and the path of what it refuses', async () => {
    const schema = { properties: { text: { description: 'Good shit here' } } };
    expect(await review(listing(schema), 'holy-shit')).toMatchObject({
      outcome: 'failed',
      details: [
        { path: '/slug', keyword: 'profanity' },
        { path: '/runContract/inputSchema/properties/text/description', keyword: 'profanity' },
      ],
    });
  });

  it('applies the blocked words of the operator', async () => {
    expect(await review(listing({}, 'The ACME API'))).toMatchObject({
      outcome: 'failed',
      details: [{ path: '/title', keyword: 'blocked_word' }],
    });
  });

  it.each([
    ['short', 'Counts words.'],
    ['long', 'привет '.repeat(8_000)],
  ])(
    'a %s description is checked by a schema process only: without one, the check is refused as overloaded',
    async (_, description) => {
      const closed = createSchemaValidation({ processes: 1 });
      await closed.close();
      const content = { ...listing({}), description };
      await expect(closed.reviewContent(content, undefined, 'an account')).rejects.toMatchObject({
        type: 'overloaded',
      });
    },
  );
});
