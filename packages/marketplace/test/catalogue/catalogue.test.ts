// docs/buy/catalogue.md#the-catalogue: which listings it shows, and filters.
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/market/caller.ts';
import type { CatalogueSearch } from '../../src/catalogue/search.ts';
import { ENGINES } from '../database/engines.ts';
import { changed, draft, published, type ContentParts } from '../database/samples.ts';
import { type Query, searchOf, sell, SORTS, titles } from '../database/searches.ts';

describe.each(ENGINES)('the catalogue on $name', ({ open }) => {
  it('shows published listings only, newest first', async () => {
    const { store } = await open();
    const [, paused] = await sell(store, { title: 'One' }, { title: 'Two' }, { title: 'Three' });
    await draft(store, { title: 'Draft' });
    const deleted = await published(store, { title: 'Gone' });
    await changed(store, deleted, { status: 'archived' });
    if (paused) await changed(store, paused, { status: 'paused' });
    expect(await titles(store)).toEqual(['Three', 'One']);
    expect(await titles(store, { query: 'two' })).toEqual([]);
    expect(await titles(store, { query: 'draft' })).toEqual([]);
    expect(await titles(store, { query: 'gone' })).toEqual([]);
  });

  it('shows a listing again once it is resumed', async () => {
    const { store } = await open();
    const [listing] = await sell(store, { title: 'Echo' });
    if (!listing) throw new Error('none');
    const paused = await changed(store, listing, { status: 'paused' });
    await changed(store, paused, { status: 'published' });
    expect(await titles(store, { query: 'echo' })).toEqual(['Echo']);
  });

  it('counts the categories of published listings', async () => {
    const { store } = await open();
    await sell(
      store,
      { title: '1', category: 'data' },
      { title: '2', category: 'ai' },
      { title: '3', category: 'data' },
      { title: '4', category: null },
      { title: '5', category: 'Ünusual 📦' },
    );
    await draft(store, { category: 'finance' });
    expect(await store.catalogue.categories()).toEqual([
      { category: 'data', count: 2 },
      { category: 'ai', count: 1 },
      { category: 'Ünusual 📦', count: 1 },
    ]);
  });
});

