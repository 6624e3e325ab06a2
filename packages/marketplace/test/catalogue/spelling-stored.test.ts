// docs/buy/catalogue.md#the-catalogue: misspelled words are replaced by words of published listings only.
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/server/context.ts';
import { ENGINES } from '../database/engines.ts';
import { changed, content, draft } from '../database/samples.ts';
import { paged, sell, SORTS, titles } from '../database/searches.ts';

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

const INVOICES = ['Invoice maker', 'Invoice reader', 'Invoice archive'];
/** Newest first. */
const FOUND = INVOICES.toReversed();

describe.each(ENGINES)('a misspelled search on $name', ({ open }) => {
  const honest = (store: Store) => sell(store, ...INVOICES.map((title) => ({ title })));

  it('finds what an account sells beside what a stranger published under the same misspelling', async () => {
    const { store } = await open();
    await honest(store);
    expect(await titles(store, { query: 'nvoice' })).toEqual(FOUND);
    const tags = Array.from('abcdefgh', (letter) => `${letter}nvoice`);
    await sell(store, { title: 'Something else', tags }, { title: 'Envoice knvoice lnvoice' });
    const found = await titles(store, { query: 'nvoice' });
    expect(found).toEqual(expect.arrayContaining(FOUND));
  });

  it('finds the words of others after those that only one account has', async () => {
    const { store } = await open();
    await honest(store);
    await sell(store, { title: 'Something else', tags: ['invoce', 'redaer'] });
    for (const query of ['invoce', 'invoce redaer', 'redaer']) {
      const found = await titles(store, { query });
      const expected = query === 'invoce' ? FOUND : ['Invoice reader'];
      expect([query, found]).toEqual([query, ['Something else', ...expected]]);
      expect(await paged(store, { query, limit: 1 })).toEqual(found);
      expect(await paged(store, { query, limit: 2 })).toEqual(found);
    }
    for (const sort of ['newest', 'price', 'calls', 'quality'] as const) {
      expect(await titles(store, { query: 'invoce', sort })).toEqual(['Something else', ...FOUND]);
    }
    // A second account that has the word makes it one of the language.
    await sell(store, { title: 'Invoce for all' });
    expect(await titles(store, { query: 'invoce' })).toEqual(['Invoce for all', 'Something else']);
  });

  it('finds the words of others although its filters leave out what only one account has', async () => {
    const { store } = await open();
    await honest(store);
    await sell(store, { title: 'Invoce', tags: ['redaer'], currency: 'EUR', priceMicros: 1 });
    for (const sort of SORTS) {
      for (const filters of [{ currency: 'USD' }, { currency: 'USD', maxPriceMicros: 5_000_000 }]) {
        const found = (query: string) => titles(store, { query, sort, ...filters });
        expect([sort, await found('invoce')]).toEqual([sort, FOUND]);
        expect([sort, await found('invoce redaer')]).toEqual([sort, ['Invoice reader']]);
      }
    }
  });

  it('is not taken over by the beginning of a word, or by two words as one', async () => {
    const { store } = await open();
    await honest(store);
    await sell(store, { title: 'Harbor map' });
    await sell(store, { title: 'Something else', tags: ['invocexyz', 'harborlights'] });
    expect(await titles(store, { query: 'invoce' })).toEqual(['Something else', ...FOUND]);
    expect(await titles(store, { query: 'harbor lights' })).toEqual([
      'Something else',
      'Harbor map',
    ]);
  });

  it('is the same again once the stranger sells no more', async () => {
    const { store, sql } = await open();
    await honest(store);
    const [first, second] = await sell(
      store,
      { title: 'Invoce', tags: ['other'] },
      { title: 'Invoce of others' },
    );
    const uses = () => sql(`SELECT account_id, listings FROM search_word WHERE word = 'invoce'`);
    const accountId = first!.accountId;
    expect(await uses()).toEqual([{ account_id: accountId, listings: 2 }]);
    await changed(store, first!, { content: content({ title: 'Renamed', tags: ['other'] }) });
    expect(await uses()).toEqual([{ account_id: accountId, listings: 1 }]);
    await changed(store, second!, { status: 'paused' });
    expect(await uses()).toEqual([]);
    expect(await titles(store, { query: 'invoce' })).toEqual(FOUND);
    await store.accounts.suspend(accountId, 'Spam.');
    const left = await sql(`SELECT word FROM search_word WHERE account_id = '${accountId}'`);
    expect(left).toEqual([]);
  });

  it('costs the same however many similar words an account has', async () => {
    const { store, sql } = await open();
    const near = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `${letter}nvoice`);
    await sell(
      store,
      { title: near.join(' ') },
      { title: near.map((word) => `${word}s`).join(' ') },
    );
    await honest(store);
    const [row] = await sql(`SELECT count(*) AS n FROM search_spelling WHERE key = 'nvoice'`);
    expect(Number(row?.['n'])).toBeLessThanOrEqual(17);
    expect(await titles(store, { query: 'nvoice' })).toEqual(expect.arrayContaining(FOUND));
  });
});
