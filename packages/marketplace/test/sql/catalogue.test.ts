// docs/listings.md#the-catalogue: words, filters, sorting and stable pages.
import type { CatalogueSort } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/reader.ts';
import type { Listing } from '../../src/domain/listing.ts';
import { searchWords } from '../../src/domain/search-words.ts';
import type { CatalogueSearch, Store } from '../../src/domain/store.ts';
import { ENGINES } from './engines.ts';
import {
  changed,
  content,
  draft,
  newAccount,
  PLENTY,
  published,
  type ContentParts,
} from './samples.ts';

type Query = Partial<Omit<CatalogueSearch, 'words'>> & { query?: string };

const DEFAULTS = { limit: 100, after: null, maxBytes: PLENTY, includeContract: false };

function searchOf({ query = '', ...more }: Query): CatalogueSearch {
  const words = searchWords(query);
  const sort: CatalogueSort = words.length > 0 ? 'relevance' : 'newest';
  return { words, sort, ...DEFAULTS, ...more };
}

async function titles(store: Store, filters: Query = {}): Promise<string[]> {
  const { items } = await store.catalogue.search(searchOf(filters), OPERATOR);
  return items.map(({ listing }) => listing.content.title);
}

/** All pages of a search, one after the other; `between` runs after each. */
async function paged(
  store: Store,
  filters: Query & { limit: number },
  between: (page: number) => unknown = () => undefined,
): Promise<string[]> {
  const received: string[] = [];
  let after: CatalogueSearch['after'] = null;
  for (let page = 1; ; page++) {
    const search = searchOf({ ...filters, after });
    const { items, more } = await store.catalogue.search(search, OPERATOR);
    received.push(...items.map(({ listing }) => listing.content.title));
    const last = items.at(-1);
    if (!more || !last) return received;
    after = { key: last.key, id: last.listing.id };
    await between(page);
  }
}

/** Published listings, oldest first; members that are not given contain no words. */
async function sell(store: Store, ...all: ContentParts[]): Promise<Listing[]> {
  const accountId = await newAccount(store);
  const listings: Listing[] = [];
  const plain = { description: null, tags: null, category: null };
  for (const parts of all) listings.push(await published(store, { ...plain, ...parts, accountId }));
  return listings;
}

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

