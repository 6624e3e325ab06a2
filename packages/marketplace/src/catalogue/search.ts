// The catalogue: finds published listings by words, filters and price, the same on both engines. Which hits
// come first depends on where the words are, then on quality; no seller can push another's listing away.
// Needs listings.

import {
  type CatalogueQuery,
  type CatalogueSort,
  closestName,
  type HealthStatus,
  toMicros,
} from '@mkt/protocol';
import { isVisible, type ListedListing, type Listing } from '../listings/listing.ts';
import { MAX_SLUG_LENGTH } from '../listings/slugs.ts';
import type { Reader } from '../market/caller.ts';
import { isUuid } from '../market/ids.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import { listingNotFound, Refusal } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import { searchWords } from './words.ts';

export interface CatalogueSearch extends BoundedPageRequest {
  /** Words to search for, free of the query syntax of the engine. */
  words: readonly string[];
  category?: string | undefined;
  tag?: string | undefined;
  /**
   * Only prices in this currency and free listings. With it, prices of different currencies are
   * never compared.
   */
  currency?: string | undefined;
  /** A safe integer. */
  maxPriceMicros?: number | undefined;
  health?: HealthStatus | undefined;
  sort: CatalogueSort;
  /** With schemas and examples; otherwise the listings are summaries. */
  includeContract: boolean;
}

export interface FoundListing {
  listing: ListedListing;
  /** The value that the list is sorted by. */
  key: number;
}

/** How many listings with all words of a search each of its filters leaves out. */
export type Hidden = Partial<
  Record<'category' | 'tag' | 'currency' | 'maxPrice' | 'health', number>
>;

export interface CataloguePage extends PageItems<FoundListing> {
  /** Only for a first page that is also the last, and only if something is left out. */
  hidden?: Hidden | undefined;
}

export interface CategoryCount {
  category: string;
  /** The number of published listings. */
  count: number;
}

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
  { store: { catalogue } }: App,
  query: CatalogueQuery,
  page: BoundedPageRequest,
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
    ...page,
  };
  return catalogue.search(search, reader);
}

/** A limit with more than 6 decimals is rounded down: no price has more, and none is over the maximum. */
function maxMicros(maxPrice: number): number {
  return toMicros(maxPrice) ?? Math.min(Math.floor(maxPrice * 1_000_000), Number.MAX_SAFE_INTEGER);
}

/** A listing as buyers see it: published, or paused and marked as such. */
export async function findPublishedListing(
  app: App,
  ref: string,
  reader: Reader,
): Promise<Listing> {
  const listing = await app.store.listings.find(ref);
  if (!listing || !isVisible(listing.status)) throw await missingListing(app, ref, reader);
  return listing;
}

/** Whether buyers may know a listing: an archived one was not misspelled. */
export async function isKnownListing({ store: { listings } }: App, ref: string): Promise<boolean> {
  const listing = await listings.find(ref);
  return listing !== undefined && (isVisible(listing.status) || listing.status === 'archived');
}

/** How many hits of a search for the words of a slug are compared with it. */
const COMPARED = 20;
const MAX_BYTES = 256 * 1024;

/** The slug of a published listing that a buyer probably meant: the search also finds similar words. */
async function closestSlug(
  { store: { catalogue } }: App,
  ref: string,
  reader: Reader,
): Promise<string | undefined> {
  // Splitting a path of 16 KiB into words would hold the thread for as many milliseconds.
  if (ref.length > MAX_SLUG_LENGTH) return undefined;
  const words = searchWords(ref.replaceAll(/[-_]/g, ' '));
  if (words.length === 0) return undefined;
  try {
    const found = await catalogue.search(
      {
        words,
        sort: 'relevance',
        limit: COMPARED,
        after: null,
        includeContract: false,
        maxBytes: MAX_BYTES,
      },
      reader,
    );
    return closestName(
      ref,
      found.items.map(({ listing }) => listing.slug),
    );
  } catch (error) {
    // If the search is refused, only the suggestion is missing.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * The refusal for a listing that a buyer cannot see: names it, and suggests the published one with the
 * closest slug.
 */
export async function missingListing(app: App, ref: string, reader: Reader): Promise<Refusal> {
  return listingNotFound(ref, isUuid(ref) ? undefined : await closestSlug(app, ref, reader));
}

/** Up to this many listings, the count is never cached. */
const MAX_UNCACHED = 1_000;
/**
 * Counting 100,000 listings takes about 10 ms; every 20 listings keep the count cached for 1 ms.
 */
const LISTINGS_PER_MS = 20;
const MAX_CACHE_MS = 5_000;

function cacheMs(categories: readonly CategoryCount[]): number {
  const listings = categories.reduce((sum, { count }) => sum + count, 0);
  return listings < MAX_UNCACHED ? 0 : Math.min(listings / LISTINGS_PER_MS, MAX_CACHE_MS);
}

/**
 * Counts the categories, once for all concurrent requests. The count is exact up to 1,000 listings;
 * with more it is cached for at most 5 s, which is at least 200 times as long as counting takes.
 */
export function createCategoryCounter({
  store: { catalogue },
  clock,
}: Pick<App, 'store' | 'clock'>): () => Promise<CategoryCount[]> {
  let cache: { categories: CategoryCount[]; untilMs: number } | undefined;
  let running: Promise<CategoryCount[]> | undefined;
  let next: Promise<CategoryCount[]> | undefined;

  async function count(): Promise<CategoryCount[]> {
    try {
      const found = await catalogue.categories();
      cache = { categories: found, untilMs: clock.monotonic() + cacheMs(found) };
      return found;
    } finally {
      running = undefined;
    }
  }

  const cached = () => (cache && clock.monotonic() < cache.untilMs ? cache.categories : undefined);

  async function countAgain(): Promise<CategoryCount[]> {
    await running?.catch(() => undefined);
    next = undefined;
    return cached() ?? (running = count());
  }

  return async function countCategories() {
    const current = cached();
    if (current) return current;
    // A count that is running may have missed later writes.
    if (running) return (next ??= countAgain());
    return (running = count());
  };
}
