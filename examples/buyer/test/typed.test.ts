// The code of docs/buy/typescript.md, and whether its types are those of the listing.
import { createClient } from '@mkt/client';
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { serve } from '@mkt/seller-kit/node';
import { afterEach, expect, it, vi } from 'vitest';
import { textInsights } from '../../text-insights/src/service.ts';
import { revisions, type Listings } from '../src/mkt-listings.ts';

afterEach(() => vi.unstubAllEnvs());

it('a program calls a listing with the types and the revision of its contract', async () => {
  await using marketplace = await createTestMarketplace();
  vi.stubEnv('MKT_BASE_URL', marketplace.url);
  vi.stubEnv('MKT_API_KEY', marketplace.apiKey);
  await using seller = await serve(textInsights(), { port: 0, host: '127.0.0.1' });
  const { id } = await createClient().listings.importFromService(seller.url);
  await marketplace.reviewsIdle();
  const { countWords, keywordsOf } = await import('../src/typed.ts');
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  await countWords('Two words');
  expect(printed.mock.calls).toEqual([[2]]);
  printed.mockRestore();
  expect(await keywordsOf('A marketplace is a place with a market.')).toContain('marketplace');

  await createClient().listings.update(id, { price: { amount: 5 } });
  await expect(keywordsOf('A text.')).rejects.toMatchObject({
    name: 'ListingChangedError',
    rule: 'revision',
    price: { amount: 5 },
  });
});

it('a call that does not match its listing does not compile', () => {
  const market = createClient<Listings>({ apiKey: null, revisions });
  expect(() => {
    // #region mistakes
    // @ts-expect-error -- no such listing
    void market.run('text-insigths', { text: 'Hello' });
    // @ts-expect-error -- text is required
    void market.run('text-insights', { format: 'plain' });
    // @ts-expect-error -- format is 'plain' or 'markdown'
    void market.run('text-insights', { text: 'Hello', format: 'html' });
    // @ts-expect-error -- the input has no such member
    void market.run('text-insights', { text: 'Hello', langauge: 'en' });
    // @ts-expect-error -- the result has no such member
    void market.run('text-insights', { text: 'Hello' }).then(({ sentiment }) => sentiment);
    // #endregion
  }).toBeTypeOf('function');
});
