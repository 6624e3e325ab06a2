import { sql } from 'kysely';
import {
  any,
  anyOfAll,
  tiersOfAll,
  tiersOfSome,
  type Expression,
} from '../../domain/search-tiers.ts';
import { slotOf, STEPS } from '../../domain/quality-step.ts';
import { keyOfPosition, positionOf, type SearchPosition } from '../../domain/search-position.ts';
import type { CatalogueSearch } from '../../domain/catalogue.ts';
import { today } from '../now.ts';
import { all, first, type Dialect, type Operation } from '../operation.ts';
import { stepColumn } from './quality-step.ts';
import type { Found, HitQuery } from './search-match.ts';
import {
  countHits,
  looseWords,
  MAX_SORTED,
  newestFirst,
  searchMatch,
  withFacets,
} from './search-words.ts';

/** The first tier of listings with some of the words; before it are those with all of them. */
const FIRST_OF_SOME = 16;

interface Ranking {
  tiers: readonly Expression[];
  firstTier: number;
  search: CatalogueSearch;
  day: number;
  after: (SearchPosition & { id: string }) | null;
  /** Applies the filters that the full-text index does not cover. */
  filtered: (query: HitQuery) => HitQuery;
}

/** Few matches: found in all tiers at once, then sorted. */
function* sortedHits(
  dialect: Dialect,
  ranking: Ranking,
  limit = ranking.search.limit + 1,
): Operation<Found[]> {
  const { tiers, firstTier, search, day, after, filtered } = ranking;
  const match = searchMatch(dialect);
  const { db } = dialect;
  const queries = tiers.map((expression, at) =>
    filtered(match.matches(db, withFacets(expression, search))).select([
      sql<number>`${sql.lit(firstTier + at)}`.as('tier'),
      stepColumn(slotOf(day)).as('step'),
      'listing.row_number as position',
    ]),
  );
  const [one, ...others] = queries;
  if (!one) return [];
  const union = others.reduce((whole, query) => whole.unionAll(query), one);
  let sorted = db
    .selectFrom(union.as('hit'))
    .select(['id', 'tier', 'step'])
    .orderBy('tier')
    .orderBy('step', 'desc')
    .orderBy('position', 'desc')
    .limit(limit);
  if (after) {
    sorted = sorted.where(
      sql<boolean>`(tier, -step, -position) > (${sql.lit(after.tier)}, ${sql.lit(-after.step)},
        (SELECT -row_number FROM listing WHERE id = ${after.id}))`,
    );
  }
  const rows = yield* all(sorted);
  return rows.map(({ id, tier, step }) => ({ id, key: keyOfPosition({ day, tier, step }) }));
}

/** Many matches: walked tier by tier, and within a large one step by step, until a page is full. */
function* walkedHits(dialect: Dialect, ranking: Ranking): Operation<Found[]> {
  const { tiers, firstTier, search, day, after, filtered } = ranking;
  const match = searchMatch(dialect);
  const found: Found[] = [];
  for (const [at, expression] of tiers.entries()) {
    const tier = firstTier + at;
    if (after && tier < after.tier) continue;
    const inTier = withFacets(expression, search);
    const [hits = 0] = yield* countHits(dialect, [inTier], MAX_SORTED);
    if (hits < MAX_SORTED) {
      const wanted = search.limit + 1 - found.length;
      if (wanted <= 0) return found;
      const alone = { ...ranking, tiers: [expression], firstTier: tier };
      if (hits > 0) found.push(...(yield* sortedHits(dialect, alone, wanted)));
      continue;
    }
    for (let step = STEPS - 1; step >= 0; step--) {
      const isSameTier = after?.tier === tier;
      if (isSameTier && step > after.step) continue;
      const wanted = search.limit + 1 - found.length;
      if (wanted <= 0) return found;
      const hits = filtered(match.atStep(dialect.db, inTier, slotOf(day), step)).limit(wanted);
      const from = isSameTier && step === after.step ? after : null;
      const rows = yield* all(newestFirst(hits, match.newestFirst, from));
      const key = keyOfPosition({ day, tier, step });
      found.push(...rows.map(({ id }) => ({ id, key })));
    }
  }
  return found;
}

/**
 * By relevance: by where the words are (`domain/search-tiers.ts`), then by the quality of the day,
 * the newest first among equals. Unlike a score over the whole corpus, this rank does not change when
 * another listing is published, and the quality of a day stays until the end of the next, so paging is
 * stable (docs/adr/0002).
 */
export function* rankedHits(
  dialect: Dialect,
  search: CatalogueSearch,
  filtered: Ranking['filtered'],
): Operation<Found[]> {
  const row = yield* first(dialect.db.selectNoFrom(today.as('today')));
  const now = Math.floor(Number(row?.today));
  const position = search.after && { ...positionOf(search.after.key), id: search.after.id };
  // The steps of other days are no longer stored, or not yet.
  const day = position ? Math.max(now - 1, Math.min(position.day, now)) : now;
  const ranked = function* ranked(tiers: Expression[], firstTier: number, whole: Expression) {
    const [hits = 0] = yield* countHits(dialect, [withFacets(whole, search)], MAX_SORTED);
    if (hits === 0) return [];
    const ranking = { tiers, firstTier, search, day, after: position, filtered };
    return yield* hits < MAX_SORTED ? sortedHits(dialect, ranking) : walkedHits(dialect, ranking);
  };
  if (!position || position.tier < FIRST_OF_SOME) {
    const found = yield* ranked(tiersOfAll(search.words), 0, anyOfAll(search.words));
    if (found.length > 0 || position) return found;
  }
  const tiers = tiersOfSome(yield* looseWords(dialect, search.words));
  return tiers.length === 0 ? [] : yield* ranked(tiers, FIRST_OF_SOME, any(tiers));
}
