// Searches of the catalogue, by the titles that they find.
import type { CatalogueSort } from '@mkt/protocol';
import { OPERATOR } from '../../src/market/caller.ts';
import type { Listing } from '../../src/listings/listing.ts';
import { searchWords } from '../../src/catalogue/words.ts';
import type { CatalogueSearch } from '../../src/catalogue/search.ts';
import type { Store } from '../../src/server/context.ts';
import { newAccount, PLENTY, published, type ContentParts } from './samples.ts';

export type Query = Partial<Omit<CatalogueSearch, 'words'>> & { query?: string };

export const SORTS = ['relevance', 'newest', 'price', 'calls', 'quality'] as const;

const DEFAULTS = { limit: 100, after: null, maxBytes: PLENTY, includeContract: false };

export function searchOf({ query = '', ...more }: Query): CatalogueSearch {
  const words = searchWords(query);
  const sort: CatalogueSort = words.length > 0 ? 'relevance' : 'newest';
  return { words, sort, ...DEFAULTS, ...more };
}

export async function titles(store: Store, filters: Query = {}): Promise<string[]> {
  const { items } = await store.catalogue.search(searchOf(filters), OPERATOR);
  return items.map(({ listing }) => listing.content.title);
}

/** All pages of a search, one after the other; `between` runs after each. */
export async function paged(
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
export async function sell(store: Store, ...all: ContentParts[]): Promise<Listing[]> {
  const accountId = await newAccount(store);
  const listings: Listing[] = [];
  const plain = { description: null, tags: null, category: null };
  for (const parts of all) listings.push(await published(store, { ...plain, ...parts, accountId }));
  return listings;
}
