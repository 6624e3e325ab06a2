// docs/sell/listings.md#slugs: where the slug of a listing comes from.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openMarket, providerOf } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { contractOf, contractSeller } from './contract-seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';

describe.each(MARKETS)('a slug, on $name', ({ openMarket: open }) => {
  it('is the chosen one, and never assigned twice', async () => {
    const market = await open();
    const seller = await openSeller();
    const slug = `chosen-${randomUUID().slice(0, 8)}`;
    const body = providerOf(seller, { slug, listingState: 'draft' });
    const all = await Promise.all(
      Array.from({ length: 6 }, () => market.api.post('/v1/providers', body)),
    );
    const made = all.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect(made[0]?.body.slug).toBe(slug);
    for (const refused of all.filter(({ status }) => status !== 201)) {
      expect(refused).toMatchObject({ status: 409, body: { type: 'slug_taken' } });
    }
    expect((await market.api.get(`/v1/providers/${slug}`)).body.id).toBe(made[0]?.body.id);
    expect((await market.api.delete(`/v1/providers/${slug}`)).status).toBe(204);
    expect((await market.api.post('/v1/providers', body)).body.type).toBe('slug_taken');
  });

  it('a slug made from a title avoids chosen ones', async () => {
    const market = await open();
    const seller = await openSeller();
    const title = `Way ${randomUUID().slice(0, 8)}`;
    const base = title.toLowerCase().replace(' ', '-');
    const slugOf = async (more: object) =>
      (
        await market.api.post(
          '/v1/providers',
          providerOf(seller, { listingState: 'draft', ...more }),
        )
      ).body.slug;
    expect(await slugOf({ title: 'Other', slug: base })).toBe(base);
    expect(await slugOf({ title: 'Other', slug: `${base}-3` })).toBe(`${base}-3`);
    const service = await contractSeller((own) => contractOf(own, { title }));
    const preview = await market.api.post('/v1/listings/from-service/preview', {
      serviceUrl: service.url,
    });
    expect(preview.body.listing.slug).toBe(`${base}-2`);
    expect(await slugOf({ title })).toBe(`${base}-2`);
    expect(await slugOf({ title })).toBe(`${base}-4`);
  });

  it('can be chosen for an import and is shown by preview, unless it is taken', async () => {
    const market = await open();
    const service = await contractSeller(contractOf);
    const slug = `import-${randomUUID().slice(0, 8)}`;
    const request = { serviceUrl: service.url, slug };
    const preview = await market.api.post('/v1/listings/from-service/preview', request);
    expect(preview.body).toMatchObject({ publishable: true, listing: { slug } });
    const made = await market.api.post('/v1/listings/from-service', request);
    expect(made).toMatchObject({ status: 201, body: { slug } });
    for (const path of ['/v1/listings/from-service/preview', '/v1/listings/from-service']) {
      const refused = await market.api.post(path, request);
      expect(refused).toMatchObject({ status: 409, body: { type: 'slug_taken' } });
    }
  });

  it('never looks like an id', async () => {
    const market = await open();
    const seller = await openSeller();
    const slug = randomUUID();
    for (const [path, body] of [
      ['/v1/providers', providerOf(seller, { slug })],
      ['/v1/listings/from-service', { serviceUrl: seller.url, slug }],
      ['/v1/listings/from-service/preview', { serviceUrl: seller.url, slug }],
    ] as const) {
      const { status, body: error } = await market.api.post(path, body);
      expect([status, error.type, error.details[0].path]).toEqual([
        400,
        'invalid_request',
        '/slug',
      ]);
    }
  });
});

describe('a chosen slug', () => {
  it('is reviewed like the title', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const body = providerOf(seller, { slug: 'holy-shit' });
    const { body: created } = await market.api.post('/v1/providers', body);
    await market.reviewsIdle();
    const { body: provider } = await market.api.get(`/v1/providers/${created.id}`);
    expect(provider.status).toBe('flagged');
    expect(provider.reviewRejectionReason).toContain('the slug');
  });
});
