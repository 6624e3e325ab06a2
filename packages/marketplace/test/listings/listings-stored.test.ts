import type { Check } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import type { Keyset } from '../../src/market/page.ts';
import { OPERATOR } from '../../src/market/caller.ts';
import { ENGINES } from '../database/engines.ts';
import {
  actor,
  changed,
  content,
  draft,
  edited,
  FIRST_PAGE,
  newAccount,
  newId,
  PLENTY,
  published,
  settled,
} from '../database/samples.ts';

const FULL_CONTENT = content({
  title: 'Ünïcödé 🚀 “title”',
  description: 'Line\nbreak',
  category: null,
  tags: ['a', 'ß'],
  priceMicros: 1,
  runContract: {
    method: 'GET',
    healthEndpoint: 'https://seller.example.com/health',
    inputSchema: { type: 'object', properties: { q: { const: '\ud800 \u0000' } } },
    outputSchema: {},
    requestExampleJson: '{"q":"\\u0000"}',
    responseExampleJson: '[]',
  },
});

describe.each(ENGINES)('a listing on $name', ({ open }) => {
  it('is read as it was written', async () => {
    const { store, clock } = await open();
    const accountId = await newAccount(store);
    const id = newId();
    const status = 'pending_review';
    const inserted = await store.listings.insert({
      id,
      accountId,
      slug: { base: 'title' },
      content: FULL_CONTENT,
      status,
      actor,
      maxListings: 1,
    });
    expect(inserted).toEqual({
      id,
      accountId,
      seller: { id: expect.any(String), name: expect.stringMatching(/^Seller [0-9a-f]{8}$/) },
      slug: 'title',
      content: FULL_CONTENT,
      status,
      revision: 1,
      version: 1,
      rejectionReason: null,
      reviewChecks: [],
      pausedByMarketplace: false,
      slowInputs: 0,
      publishedAtMs: null,
      quality: null,
      health: { status: 'unknown', checkedAtMs: null, latencyMs: null, uptime24h: null },
      createdAtMs: clock.now(),
      updatedAtMs: clock.now(),
    });
    expect(await store.listings.find(id)).toEqual(inserted);
    expect(await store.listings.find('title')).toEqual(inserted);
  });

  it('is refused past the limit of its account, not counting archived ones', async () => {
    const { store } = await open();
    const { accountId, ...first } = await draft(store);
    const listing = (id: string) => ({
      id,
      accountId,
      slug: { base: 'title' },
      content: FULL_CONTENT,
      status: 'draft' as const,
      actor,
      maxListings: 3,
    });
    const made = await Promise.all(
      Array.from({ length: 6 }, () => store.listings.insert(listing(newId()))),
    );
    expect(made.filter((each) => each === 'too-many')).toHaveLength(4);
    await store.listings.change({
      id: first.id,
      version: first.version,
      actor,
      status: 'archived',
    });
    expect(await store.listings.insert(listing(newId()))).toMatchObject({ status: 'draft' });
    expect(await store.listings.insert(listing(newId()))).toBe('too-many');
  });

  it('a listing without a health endpoint has the health not_configured', async () => {
    const { store } = await open();
    expect((await draft(store)).health.status).toBe('not_configured');
  });

  it('is undefined when it does not exist', async () => {
    const { store } = await open();
    expect(await store.listings.find(newId())).toBeUndefined();
    expect(await store.listings.find('unknown-slug')).toBeUndefined();
    expect(await store.orders.schemas(newId())).toBeUndefined();
  });

  it('returns the text of its schemas, whose hashes its target has', async () => {
    const { store } = await open();
    const inputSchema = { type: 'object' };
    const { id } = await published(store, { runContract: { inputSchema } });
    expect(await store.orders.schemas(id)).toEqual({ input: '{"type":"object"}', output: null });
    const target = await store.orders.target(id);
    expect(target?.inputSchemaHash).toMatch(/^[0-9a-f]{64}$/);
    expect(target?.outputSchemaHash).toBeNull();
  });

  it('is listed for its owner only, newest first, in pages', async () => {
    const { store } = await open();
    const accountId = await newAccount(store);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await draft(store, { accountId })).id);
    await draft(store);
    const page = (after: Keyset | null) =>
      store.listings.list(accountId, { limit: 3, after, maxBytes: PLENTY }, OPERATOR);
    const first = await page(null);
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    expect(first.more).toBe(true);
    const second = await page({ key: 0, id: ids[2] ?? '' });
    expect(second.items.map(({ id }) => id)).toEqual(ids.slice(3));
    expect(second.more).toBe(false);
  });
});