describe.each(ENGINES)('filters on $name', ({ open }) => {
  const catalogue: ContentParts[] = [
    { title: 'rain 1', category: 'data', tags: ['a', 'b'], priceMicros: 0 },
    { title: 'rain 2', category: 'ai', tags: ['b'], priceMicros: 10 },
    { title: 'rain 3', category: 'data', tags: ['c'], priceMicros: 20 },
    { title: 'snow 4', category: null, tags: null, priceMicros: 30 },
  ];

  for (const query of [undefined, 'rain'] as const) {
    const filters = query === undefined ? {} : { query };
    it(`narrow a search ${query === undefined ? 'without' : 'with'} words`, async () => {
      const { store } = await open();
      await sell(store, ...catalogue);
      const found = (more: Query) => titles(store, { ...filters, ...more });
      expect(await found({ category: 'data' })).toEqual(['rain 3', 'rain 1']);
      expect(await found({ tag: 'b' })).toEqual(['rain 2', 'rain 1']);
      expect(await found({ category: 'data', tag: 'b' })).toEqual(['rain 1']);
      expect(await found({ maxPriceMicros: 10 })).toEqual(['rain 2', 'rain 1']);
      expect(await found({ maxPriceMicros: 9 })).toEqual(['rain 1']);
      expect(await found({ health: 'healthy' })).toEqual([]);
      expect(await found({ category: 'dat' })).toEqual([]);
      expect(await found({ tag: 'b*' })).toEqual([]);
      expect(await found({ category: "data' OR '1'='1" })).toEqual([]);
    });

    it(`the health filter narrows a search ${query === undefined ? 'without' : 'with'} words`, async () => {
      const { store } = await open();
      const runContract = { healthEndpoint: 'https://seller.example.com/health' };
      const [up, , unknown] = await sell(
        store,
        { title: 'rain up', runContract },
        { title: 'rain none' },
        { title: 'rain new', runContract },
      );
      const probe = { checkedAtMs: 1, healthy: true, statusCode: 200, latencyMs: 1 };
      await store.health.record({ listingId: up?.id ?? '', ...probe });
      const found = (health: CatalogueSearch['health']) => titles(store, { ...filters, health });
      expect(await found('healthy')).toEqual(['rain up']);
      expect(await found('unknown')).toEqual([unknown?.content.title]);
      expect(await found('not_configured')).toEqual(['rain none']);
      expect(await found('unhealthy')).toEqual([]);
    });
  }

  it('do not replace listings that they exclude by others with fewer of the words', async () => {
    const { store } = await open();
    await sell(
      store,
      { title: 'heavy rain', priceMicros: 900 },
      { title: 'rain', priceMicros: 100 },
    );
    for (const sort of SORTS) {
      const query = { query: 'heavy rain', currency: 'USD', sort };
      expect(await titles(store, query)).toEqual(['heavy rain']);
      for (const filter of [
        { maxPriceMicros: 100 },
        { health: 'healthy' },
        { currency: 'EUR' },
        { category: 'data' },
        { tag: 'wet' },
      ] as const) {
        expect(await titles(store, { ...query, ...filter })).toEqual([]);
      }
    }
    // Without such a listing, most of the words are enough.
    const others = { query: 'gentle rain', currency: 'USD', maxPriceMicros: 100 };
    expect(await titles(store, others)).toEqual(['rain']);
  });

  it('say how many listings with all words each of them leaves out', async () => {
    const { store } = await open();
    const euros = { currency: 'EUR', priceMicros: 10_000 };
    const [free] = await sell(
      store,
      {
        title: 'IBAN check',
        priceMicros: 0,
        currency: 'EUR',
        category: 'data',
        tags: ['bank'],
        runContract: { healthEndpoint: 'https://seller.example.com/health' },
      },
      { title: 'IBAN check in euros', ...euros, category: 'data' },
      { title: 'IBAN check, the best', ...euros, priceMicros: 900_000, tags: ['bank'] },
      { title: 'IBAN check at a price', priceMicros: 90_000 },
      { title: 'VAT check', priceMicros: 10_000 },
    );
    const probe = { checkedAtMs: 1, healthy: true, statusCode: 200, latencyMs: 1 };
    await store.health.record({ listingId: free?.id ?? '', ...probe });
    const hidden = async (filters: Query) =>
      (await store.catalogue.search(searchOf({ query: 'iban check', ...filters }), OPERATOR))
        .hidden;
    for (const sort of SORTS) {
      for (const [filters, expected] of [
        [{}, undefined],
        [{ currency: 'EUR', maxPriceMicros: 1_000_000 }, { currency: 1 }],
        [
          { currency: 'USD', maxPriceMicros: 50_000 },
          { currency: 2, maxPrice: 1 },
        ],
        [{ currency: 'USD' }, { currency: 2 }],
        [{ category: 'data' }, { category: 2 }],
        [
          { tag: 'bank', currency: 'JPY' },
          { tag: 2, currency: 3 },
        ],
        [{ health: 'healthy' }, { health: 3 }],
        [{ maxPriceMicros: 2e12 }, undefined],
        // Nothing is left out of a search without words, or of one that finds only some of them.
        [{ query: '', currency: 'JPY' }, undefined],
        [{ query: 'iban calculator', currency: 'JPY' }, undefined],
        // A full page is enough to look at.
        [{ currency: 'EUR', limit: 1 }, undefined],
      ] satisfies [Query, object | undefined][]) {
        expect([filters, sort, await hidden({ ...filters, sort })]).toEqual([
          filters,
          sort,
          expected,
        ]);
      }
    }
  });

  it('follow changes of the price and of health', async () => {
    const { store } = await open();
    const runContract = { healthEndpoint: 'https://seller.example.com/health' };
    const [listing] = await sell(store, { title: 'rain', priceMicros: 70, runContract });
    if (!listing) throw new Error('none');
    const probe = { listingId: listing.id, statusCode: 200, latencyMs: 1 };
    for (const query of [{}, { query: 'rain' }]) {
      expect(await titles(store, { ...query, health: 'unknown', maxPriceMicros: 70 })).toEqual([
        'rain',
      ]);
    }
    await store.health.record({ ...probe, checkedAtMs: 1, healthy: true });
    const { content } = listing;
    await changed(store, listing, {
      content: { ...content, price: { ...content.price, amountMicros: 300 } },
    });
    for (const query of [{}, { query: 'rain' }]) {
      expect(await titles(store, { ...query, health: 'unknown' })).toEqual([]);
      expect(await titles(store, { ...query, maxPriceMicros: 299 })).toEqual([]);
      expect(await titles(store, { ...query, health: 'healthy', maxPriceMicros: 300 })).toEqual([
        'rain',
      ]);
    }
  });

  it('distinguish categories and tags by case and accents', async () => {
    const { store } = await open();
    await sell(
      store,
      { title: 'rain 1', category: 'Über', tags: ['é'] },
      { title: 'rain 2', category: 'über', tags: ['e'] },
    );
    for (const filters of [{}, { query: 'rain' }]) {
      expect(await titles(store, { ...filters, category: 'Über' })).toEqual(['rain 1']);
      expect(await titles(store, { ...filters, category: 'über' })).toEqual(['rain 2']);
      expect(await titles(store, { ...filters, tag: 'é' })).toEqual(['rain 1']);
      expect(await titles(store, { ...filters, tag: 'e' })).toEqual(['rain 2']);
    }
  });
});
