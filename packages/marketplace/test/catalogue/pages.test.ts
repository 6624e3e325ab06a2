// docs/buy/catalogue.md#the-catalogue: sorting and stable pages.
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../database/engines.ts';
import { changed, content, type ContentParts } from '../database/samples.ts';
import { paged, sell, SORTS, titles } from '../database/searches.ts';

describe.each(ENGINES)('sorting and pages on $name', ({ open }) => {
  const numbered = (count: number, parts: (n: number) => ContentParts = () => ({})) =>
    Array.from({ length: count }, (_, n) => ({ title: `rain ${n}`, ...parts(n) }));

  it('sorting by price is ascending, with the newest first at the same price', async () => {
    const { store } = await open();
    await sell(store, ...numbered(5, (n) => ({ priceMicros: [20, 10, 20, 0, 10][n] ?? 0 })));
    const expected = ['rain 3', 'rain 4', 'rain 1', 'rain 2', 'rain 0'];
    expect(await titles(store, { sort: 'price' })).toEqual(expected);
    expect(await titles(store, { sort: 'price', query: 'rain' })).toEqual(expected);
  });

  for (const sort of SORTS) {
    for (const query of sort === 'relevance' ? ['rain'] : ['', 'rain']) {
      it(`sorting by ${sort} shows each listing once at any page size (query "${query}")`, async () => {
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

      it(`sorting by ${sort} continues correctly while others are published (query "${query}")`, async () => {
        const { store } = await open();
        await sell(store, ...numbered(7, (n) => ({ priceMicros: n })));
        const before = await titles(store, { query, sort });
        const received = await paged(store, { query, sort, limit: 2 }, (page) =>
          sell(store, { title: `rain rain late ${page}`, priceMicros: 3 }),
        );
        expect(received.filter((title) => !title.includes('late'))).toEqual(before);
        expect(new Set(received).size).toBe(received.length);
      });

      it(`sorting by ${sort} skips no listing when the last one shown disappears (query "${query}")`, async () => {
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

  it('sorting by newest goes by creation, not by the last change', async () => {
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
      for (const sort of SORTS) {
        for (const id of [listing?.id ?? '', '01900000-0000-7000-8000-000000000001']) {
          const filters = { query: 'rain', sort, after: { key, id } };
          await expect(titles(store, filters)).resolves.toBeDefined();
        }
      }
    }
  });
});