describe.each(ENGINES)('a change of a listing on $name', ({ open }) => {
  it('sets the given members and nothing else', async () => {
    const { store, clock } = await open();
    const before = await draft(store);
    clock.move(1_000);
    const checks: Check[] = [
      { name: 'content', level: 'required', ok: false, outcome: 'failed', message: 'no' },
    ];
    const after = await changed(store, before, {
      status: 'flagged',
      rejectionReason: 'content: no',
      reviewChecks: checks,
    });
    expect(after).toEqual({
      ...before,
      status: 'flagged',
      rejectionReason: 'content: no',
      reviewChecks: checks,
      version: 2,
      updatedAtMs: clock.now(),
    });
    const cleared = await changed(store, after, { rejectionReason: null });
    expect(cleared).toMatchObject({ rejectionReason: null, reviewChecks: checks, version: 3 });
  });

  it('replaces the content and counts a revision if requested', async () => {
    const { store } = await open();
    const before = await draft(store);
    const revised = await changed(store, before, { content: FULL_CONTENT, revised: true });
    expect(revised).toMatchObject({ content: FULL_CONTENT, revision: 2, slug: before.slug });
    const paused = await changed(store, revised, { pausedByMarketplace: true });
    expect(paused).toMatchObject({ pausedByMarketplace: true, revision: 2 });
    expect(await changed(store, paused, { pausedByMarketplace: false })).toMatchObject({
      pausedByMarketplace: false,
      slowInputs: 0,
    });
  });

  it('is refused at another version and changes nothing', async () => {
    const { store } = await open();
    const before = await draft(store);
    const now = await changed(store, before, { status: 'pending_review' });
    const { id, version } = before;
    const stale = await store.listings.change({
      id,
      version,
      actor,
      edit: edited(FULL_CONTENT),
      status: 'published',
    });
    expect(stale).toBe('conflict');
    expect(await store.listings.find(id)).toEqual(now);
    expect(await store.listings.change({ id: newId(), version: 1, actor })).toBe('conflict');
  });

  it('succeeds for one of many concurrent changes', async () => {
    const { store } = await open();
    const { id, version } = await draft(store);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        store.listings.change({ id, version, actor, status: 'pending_review' }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome !== 'conflict')).toHaveLength(1);
    expect(await store.listings.find(id)).toMatchObject({ version: 2 });
  });

  it('keeps the time of the first publication', async () => {
    const { store, clock } = await open();
    const listing = await published(store);
    const publishedAtMs = clock.now();
    expect(listing.publishedAtMs).toBe(publishedAtMs);
    clock.move(60_000);
    const paused = await changed(store, listing, { status: 'paused' });
    const again = await changed(store, paused, { status: 'published' });
    expect(again.publishedAtMs).toBe(publishedAtMs);
  });
});

describe.each(ENGINES)('deleting a listing on $name', ({ open }) => {
  it('leaves nothing but its slug', async () => {
    const { store } = await open();
    const { id, version, accountId } = await draft(store);
    expect(await store.listings.delete(id, version)).toBe('deleted');
    expect(await store.listings.find(id)).toBeUndefined();
    expect(await store.listings.list(accountId, FIRST_PAGE, OPERATOR)).toEqual({
      items: [],
      more: false,
    });
    expect((await draft(store)).slug).toBe('weather-by-city-2');
  });

  it('is refused after publication and at another version', async () => {
    const { store } = await open();
    const sold = await published(store);
    expect(await store.listings.delete(sold.id, sold.version)).toBe('conflict');
    const other = await draft(store);
    expect(await store.listings.delete(other.id, other.version + 1)).toBe('conflict');
    expect(await store.listings.find(other.id)).toEqual(other);
  });

  it('does not affect the orders of another listing', async () => {
    const { store } = await open();
    const order = await settled(store);
    const { id, version } = await draft(store);
    await store.listings.delete(id, version);
    expect(await store.orders.find(order.id)).toEqual(order);
  });
});

describe.each(ENGINES)('listings under review on $name', ({ open }) => {
  it('are listed oldest first, up to the limit', async () => {
    const { store } = await open();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { id } = await changed(store, await draft(store), { status: 'pending_review' });
      ids.push(id);
    }
    await published(store);
    await draft(store);
    const underReview = async (limit: number) =>
      (await store.listings.underReview(limit)).map(({ listingId }) => listingId);
    expect(await underReview(10)).toEqual(ids);
    expect(await underReview(2)).toEqual(ids.slice(0, 2));
  });
});

describe.each(ENGINES)('slugs on $name', ({ open }) => {
  const slugOf = async (storage: Awaited<ReturnType<typeof open>>, title: string) =>
    (await draft(storage.store, { title })).slug;

  it('slugs of one base are numbered from the second on', async () => {
    const storage = await open();
    expect(await slugOf(storage, 'Echo')).toBe('echo');
    expect(await slugOf(storage, 'echo!')).toBe('echo-2');
    expect(await slugOf(storage, 'ECHO')).toBe('echo-3');
  });

  it('skip a number that a title has already taken', async () => {
    const storage = await open();
    expect(await slugOf(storage, 'Echo 2')).toBe('echo-2');
    expect(await slugOf(storage, 'Echo')).toBe('echo');
    expect(await slugOf(storage, 'Echo')).toBe('echo-3');
    expect(await slugOf(storage, 'Echo 2')).toBe('echo-2-2');
    expect(await slugOf(storage, 'Echo')).toBe('echo-4');
  });

  it('differ for many concurrent listings', async () => {
    const storage = await open();
    const slugs = await Promise.all(Array.from({ length: 50 }, () => slugOf(storage, 'Echo')));
    const expected = ['echo', ...Array.from({ length: 49 }, (_, n) => `echo-${n + 2}`)];
    expect(new Set(slugs)).toEqual(new Set(expected));
  });

  it('stay when the title changes and are never reused', async () => {
    const storage = await open();
    const before = await draft(storage.store, { title: 'Echo' });
    const renamed = await changed(storage.store, before, {
      content: content({ title: 'Mirror' }),
    });
    expect(renamed.slug).toBe('echo');
    expect(await slugOf(storage, 'Echo')).toBe('echo-2');
  });
});
