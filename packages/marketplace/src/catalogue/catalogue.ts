import type { CatalogueSort, HealthStatus } from '@mkt/protocol';
import type { ListedListing } from '../listings/listing.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import type { Reader } from '../market/reader.ts';

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

export interface CatalogueStore {
  /** Published listings. */
  search(search: CatalogueSearch, reader: Reader): Promise<CataloguePage>;
  categories(): Promise<CategoryCount[]>;
  /**
   * Deletes those of the next words, in their order, that no published listing has in its title or tags
   * any more, so that no misspelled search finds them. Returns the last word that was looked at, or
   * undefined at the end.
   */
  pruneSpelling(after: string, limit: number): Promise<string | undefined>;
}

export interface CategoryCount {
  category: string;
  /** The number of published listings. */
  count: number;
}
