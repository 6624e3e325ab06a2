// docs/listings.md#the-catalogue: which listings the words of a search find.
import { describe, expect, it } from 'vitest';
import { ENGINES } from './engines.ts';
import { changed, content } from './samples.ts';
import { sell, titles } from './searches.ts';

/** A title, and a query that finds it. */
const OF_ANY_SCRIPT = [
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
] as const;

const LIKE_SYNTAX = [
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
];

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

  it('are found in any script', async () => {
    const { store } = await open();
    await sell(store, { title: 'Other' });
    for (const [title, query] of OF_ANY_SCRIPT) {
      const [listing] = await sell(store, { title });
      expect([query, await titles(store, { query })]).toEqual([query, [title]]);
      await changed(store, listing!, { status: 'paused' });
    }
  });

  it('words that look like syntax are plain text', async () => {
    const { store } = await open();
    await sell(store, { title: 'rain' }, { title: 'title rain NOT OR AND NEAR 2 1' });
    for (const query of LIKE_SYNTAX) {
      for (const sort of ['relevance', 'newest', 'price'] as const) {
        const found = await titles(store, { query, sort }).catch((error: unknown) => error);
        expect([query, found]).toEqual([query, expect.any(Array)]);
      }
    }
  });

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

  it('a change of words and status in one write leaves a correct index', async () => {
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
