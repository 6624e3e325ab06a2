import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { CatalogueSearch } from '../../domain/store.ts';
import type { Database } from '../database.ts';
import type { Dialect } from '../operation.ts';

export type SearchTerms = Pick<CatalogueSearch, 'words' | 'category' | 'tag'>;

/** A match: only the columns that sorting needs. */
export interface Hit {
  id: string;
  price_micros: number;
}

export type HitQuery = SelectQueryBuilder<Database, 'listing', Hit>;

export const selectHits = (db: Dialect['db']): HitQuery =>
  db.selectFrom('listing').select(['listing.id', 'listing.price_micros']);

/** How an engine finds published listings that match all words, the last one also as a prefix. */
export interface SearchMatch {
  /** The number of tiers, best first: title, then tags, then description. */
  tiers: number;
  /** The listings whose words match in this tier and in no better one. */
  byTier(db: Dialect['db'], terms: SearchTerms, tier: number): HitQuery;
  /** The listings whose words match in any tier. */
  anywhere(db: Dialect['db'], terms: SearchTerms): HitQuery;
  /** `anywhere` as a condition, for a query that uses another index. */
  isHit(terms: SearchTerms): RawBuilder<boolean>;
  /** How many listings match, counted up to `atMost`. */
  hits(terms: SearchTerms, atMost: number): RawBuilder<number>;
  /** Ordering by this returns the newest matches first without sorting. */
  newestFirst: RawBuilder<number>;
}
