import { sql } from 'kysely';
import { all, type Dialect, first, type Operation, today } from '../database/operation.ts';
import { stepColumn } from '../database/quality-steps.ts';
import { slotOf, STEPS } from './quality.ts';
import type { CatalogueSearch } from './search.ts';
import type { Found, ListingQuery, TieredQuery } from './sql-match.ts';
import {
  countHits,
  isExcluded,
  looseWords,
  MAX_SORTED,
  newestFirst,
  searchMatch,
  similarTiers,
  withFacets,
} from './sql-words.ts';
import {
  all as allOf,
  disjoint,
  type Expression,
  keyOfPosition,
  positionOf,
  type SearchPosition,
  type Tiers,
  tiersOfAll,
  tiersOfSome,
} from './tiers.ts';

/** The first tier of listings with some of the words; before it are those with all of them. */
const FIRST_OF_SOME = 16;
/** The first tier of listings with similar words, which follow those with all of them. */
const FIRST_OF_SIMILAR = 40;

interface Ranking {
  tiers: Tiers;
  firstTier: number;
  search: CatalogueSearch;
  day: number;
  after: (SearchPosition & { id: string }) | null;
  /** Applies the filters that the full-text index does not cover. */
  filtered: <Columns>(query: ListingQuery<Columns>) => ListingQuery<Columns>;
}

/** Hits sorted by tier and quality, from the position on. */
function* inOrder(
  { db }: Dialect,
  { firstTier, day, after }: Ranking,
  hits: TieredQuery,
  limit: number,
): Operation<Found[]> {
  const positioned = hits.select([
    stepColumn(slotOf(day)).as('step'),
    'listing.row_number as position',
  ]);
  let sorted = db
    .selectFrom(positioned.as('hit'))
    .select(['id', 'tier', 'step'])
    .orderBy('tier')
    .orderBy('step', 'desc')
    .orderBy('position', 'desc')
    .limit(limit);
  if (after) {
    sorted = sorted.where(
      sql<boolean>`(tier, -step, -position) > (${sql.lit(after.tier - firstTier)}, ${sql.lit(-after.step)},
        (SELECT -row_number FROM listing WHERE id = ${after.id}))`,
    );
  }
  const rows = yield* all(sorted);
  return rows.map(({ id, tier, step }) => ({
    id,
    key: keyOfPosition({ day, tier: firstTier + tier, step }),
  }));
}

/** Few matches: found in all tiers at once, then sorted. */
function sortedHits(dialect: Dialect, ranking: Ranking): Operation<Found[]> {
  const { tiers, search, filtered } = ranking;
  const hits = searchMatch(dialect).tiered(
    dialect.db,
    tiers.of.map((tier) => withFacets(dialect, tier, search)),
    withFacets(dialect, tiers.whole, search),
  );
  return inOrder(dialect, ranking, filtered(hits), search.limit + 1);
}

/** The steps of a large tier that have listings, best first. */
function* stepsOf(
  dialect: Dialect,
  inTier: Expression,
  stepTerm: (step: number) => Expression,
): Operation<{ step: number; expression: Expression }[]> {
  const steps = Array.from({ length: STEPS }, (_, at) => STEPS - 1 - at).map((step) => ({
    step,
    // Inside the index this costs no more than merging two lists.
    expression: allOf([inTier, stepTerm(step)]),
  }));
  const counts = yield* countHits(
    dialect,
    steps.map(({ expression }) => expression),
    1,
  );
  return steps.filter((_, at) => counts[at]);
}

/** The listings of a large tier, walked step by step. */
function* walkedTier(
  dialect: Dialect,
  { day, after, filtered }: Ranking,
  { tier, inTier, limit }: { tier: number; inTier: Expression; limit: number },
  stepTerm: (step: number) => Expression,
): Operation<Found[]> {
  const match = searchMatch(dialect);
  const found: Found[] = [];
  for (const { step, expression } of yield* stepsOf(dialect, inTier, stepTerm)) {
    const isSameTier = after?.tier === tier;
    if (isSameTier && step > after.step) continue;
    const from = isSameTier && step === after.step ? after : null;
    const hits = filtered(match.matches(dialect.db, expression)).limit(limit - found.length);
    const rows = yield* all(newestFirst(hits, match.newestFirst, from));
    const key = keyOfPosition({ day, tier, step });
    found.push(...rows.map(({ id }) => ({ id, key })));
    if (found.length >= limit) break;
  }
  return found;
}

/** Many matches: walked tier by tier, until a page is full. */
function* walkedHits(dialect: Dialect, ranking: Ranking): Operation<Found[]> {
  const { tiers, firstTier, search, day, after, filtered } = ranking;
  const match = searchMatch(dialect);
  const found: Found[] = [];
  for (const [at, expression] of disjoint(tiers.of).entries()) {
    const limit = search.limit + 1 - found.length;
    if (limit <= 0) break;
    if (after && firstTier + at < after.tier) continue;
    const inTier = withFacets(dialect, expression, search);
    const { stepTerm } = match;
    if (stepTerm) {
      const [hits = 0] = yield* countHits(dialect, [inTier], MAX_SORTED);
      if (hits === 0) continue;
      if (hits >= MAX_SORTED) {
        const tier = { tier: firstTier + at, inTier, limit };
        const term = (step: number) => stepTerm(slotOf(day), step);
        found.push(...(yield* walkedTier(dialect, ranking, tier, term)));
        continue;
      }
    }
    const hits = match.matches(dialect.db, inTier).select(sql<number>`${sql.lit(at)}`.as('tier'));
    found.push(...(yield* inOrder(dialect, ranking, filtered(hits), limit)));
  }
  return found;
}

/**
 * By relevance: by where the words are (`tiers.ts`), then by the quality of the day,
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
  const ranked = function* ranked(tiers: Tiers, firstTier: number, limit = search.limit) {
    const [hits = 0] = yield* countHits(
      dialect,
      [withFacets(dialect, tiers.whole, search)],
      MAX_SORTED,
    );
    if (hits === 0) return [];
    const after = position && position.tier >= firstTier ? position : null;
    const ranking = { tiers, firstTier, search: { ...search, limit }, day, after, filtered };
    return yield* hits < MAX_SORTED ? sortedHits(dialect, ranking) : walkedHits(dialect, ranking);
  };
  if (!position || position.tier < FIRST_OF_SOME || position.tier >= FIRST_OF_SIMILAR) {
    const isFollowing = position && position.tier >= FIRST_OF_SIMILAR;
    const found = isFollowing ? [] : yield* ranked(tiersOfAll(search.words), 0);
    if (found.length > search.limit) return found;
    if (found.length > 0 || position || (yield* isExcluded(dialect, search))) {
      const similar = yield* similarTiers(dialect, search.words);
      if (!similar) return found;
      return [...found, ...(yield* ranked(similar, FIRST_OF_SIMILAR, search.limit - found.length))];
    }
  }
  const tiers = tiersOfSome(yield* looseWords(dialect, search.words));
  return tiers ? yield* ranked(tiers, FIRST_OF_SOME) : [];
}
