import { toMicros, type CatalogueQuery, type CatalogueSort } from '@mkt/protocol';
import type { Listing } from '../domain/listing.ts';
import { isVisible } from '../domain/listing.ts';
import { pageOf, type Keyset, type Page, type PageRequest } from '../domain/page.ts';
import { notFound } from '../domain/refusal.ts';
import { searchWords } from '../domain/search-words.ts';
import type { CatalogueStore, ListingStore } from '../domain/store.ts';

/** The order of a search: by relevance when there are words, else by age. */
export function sortOf(query: CatalogueQuery): CatalogueSort {
  const hasWords = searchWords(query.query ?? '').length > 0;
  if (query.sort === undefined) return hasWords ? 'relevance' : 'newest';
  return query.sort === 'relevance' && !hasWords ? 'newest' : query.sort;
}

/** Published listings that fit, each page after the last. */
export async function searchListings(
  { catalogue }: { catalogue: Pick<CatalogueStore, 'search'> },
  query: CatalogueQuery,
  page: PageRequest,
): Promise<Page<Listing>> {
  const found = await catalogue.search({
    words: searchWords(query.query ?? ''),
    category: query.category,
    tag: query.tag?.toLowerCase(),
    maxPriceMicros: query.maxPrice === undefined ? undefined : maxMicros(query.maxPrice),
    health: query.health,
    sort: sortOf(query),
    ...page,
  });
  const { items, next } = pageOf(found, page.limit, ({ listing, key }): Keyset => ({
    key,
    id: listing.id,
  }));
  return { items: items.map(({ listing }) => listing), next };
}

/** A limit with more than 6 decimals is cut: no price has more. */
function maxMicros(maxPrice: number): number {
  return toMicros(maxPrice) ?? Math.floor(maxPrice * 1_000_000);
}

/** One listing as buyers see it: published, or paused and marked so. */
export async function findPublishedListing(
  { listings }: { listings: Pick<ListingStore, 'find'> },
  ref: string,
): Promise<Listing> {
  const listing = await listings.find(ref);
  if (!listing || !isVisible(listing.status)) throw notFound('listing');
  return listing;
}
