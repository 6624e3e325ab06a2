import { toMicros, type CatalogueQuery, type CatalogueSort } from '@mkt/protocol';
import type { Listing } from '../listings/listing.ts';
import { isVisible } from '../listings/listing.ts';
import { PAGE_BYTES, type PageRequest } from '../market/page.ts';
import type { Reader } from '../market/reader.ts';
import { searchWords } from './words.ts';
import type { CataloguePage, CatalogueStore } from './catalogue.ts';
import type { ListingStore } from '../server/store-domain-store.ts';
import { missingListing, type MissingListingDeps } from './missing-listing.ts';

/** The sort order: by default relevance if there are search words, otherwise newest first. */
export function sortOf(query: CatalogueQuery): CatalogueSort {
  const hasWords = searchWords(query.query ?? '').length > 0;
  if (query.sort === undefined) return hasWords ? 'relevance' : 'newest';
  return query.sort === 'relevance' && !hasWords ? 'newest' : query.sort;
}

/**
 * The currency that a search is limited to: the requested one, or USD if the search compares
 * prices; `undefined` for any.
 */
export function currencyOf(query: CatalogueQuery): string | undefined {
  const compares = query.maxPrice !== undefined || query.sort === 'price';
  return query.currency?.toUpperCase() ?? (compares ? 'USD' : undefined);
}

/** A page of the published listings that match; a query of symbols only matches none. */
export function searchListings(
  { catalogue }: { catalogue: Pick<CatalogueStore, 'search'> },
  query: CatalogueQuery,
  page: PageRequest,
  reader: Reader,
): Promise<CataloguePage> {
  const words = searchWords(query.query ?? '');
  const saysNothing = words.length === 0 && (query.query ?? '').trim() !== '';
  if (saysNothing) return Promise.resolve({ items: [], more: false });
  const search = {
    words,
    category: query.category,
    tag: query.tag?.toLowerCase(),
    currency: currencyOf(query),
    maxPriceMicros: query.maxPrice === undefined ? undefined : maxMicros(query.maxPrice),
    health: query.health,
    sort: sortOf(query),
    includeContract: query.include === 'contract',
    maxBytes: PAGE_BYTES,
    ...page,
  };
  return catalogue.search(search, reader);
}

/** A limit with more than 6 decimals is rounded down: no price has more, and none is over the maximum. */
function maxMicros(maxPrice: number): number {
  return toMicros(maxPrice) ?? Math.min(Math.floor(maxPrice * 1_000_000), Number.MAX_SAFE_INTEGER);
}

export interface FindPublishedDeps extends MissingListingDeps {
  listings: Pick<ListingStore, 'find'>;
}

/** A listing as buyers see it: published, or paused and marked as such. */
export async function findPublishedListing(
  deps: FindPublishedDeps,
  ref: string,
  reader: Reader,
): Promise<Listing> {
  const listing = await deps.listings.find(ref);
  if (!listing || !isVisible(listing.status)) throw await missingListing(deps, ref, reader);
  return listing;
}

/** Whether buyers may know a listing: an archived one was not misspelled. */
export async function isKnownListing(
  { listings }: { listings: Pick<ListingStore, 'find'> },
  ref: string,
): Promise<boolean> {
  const listing = await listings.find(ref);
  return listing !== undefined && (isVisible(listing.status) || listing.status === 'archived');
}
