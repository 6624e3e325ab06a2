import type { RawBuilder } from 'kysely';
import type { CatalogueSearch } from '../../domain/store.ts';
import type { Dialect } from '../operation.ts';
import type { ListingQuery } from './listing-row.ts';

export type SearchTerms = Pick<CatalogueSearch, 'words' | 'category' | 'tag'>;

/** How an engine finds published listings by all of the words, the last one also as a beginning. */
export interface SearchMatch {
  /** Where words may stand: title, then tags, then description. */
  tiers: number;
  /** The listings whose words stand this well, and no better. */
  byTier(db: Dialect['db'], terms: SearchTerms, tier: number): ListingQuery;
  /** In any of the places. */
  anywhere(db: Dialect['db'], terms: SearchTerms): ListingQuery;
  /** The same as a condition, for a query that goes by another index. */
  isHit(terms: SearchTerms): RawBuilder<boolean>;
  /** How many there are; of many, that there are at least `atMost`. */
  hits(terms: SearchTerms, atMost: number): RawBuilder<number>;
  /** By this the matches come newest first without being sorted. */
  newestFirst: RawBuilder<number>;
}
