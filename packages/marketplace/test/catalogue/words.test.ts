// docs/buy/catalogue.md#the-catalogue: which listings the words of a search find.
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../database/engines.ts';
import { changed, content } from '../database/samples.ts';
import { paged, sell, SORTS, titles } from '../database/searches.ts';

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

const NOTHING = { title: 'Hail', description: null, tags: null, category: null };

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
    expect(await titles(store, { query: 'bern zurich' })).not.toEqual([]);
  });

  it('if no listing has all words, those with most of them are found, at least half', async () => {
    const { store } = await open();
    await sell(
      store,
      { title: 'Rain', description: 'Bern' },
      { title: 'Snow' },
      { title: 'Hail', description: 'Basel' },
      { title: 'Rain in Basel' },
    );
    expect(await titles(store, { query: 'rain snow bern hail' })).toEqual(['Rain']);
    expect(await titles(store, { query: 'rain in nowhere' })).toEqual(['Rain in Basel', 'Rain']);
    expect(await titles(store, { query: 'snow hail' })).toEqual(['Hail', 'Snow']);
    expect(await titles(store, { query: 'nowhere' })).toEqual([]);
  });

  it('of a misspelled query are those that differ in one letter, or two if they are long', async () => {
    const { store } = await open();
    await sell(store, { title: 'Weather', tags: ['translation'] }, { title: 'Feather' });
    for (const query of ['weathr', 'waether', 'wweather', 'wezther', 'ttranlsation']) {
      expect([query, await titles(store, { query })]).toEqual([query, ['Weather']]);
    }
    expect(await titles(store, { query: 'xeather' })).toEqual(['Feather', 'Weather']);
    expect(await titles(store, { query: 'wthr' })).toEqual([]);
  });

  it('in the order of the query come first', async () => {
    const { store } = await open();
    await sell(store, { title: 'Text to speech' }, { title: 'Speech to text' });
    await sell(store, { title: 'Other', description: 'speech or text' });
    const both = ['Text to speech', 'Speech to text'];
    expect(await titles(store, { query: 'text to speech' })).toEqual([...both, 'Other']);
    expect(await titles(store, { query: 'speech to text' })).toEqual([
      ...both.toReversed(),
      'Other',
    ]);
  });

  it('match by prefix for the last one', async () => {
    const { store } = await open();
    await sell(store, { title: 'Weather forecast' }, { title: 'Forecastle' }, { title: 'Weath' });
    expect(await titles(store, { query: 'forec' })).toEqual(['Forecastle', 'Weather forecast']);
    expect(await titles(store, { query: 'weath' })).toEqual(['Weath', 'Weather forecast']);
    expect(await titles(store, { query: 'w' })).toEqual([]);
  });

  it('also find the category that is called so, after the listings that have them', async () => {
    const { store } = await open();
    await sell(
      store,
      { title: 'Weather' },
      { title: 'Tides', category: 'weather' },
      { title: 'Linter', category: 'developer-tools' },
      { title: 'Parcels', category: 'e-commerce' },
      { title: 'Sonnets', category: 'ancient poetry' },
    );
    expect(await titles(store, { query: 'weather' })).toEqual(['Weather', 'Tides']);
    expect(await paged(store, { query: 'weather', limit: 1 })).toEqual(['Weather', 'Tides']);
    expect(await titles(store, { query: 'Weather API', sort: 'newest' })).toEqual([
      'Tides',
      'Weather',
    ]);
    expect(await titles(store, { query: 'developer tools' })).toEqual(['Linter']);
    expect(await titles(store, { query: 'developer-tools' })).toEqual(['Linter']);
    expect(await titles(store, { query: 'e-commerce' })).toEqual(['Parcels']);
    expect(await titles(store, { query: 'ancient poetry' })).toEqual(['Sonnets']);
  });

  it('“free” also finds the listings that cost nothing, before those with the word', async () => {
    const { store } = await open();
    const [, , paid] = await sell(
      store,
      { title: 'Rain', priceMicros: 0, currency: 'EUR' },
      { title: 'Tax-free shops', priceMicros: 10_000 },
      { title: 'Hail', priceMicros: 10_000 },
      { title: 'Snow', description: 'Free of ice.', priceMicros: 10_000 },
      { title: 'Free snow', priceMicros: 0 },
    );
    const found = ['Free snow', 'Rain', 'Snow', 'Tax-free shops'];
    for (const query of ['free', 'Free API', 'find something free']) {
      expect(await titles(store, { query })).toEqual(found);
      expect(await paged(store, { query, limit: 1 })).toEqual(found);
    }
    expect(await titles(store, { query: 'free', sort: 'newest' })).toEqual([
      'Free snow',
      'Snow',
      'Tax-free shops',
      'Rain',
    ]);
    expect(await titles(store, { query: 'free', sort: 'price', currency: 'EUR' })).toEqual([
      'Free snow',
      'Rain',
    ]);
    expect(await titles(store, { query: 'free snow' })).toEqual(['Snow', 'Free snow']);
    // A price that changes.
    const free = await changed(store, paid!, { content: content({ ...NOTHING, priceMicros: 0 }) });
    expect(await titles(store, { query: 'free' })).toContain('Hail');
    await changed(store, free, { content: content({ ...NOTHING, priceMicros: 10_000 }) });
    expect(await titles(store, { query: 'free' })).toEqual(found);
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
      for (const sort of SORTS) {
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
