import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Expression } from './tiers.ts';
import type { CatalogueSearch } from './catalogue.ts';
import type { Database } from '../database/database.ts';
import type { Dialect } from '../database/operation.ts';

/** A match: only the columns that sorting needs. */
export interface Hit {
  id: string;
  price_micros: number;
}

/** A hit with the key that it was sorted by. */
export type Found = Pick<Hit, 'id'> & { key: number };

export type ListingQuery<Columns> = SelectQueryBuilder<Database, 'listing', Columns>;

export type HitQuery = ListingQuery<Hit>;

/** Matches, each with the place of its tier in a list. */
export type TieredQuery = ListingQuery<Hit & { tier: number }>;

export const selectHits = (db: Dialect['db']): HitQuery =>
  db.selectFrom('listing').select(['listing.id', 'listing.price_micros']);

export type ColumnFilters = Pick<CatalogueSearch, 'health' | 'currency' | 'maxPriceMicros'>;

/** How an engine finds the published listings that an expression describes. */
export interface SearchMatch {
  /** The listings that match. */
  matches(db: Dialect['db'], expression: Expression): HitQuery;
  /** The listings that match `whole`, each with the first of the tiers that it belongs to. */
  tiered(db: Dialect['db'], tiers: readonly Expression[], whole: Expression): TieredQuery;
  /**
   * The term of listings whose quality is in a step, in the slot of a day
   * (`domain/quality-step.ts`); undefined where the index has none.
   */
  stepTerm: ((slot: number, step: number) => Expression) | undefined;
  /**
   * Health, currency and price as terms; undefined where they are not in the index. Those of the
   * price also match some listings that cost more.
   */
  columnTerms: ((search: ColumnFilters) => Expression[]) | undefined;
  /** `matches` as a condition, for a query that uses another index. */
  isHit(expression: Expression): RawBuilder<boolean>;
  /** How many listings match, counted up to `atMost`. */
  hits(expression: Expression, atMost: number): RawBuilder<number>;
  /** 1 if any listing matches, otherwise 0, for words that are probably rare. */
  isListed(expression: Expression): RawBuilder<number>;
  /** Ordering by this returns the newest matches first without sorting. */
  newestFirst: RawBuilder<number>;
}