describe.each(ENGINES)('words on $name', ({ open }) => {
  it('are found in the title before tags before the description, newest first among equals', async () => {
    const { store } = await open();
    await sell(
      store,
      { title: 'Old in title: rain' },
      { title: 'A', description: 'about rain' },
      { title: 'B', tags: ['rain'] },
      { title: 'New in title: rain', description: 'rain rain rain' },
      { title: 'C', tags: ['rain'], description: 'rain' },
      { title: 'Dry' },
    );
    expect(await titles(store, { query: 'rain' })).toEqual([
      'New in title: rain',
      'Old in title: rain',
      'C',
      'B',
      'A',
    ]);
  });

  it('must all match, in any field', async () => {
    const { store } = await open();
    await sell(
      store,
      { title: 'Rain', description: 'for Bern' },
      { title: 'Rain in Zürich' },
      { title: 'Bern', tags: ['rain'] },
    );
    expect(await titles(store, { query: 'rain bern' })).toEqual(['Bern', 'Rain']);
    expect(await titles(store, { query: 'rain bern snow' })).toEqual([]);
  });

  it('match by prefix for the last one', async () => {
    const { store } = await open();
    await sell(store, { title: 'Weather forecast' }, { title: 'Forecastle' }, { title: 'Weath' });
    expect(await titles(store, { query: 'forec' })).toEqual(['Forecastle', 'Weather forecast']);
    expect(await titles(store, { query: 'w' })).toEqual(['Weath', 'Weather forecast']);
    expect(await titles(store, { query: 'weath forecast' })).toEqual([]);
  });

  for (const [title, query] of [
    ['Weather', 'wEATHER'],
    ['Café Zürich', 'cafe zurich'],
    ['Cafe Zurich', 'Café ZÜRICH'],
    ['Zu\u0308rich', 'zürich'],
    ['Погода сегодня', 'погода'],
    ['ΑΘΗΝΑ', 'αθηνα'],
    ['東京 天気', '東京'],
    ['한국어 번역', '번역'],
    ['ไทย', 'ไทย'],
    ['कि ताब', 'कि ताब'],
    ['ＡＢＣ API', 'ＡＢＣ'],
    ['ﬁnance', 'ﬁnance'],
    ['C3PO v2', 'c3po'],
    ['node.js', 'node.js'],
    ['a_b', 'a_b'],
  ] as const) {
    it(`of any script are found: ${JSON.stringify(query)} in ${JSON.stringify(title)}`, async () => {
      const { store } = await open();
      await sell(store, { title }, { title: 'Other' });
      expect(await titles(store, { query })).toEqual([title]);
    });
  }

  for (const query of [
    '"',
    '""',
    'rain"',
    '" OR 1=1 --',
    'title : rain',
    '{title} : rain',
    'NEAR(rain, 2)',
    'rain NOT rain',
    'rain*',
    '*rain',
    '^rain',
    'rain AND',
    '(((',
    '-rain',
    'rain + rain',
    'a'.repeat(200),
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    "'; DROP TABLE listing;--",
    '\\',
    '🚀',
    'ि',
    '\u0301',
    '%_%',
    'facets:c64617461',
  ]) {
    it(`that look like syntax are plain text: ${query.slice(0, 30)}`, async () => {
      const { store } = await open();
      await sell(store, { title: 'rain' }, { title: 'title rain NOT OR AND NEAR 2 1' });
      for (const sort of ['relevance', 'newest', 'price'] as const) {
        await expect(titles(store, { query, sort })).resolves.toBeDefined();
      }
    });
  }

  it('cannot address the index of categories and tags', async () => {
    const { store } = await open();
    await sell(store, { title: 'Plain', category: 'data', tags: ['rain'] });
    const facet = `c${Buffer.from('data').toString('hex')}`;
    expect(await titles(store, { query: facet })).toEqual([]);
    expect(await titles(store, { query: `t${Buffer.from('rain').toString('hex')}` })).toEqual([]);
  });

  it('follow a change at once, and the old words no longer match', async () => {
    const { store } = await open();
    const [listing] = await sell(store, { title: 'Sunny', tags: ['old'], description: 'before' });
    if (!listing) throw new Error('none');
    const next = content({ title: 'Rainy', tags: ['new'], description: 'after' });
    await changed(store, listing, { content: next });
    for (const query of ['sunny', 'old', 'before'])
      expect(await titles(store, { query })).toEqual([]);
    for (const query of ['rainy', 'new', 'after']) {
      expect(await titles(store, { query })).toEqual(['Rainy']);
    }
  });

  it('and status that change in one write leave a correct index', async () => {
    const { store } = await open();
    const [listing] = await sell(store, { title: 'Sunny' });
    if (!listing) throw new Error('none');
    const paused = await changed(store, listing, {
      status: 'paused',
      content: content({ title: 'Rainy' }),
    });
    expect(await titles(store, { query: 'rainy' })).toEqual([]);
    await changed(store, paused, { status: 'published', content: content({ title: 'Foggy' }) });
    expect(await titles(store, { query: 'foggy' })).toEqual(['Foggy']);
    expect(await titles(store, { query: 'rainy' })).toEqual([]);
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

    it(`by health narrow a search ${query === undefined ? 'without' : 'with'} words`, async () => {
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

describe.each(ENGINES)('sorting and pages on $name', ({ open }) => {
  const numbered = (count: number, parts: (n: number) => ContentParts = () => ({})) =>
    Array.from({ length: count }, (_, n) => ({ title: `rain ${n}`, ...parts(n) }));

  it('by price ascend, newest first at the same price', async () => {
    const { store } = await open();
    await sell(store, ...numbered(5, (n) => ({ priceMicros: [20, 10, 20, 0, 10][n] ?? 0 })));
    const expected = ['rain 3', 'rain 4', 'rain 1', 'rain 2', 'rain 0'];
    expect(await titles(store, { sort: 'price' })).toEqual(expected);
    expect(await titles(store, { sort: 'price', query: 'rain' })).toEqual(expected);
  });

  for (const sort of ['relevance', 'newest', 'price'] as const) {
    for (const query of sort === 'relevance' ? ['rain'] : ['', 'rain']) {
      it(`by ${sort} show each listing once at any page size (query "${query}")`, async () => {
        const { store } = await open();
        const all = numbered(9, (n) => ({
          title: n % 3 === 0 ? `rain ${n}` : `other ${n}`,
          tags: n % 3 === 1 ? ['rain'] : null,
          description: 'rain',
          priceMicros: n % 2,
        }));
        await sell(store, ...all);
        const onePage = await titles(store, { query, sort });
        expect(onePage).toHaveLength(9);
        for (const limit of [1, 2, 4, 9, 10]) {
          expect(await paged(store, { query, sort, limit })).toEqual(onePage);
        }
      });

      it(`by ${sort} continue correctly while others are published (query "${query}")`, async () => {
        const { store } = await open();
        await sell(store, ...numbered(7, (n) => ({ priceMicros: n })));
        const before = await titles(store, { query, sort });
        const received = await paged(store, { query, sort, limit: 2 }, (page) =>
          sell(store, { title: `rain rain late ${page}`, priceMicros: 3 }),
        );
        expect(received.filter((title) => !title.includes('late'))).toEqual(before);
        expect(new Set(received).size).toBe(received.length);
      });

      it(`by ${sort} skip no listing when the last one shown disappears (query "${query}")`, async () => {
        const { store } = await open();
        const listings = await sell(store, ...numbered(7, (n) => ({ priceMicros: n })));
        const before = await titles(store, { query, sort });
        const received = await paged(store, { query, sort, limit: 3 }, async (page) => {
          if (page > 1) return;
          const last = listings.find(({ content: { title } }) => title === before[2]);
          if (last) await changed(store, last, { status: 'paused' });
        });
        expect(received).toEqual(before);
      });
    }
  }

  it('by newest sort by creation, not by the last change', async () => {
    const { store } = await open();
    const [first] = await sell(store, ...numbered(3));
    if (!first) throw new Error('none');
    await changed(store, first, { content: content({ title: 'rain 0' }) });
    expect(await titles(store)).toEqual(['rain 2', 'rain 1', 'rain 0']);
  });

  it('accept any key in a cursor', async () => {
    const { store } = await open();
    const [listing] = await sell(store, ...numbered(3));
    for (const key of [-1, 0.5, 1, 99, -1e300, 1e300, Number.MAX_SAFE_INTEGER]) {
      for (const sort of ['relevance', 'newest', 'price'] as const) {
        for (const id of [listing?.id ?? '', '01900000-0000-7000-8000-000000000001']) {
          const filters = { query: 'rain', sort, after: { key, id } };
          await expect(titles(store, filters)).resolves.toBeDefined();
        }
      }
    }
  });
});
