import { toMicros, type CatalogueQuery, type CatalogueSort } from '@mkt/protocol';
import type { Listing } from '../domain/listing.ts';
import { isVisible } from '../domain/listing.ts';
import { PAGE_BYTES, type PageRequest, type Stretch } from '../domain/page.ts';
import type { Reader } from '../domain/reader.ts';
import { notFound } from '../domain/refusal.ts';
import { searchWords } from '../domain/search-words.ts';
import type { CatalogueStore, FoundListing, ListingStore } from '../domain/store.ts';

/** The order of a search: by relevance when there are words, else by age. */
export function sortOf(query: CatalogueQuery): CatalogueSort {
  const hasWords = searchWords(query.query ?? '').length > 0;
  if (query.sort === undefined) return hasWords ? 'relevance' : 'newest';
  return query.sort === 'relevance' && !hasWords ? 'newest' : query.sort;
}

/** The one currency of a search that compares prices, or that asks for one; else any. */
export function currencyOf(query: CatalogueQuery): string | undefined {
  const compares = query.maxPrice !== undefined || query.sort === 'price';
  return query.currency?.toUpperCase() ?? (compares ? 'USD' : undefined);
}

/** Published listings that fit, each page after the last. */
export function searchListings(
  { catalogue }: { catalogue: Pick<CatalogueStore, 'search'> },
  query: CatalogueQuery,
  page: PageRequest,
  reader: Reader,
): Promise<Stretch<FoundListing>> {
  const search = {
    words: searchWords(query.query ?? ''),
    category: query.category,
    tag: query.tag?.toLowerCase(),
    currency: currencyOf(query),
    maxPriceMicros: query.maxPrice === undefined ? undefined : maxMicros(query.maxPrice),
    health: query.health,
    sort: sortOf(query),
    whole: query.include === 'contract',
    maxBytes: PAGE_BYTES,
    ...page,
  };
  return catalogue.search(search, reader);
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
  if (!listing || !isVisible(listing.status)) throw notFound('Listing');
  return listing;
}
