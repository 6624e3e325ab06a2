import type { RawBuilder } from 'kysely';
import type { CatalogueSearch } from '../../domain/store.ts';

export type SearchTerms = Pick<CatalogueSearch, 'words' | 'category' | 'tag'>;

/** How an engine finds published listings by all of the words, the last one also as a beginning. */
export interface SearchMatch {
  /** Where words may stand: title, then tags, then description. */
  tiers: number;
  /** The listings whose words stand this well, and no better. */
  byTier(terms: SearchTerms, tier: number): RawBuilder<boolean>;
  anywhere(terms: SearchTerms): RawBuilder<boolean>;
}
