import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { CatalogueSearch } from '../../domain/store.ts';
import type { Database } from '../database.ts';
import type { Dialect } from '../operation.ts';

export type SearchTerms = Pick<CatalogueSearch, 'words' | 'category' | 'tag'>;

/** A listing that was found: so little of it that many can be sorted. */
export interface Hit {
  id: string;
  price_micros: number;
}

export type HitQuery = SelectQueryBuilder<Database, 'listing', Hit>;

export const selectHits = (db: Dialect['db']): HitQuery =>
  db.selectFrom('listing').select(['listing.id', 'listing.price_micros']);

/** How an engine finds published listings by all of the words, the last one also as a beginning. */
export interface SearchMatch {
  /** Where words may stand: title, then tags, then description. */
  tiers: number;
  /** The listings whose words stand this well, and no better. */
  byTier(db: Dialect['db'], terms: SearchTerms, tier: number): HitQuery;
  /** In any of the places. */
  anywhere(db: Dialect['db'], terms: SearchTerms): HitQuery;
  /** The same as a condition, for a query that goes by another index. */
  isHit(terms: SearchTerms): RawBuilder<boolean>;
  /** How many there are; of many, that there are at least `atMost`. */
  hits(terms: SearchTerms, atMost: number): RawBuilder<number>;
  /** By this the matches come newest first without being sorted. */
  newestFirst: RawBuilder<number>;
}
