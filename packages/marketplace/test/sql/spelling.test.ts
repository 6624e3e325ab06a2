// docs/listings.md#the-catalogue: misspelled words stand for those of published listings, and of no others.
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/domain/store.ts';
import { ENGINES } from './engines.ts';
import { changed, content, draft } from './samples.ts';
import { sell, titles } from './searches.ts';

/** Runs the chore to its end. */
async function prune(store: Store, limit = 2): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) after = await store.catalogue.pruneSpelling(after, limit);
}

describe.each(ENGINES)('the words for misspelled searches on $name', ({ open }) => {
  async function openWords() {
    const { store, sql } = await open();
    const words = async () => {
      const rows = await sql('SELECT DISTINCT word FROM search_spelling ORDER BY word');
      return rows.map(({ word }) => word);
    };
    return { store, sql, words };
  }

  it('are deleted with the last listing that has them, under every key', async () => {
    const { store, sql, words } = await openWords();
    const [weather, tides] = await sell(
      store,
      { title: 'Weather forecast', tags: ['rainfall'] },
      { title: 'Forecast of tides' },
    );
    await prune(store);
    expect(await words()).toEqual(['forecast', 'rainfall', 'tides', 'weather']);
    const renamed = content({ title: 'Translation', tags: null, description: null });
    const later = await changed(store, weather!, { content: renamed });
    await prune(store);
    expect(await words()).toEqual(['forecast', 'tides', 'translation']);
    await changed(store, tides!, { status: 'archived' });
    await changed(store, later, { status: 'paused' });
    await prune(store);
    expect(await sql('SELECT count(*) AS count FROM search_spelling')).toEqual([{ count: 0 }]);
  });

  it('come back when a listing is published again', async () => {
    const { store } = await openWords();
    const [listing] = await sell(store, { title: 'Weather' });
    const paused = await changed(store, listing!, { status: 'paused' });
    await prune(store);
    await changed(store, paused, { status: 'published' });
    expect(await titles(store, { query: 'waether' })).toEqual(['Weather']);
  });

  it('of a draft are kept only once it is published', async () => {
    const { store, words } = await openWords();
    const listing = await draft(store, { title: 'Weather', tags: null });
    expect(await words()).toEqual([]);
    await changed(store, listing, { status: 'published' });
    expect(await words()).toEqual(['weather']);
  });

  it('are complete when listings are published while others are deleted', async () => {
    const { store, words } = await openWords();
    const names = ['alphabet', 'barometer', 'calendar', 'dictionary', 'elevation', 'forecast'];
    for (let round = 0; round < 5; round++) {
      const gone = await sell(store, ...names.map((title) => ({ title })));
      const next = await Promise.all(names.map((title) => draft(store, { title, tags: null })));
      await Promise.all(gone.map((listing) => changed(store, listing, { status: 'paused' })));
      const [published] = await Promise.all([
        Promise.all(next.map((listing) => changed(store, listing, { status: 'published' }))),
        prune(store, 3),
        prune(store, 6),
      ]);
      expect(await words()).toEqual(names);
      await Promise.all(
        published.map((listing) => changed(store, listing, { status: 'archived' })),
      );
      await prune(store, 6);
      expect(await words()).toEqual([]);
    }
  });
});
