// docs/buy/catalogue.md#search: over a thousand matches are not collected and sorted, but the order is the same.
import { describe, expect, it } from 'vitest';
import { fillListings, type SampleListing } from '../../../../bench/filled-listings.ts';
import type { Keyset } from '../../src/market/page.ts';
import { OPERATOR } from '../../src/market/caller.ts';
import { BOTH } from '../database/engines.ts';
import { searchOf, type Query } from '../database/searches.ts';

const COUNT = 2_400;
const SMALL = 5;
/** The cheapest, without the words and tags that most others have. */
const CHEAP = 150;

/** A word that no other listing has. */
const unique = (number: number) => `wx${number.toString(36)}`;

function sample(number: number): SampleListing {
  const common = {
    description: number % 5 === 0 ? 'radar for rain' : 'a satellite',
    category: number % 100 === 0 ? 'finance' : 'data',
    currency: number % 40 === 1 ? 'EUR' : 'USD',
    health: number % 10 === 3 ? ('healthy' as const) : ('unhealthy' as const),
    calls: number % 4 === 0 ? number % 23 : 0,
    step: number % 6,
  };
  if (number < CHEAP) {
    return { ...common, title: 'sun', tags: [], description: 'sun', priceMicros: number % 9 };
  }
  const titles = ['rain', `rain radar ${unique(number)}`, `${unique(number)} sun`, 'rain'];
  return {
    ...common,
    title: titles[number % 4] ?? '',
    tags: number % 4 === 2 ? ['rain'] : ['radar'],
    priceMicros: 9 + ((number * 37) % 900),
  };
}

/** The place of a listing in the list of the documentation; undefined if it does not match. */
function tierOf({ title, tags, description }: SampleListing, words: readonly string[]) {
  const last = words.at(-1) ?? '';
  const [inTitle, inDescription] = [title.split(' '), description.split(' ')];
  const has = (...parts: string[][]) => words.every((word) => parts.flat().includes(word));
  const begins = [...inTitle, ...tags].some((word) => word.startsWith(last));
  const others = words.slice(0, -1);
  const holds = [
    title === words.join(' '),
    words.length > 1 && title.includes(words.join(' ')),
    has(inTitle),
    has(inTitle, tags),
    words.length > 1 && description.includes(words.join(' ')),
    has(inTitle, tags, inDescription),
    begins && others.every((word) => [...inTitle, ...tags, ...inDescription].includes(word)),
  ].indexOf(true);
  return holds === -1 ? undefined : holds;
}

/** What a listing is sorted by. */
function keyOf({ priceMicros = 0, calls = 0, step = 0 }: SampleListing, sort: Query['sort']) {
  switch (sort) {
    case 'price':
      return priceMicros;
    case 'calls':
      return -calls;
    case 'quality':
      return -step;
    case 'newest':
    case 'relevance':
    case undefined:
      return 0;
  }
}

/** What the found listings are sorted by, in order; by their numbers. */
function expected({ query = '', sort, ...filters }: Query): Map<number, number> {
  const words = query.split(' ').filter((word) => word !== '');
  const found = new Map<number, number>();
  for (let number = 0; number < COUNT; number++) {
    const listing = sample(number);
    const { priceMicros = 0, currency, category, tags, health } = listing;
    const tier = words.length === 0 ? 0 : tierOf(listing, words);
    const passes =
      tier !== undefined &&
      (filters.category ?? category) === category &&
      (filters.tag === undefined || tags.includes(filters.tag)) &&
      (filters.health ?? health) === health &&
      (filters.currency === undefined || priceMicros === 0 || currency === filters.currency) &&
      priceMicros <= (filters.maxPriceMicros ?? priceMicros);
    if (passes) found.set(number, sort === 'relevance' ? tier : keyOf(listing, sort));
  }
  return found;
}

/** Small pages are filled by a look at the cheapest listings, unless none of those match. */
const SEARCHES: Query[] = [
  ...['rain', 'radar', 'rain radar', 'wx'].map((query): Query => ({
    query,
    sort: 'relevance',
  })),
  { query: 'radar', sort: 'relevance', currency: 'USD', maxPriceMicros: 600, health: 'unhealthy' },
  { query: 'rain', sort: 'relevance', currency: 'EUR', category: 'data' },
  { query: 'radar', sort: 'newest', health: 'unhealthy' },
  { query: 'wx', sort: 'price', currency: 'USD', category: 'data' },
  { query: 'radar', sort: 'price', currency: 'EUR' },
  { query: 'satellite', sort: 'price', currency: 'USD', limit: SMALL },
  { query: 'rain', sort: 'price', currency: 'USD', after: { key: 300, id: '' }, limit: SMALL },
  { sort: 'price', tag: 'radar', currency: 'USD', maxPriceMicros: 700, limit: SMALL },
  { sort: 'price', health: 'unhealthy', currency: 'JPY', limit: SMALL },
  ...(['calls', 'quality'] as const).flatMap((sort): Query[] => [
    { sort },
    { sort, limit: SMALL },
    { sort, query: 'rain', health: 'unhealthy' },
    { sort, query: 'wx', currency: 'USD', maxPriceMicros: 600, limit: SMALL },
    { sort, query: 'satellite', category: 'finance' },
    { sort, tag: 'radar', currency: 'EUR' },
  ]),
];

describe.each(BOTH)('searches with many matches on $name', ({ open }) => {
  it('find what a look at each listing finds, in its order', async () => {
    const { store, engine } = await open();
    const opened = { store, write: engine.write, close: () => Promise.resolve() };
    await fillListings(opened, COUNT, 1, sample);
    for (const { after: from = null, limit = 500, ...filters } of SEARCHES) {
      const all = expected(filters);
      const keys = [...all.values()].toSorted((one, other) => one - other);
      const received: number[] = [];
      let after: Keyset | null = from;
      let more = true;
      const pages = limit === SMALL ? 2 : COUNT;
      for (let page = 1; more && page <= pages; page++) {
        const search = searchOf({ ...filters, after, limit });
        const found = await store.catalogue.search(search, OPERATOR);
        received.push(...found.items.map(({ listing }) => Number(listing.slug.split('-')[1])));
        const last = found.items.at(-1);
        after = last ? { key: last.key, id: last.listing.id } : null;
        ({ more } = found);
      }
      const sorted = received.map((number) => all.get(number));
      const wanted = keys
        .filter((key) => from === null || key > from.key)
        .slice(0, received.length);
      expect({ filters, sorted }).toEqual({ filters, sorted: wanted });
      expect(new Set(received).size).toBe(received.length);
      expect(received.length).toBe(limit === SMALL ? 2 * SMALL : all.size);
    }
  });
});
