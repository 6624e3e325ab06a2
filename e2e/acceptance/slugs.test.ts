// docs/sell/listings.md#slugs.
import { describe, expect, it } from 'vitest';
import { providerOf } from './contract.ts';
import { expectError } from './expect-error.ts';
import { activate, openMarket } from './market.ts';

const market = await openMarket();
const { api } = market;
const seller = await market.seller();

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function slugOf(title: string) {
  const body = (
    await api.post('/v1/providers', providerOf(seller, { title, listingState: 'draft' }))
  ).body;
  return body as { slug: string; id: string };
}

describe.concurrent('a slug', () => {
  it('is derived from the title', async () => {
    expect((await slugOf('  Count My Words!  ')).slug).toBe('count-my-words');
  });

  it('ends in a number from the second listing with that title on', async () => {
    const slugs = [];
    for (let i = 0; i < 3; i++) slugs.push((await slugOf('Twins')).slug);
    expect(slugs).toEqual(['twins', 'twins-2', 'twins-3']);
  });

  it('is unique even if many listings with one title are created at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => slugOf('All at once')));
    const slugs = made.map(({ slug }) => slug);
    const expected = [
      'all-at-once',
      ...Array.from({ length: 9 }, (_, i) => `all-at-once-${i + 2}`),
    ];
    expect(slugs.toSorted()).toEqual(expected.toSorted());
  });

  it('does not end in a number that another title’s slug already has', async () => {
    expect((await slugOf('Room 2')).slug).toBe('room-2');
    expect((await slugOf('Room')).slug).toBe('room');
    const next = (await slugOf('Room')).slug;
    expect(next).toMatch(/^room-\d+$/);
    expect(next).not.toBe('room-2');
  });

  for (const title of ['Привет, мир', '你好世界', 'مرحبا', 'Crème brûlée', 'ßtraße', '東京 API']) {
    it(`the title ${title} is transliterated`, async () => {
      const { slug } = await slugOf(title);
      expect(slug).toMatch(SLUG);
      expect(slug).not.toMatch(/^service/);
    });
  }

  it('is service for a title without a letter or digit', async () => {
    expect((await slugOf('!!! ???')).slug).toBe('service');
    expect((await slugOf('---')).slug).toBe('service-2');
  });

  it('has at most 64 characters, including the number', async () => {
    const title = 'long '.repeat(40);
    const slugs = await Promise.all(Array.from({ length: 12 }, () => slugOf(title)));
    for (const { slug } of slugs) {
      expect(slug.length).toBeLessThanOrEqual(64);
      expect(slug).toMatch(SLUG);
    }
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(12);
  });

  it('never has the form of a UUID', async () => {
    for (const title of [
      '0197727a-8f00-7c3a-9b1e-5d2f8a6c4e01',
      '0197727A 8F00 7C3A 9B1E 5D2F8A6C4E01',
    ]) {
      const { slug } = await slugOf(title);
      expect(slug).toMatch(SLUG);
      expect(slug).not.toMatch(UUID);
    }
  });

  it('is never the id of another listing', async () => {
    const other = await slugOf('Victim');
    const copy = await slugOf(other.id);
    expect((await api.get(`/v1/listings/${other.id}`)).body.title).toBe('Victim');
    expect(copy.slug).not.toBe(other.id);
  });

  it('does not change with the title', async () => {
    const { id, slug } = await slugOf('First name');
    const { body } = await api.patch(`/v1/listings/${id}`, { title: 'Second name' });
    expect(body).toMatchObject({ title: 'Second name', slug });
    expect((await slugOf('First name')).slug).toBe(`${slug}-2`);
    expect((await slugOf('Second name')).slug).toBe('second-name');
  });

  it('is not reused after its listing was deleted', async () => {
    const { id, slug } = await slugOf('Short life');
    expect((await api.delete(`/v1/providers/${id}`)).status).toBe(204);
    expect((await slugOf('Short life')).slug).toBe(`${slug}-2`);
    expectError(await api.get(`/v1/listings/${slug}`), 404, 'not_found');
  });
});

describe.concurrent('a slug in place of an id', () => {
  it('listings are read, changed, submitted and deleted by their slug', async () => {
    const { id, slug } = await slugOf('By its name');
    expect((await api.get(`/v1/providers/${slug}`)).body.id).toBe(id);
    expect((await api.get(`/v1/listings/${slug}`)).body.id).toBe(id);
    const patched = await api.patch(`/v1/listings/${slug}`, { title: 'Changed by its name' });
    expect(patched.body.id).toBe(id);
    expect((await api.get(`/v1/providers/${slug}/health`)).status).toBe(200);
    expect((await api.get(`/v1/providers/${slug}/orders`)).status).toBe(200);
    expect((await api.delete(`/v1/providers/${slug}`)).status).toBe(204);
    const again = await slugOf('By its name again');
    expect((await api.post(`/v1/providers/${again.slug}/submit`, {})).status).toBe(202);
  });

  it('listings are bought and shown by their slug, and so is the secret', async () => {
    const { provider } = await market.publish({ provider: { title: 'Bought by its name' } });
    const { id, slug } = provider;
    expect((await activate(api, slug, {})).listingId).toBe(id);
    expect((await api.get(`/v1/orders?listingId=${slug}`)).body.data[0].listingId).toBe(id);
    const shown = await market.anonymous.get(`/v1/marketplace/listings/${slug}`);
    expect(shown.body.id).toBe(id);
    expect((await api.post(`/v1/providers/${slug}/signing-secret`, {})).status).toBe(200);
    expect((await api.post(`/v1/providers/${slug}/signing-secret/rotate`, {})).status).toBe(200);
  });

  for (const title of ['From service', 'From-service preview', 'Listings', 'Categories']) {
    it(`the title ${title}, which is part of a path, has a slug that works`, async () => {
      const { id, slug } = await slugOf(title);
      expect((await api.get(`/v1/listings/${slug}`)).body?.id).toBe(id);
      expect((await api.patch(`/v1/listings/${slug}`, { category: 'data' })).body?.id).toBe(id);
      expect((await api.get(`/v1/providers/${slug}`)).body?.id).toBe(id);
    });
  }
});
