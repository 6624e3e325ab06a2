import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Expression } from '../../domain/search-tiers.ts';
import type { Database } from '../database.ts';
import type { Dialect } from '../operation.ts';

/** A match: only the columns that sorting needs. */
export interface Hit {
  id: string;
  price_micros: number;
}

/** A hit with the key that it was sorted by. */
export type Found = Pick<Hit, 'id'> & { key: number };

export type HitQuery = SelectQueryBuilder<Database, 'listing', Hit>;

export const selectHits = (db: Dialect['db']): HitQuery =>
  db.selectFrom('listing').select(['listing.id', 'listing.price_micros']);

/** How an engine finds the published listings that an expression describes. */
export interface SearchMatch {
  /** The listings that match. */
  matches(db: Dialect['db'], expression: Expression): HitQuery;
  /** Those of them whose quality is in this step, in the slot of a day (`domain/quality-step.ts`). */
  atStep(db: Dialect['db'], expression: Expression, slot: number, step: number): HitQuery;
  /** `matches` as a condition, for a query that uses another index. */
  isHit(expression: Expression): RawBuilder<boolean>;
  /** How many listings match, counted up to `atMost`. */
  hits(expression: Expression, atMost: number): RawBuilder<number>;
  /** Ordering by this returns the newest matches first without sorting. */
  newestFirst: RawBuilder<number>;
}
