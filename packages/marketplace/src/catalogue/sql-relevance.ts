import { sql } from 'kysely';
import { all, type Dialect, first, type Operation } from '../database/operation.ts';
import { columnOf, STEP_COLUMNS } from '../database/day-slots.ts';
import { slotOf, STEPS } from './quality.ts';
import type { Found, HitQuery, ListingQuery, StepIndex, TieredQuery } from './sql-match.ts';
import {
  accountWithAll,
  countHits,
  dayInUse,
  facetsOf,
  looseWords,
  MAX_SORTED,
  newestFirst,
  searchMatch,
  similarTiers,
  withFacets,
  type Sought,
} from './sql-words.ts';
import {
  all as allOf,
  createDisjoint,
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
  firstTier: number;
  search: Sought;
  day: number;
  after: (SearchPosition & { id: string }) | null;
  filters: Filters;
}

interface Filters {
  /** Applies the filters that the full-text index does not cover. */
  filtered: <Columns>(query: ListingQuery<Columns>) => ListingQuery<Columns>;
  /** Applies all filters, to few listings. */
  filteredByColumns: (query: HitQuery) => HitQuery;
}

/** Hits sorted by tier and quality, from the position on. */
function* inOrder(
  { db }: Dialect,
  { firstTier, day, after }: Ranking,
  hits: TieredQuery,
  limit: number,
): Operation<Found[]> {
  const positioned = hits.select([
    columnOf(STEP_COLUMNS, slotOf(day)).as('step'),
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

/** Counting matches that pass filters outside the index reads each of them, so it soon counts as many. */
const MAX_COUNTED = 200;

/** How many listings match, with the filters that the index does not cover, too; up to `MAX_SORTED`. */
function* countMatches(
  dialect: Dialect,
  expression: Expression,
  { filtered }: Filters,
): Operation<number> {
  const match = searchMatch(dialect);
  if (match.columnTerms) return (yield* countHits(dialect, [expression], MAX_SORTED))[0] ?? 0;
  const some = filtered(match.matches(dialect.db, expression)).limit(MAX_COUNTED);
  const row = yield* first(
    dialect.db
      .selectFrom(some.as('hit'))
      .select((select) => select.fn.countAll<number>().as('hits')),
  );
  const hits = row?.hits ?? 0;
  return hits < MAX_COUNTED ? hits : MAX_SORTED;
}

/** Few matches: found in all tiers at once, then sorted. */
function sortedHits(
  dialect: Dialect,
  ranking: Ranking,
  { tiers, hits }: { tiers: Tiers; hits: number },
): Operation<Found[]> {
  const { search, filters } = ranking;
  const narrowed = (tier: Expression) => withFacets(dialect, tier, search);
  const whole = narrowed(tiers.whole);
  const found = searchMatch(dialect).tiered(dialect.db, { tiers: tiers.of, whole, hits, narrowed });
  return inOrder(dialect, ranking, filters.filtered(found), search.limit + 1);
}

/** The steps that have listings which pass the filters, best first. */
function* stepsOf(
  dialect: Dialect,
  search: Sought,
  stepTerm: (step: number) => Expression,
): Operation<number[]> {
  const steps = Array.from({ length: STEPS }, (_, at) => STEPS - 1 - at);
  const expressions = steps.map((step) => allOf([...facetsOf(dialect, search), stepTerm(step)]));
  const counts = yield* countHits(dialect, expressions, 1);
  return steps.filter((_, at) => counts[at]);
}

type Walk = Omit<Ranking, 'firstTier' | 'filters'> & { filters: Pick<Filters, 'filtered'> };

interface WalkedTier {
  tier: number;
  /** What its listings match; empty if it has all. */
  inTier: readonly Expression[];
  limit: number;
}

/** The listings of a large tier, walked step by step. */
function* walkedTier(
  dialect: Dialect,
  steps: StepIndex,
  { search, day, after, filters }: Walk,
  { tier, inTier, limit }: WalkedTier,
): Operation<Found[]> {
  const match = searchMatch(dialect);
  const stepTerm = (step: number) => steps.term(slotOf(day), step);
  const found: Found[] = [];
  for (const step of yield* stepsOf(dialect, search, stepTerm)) {
    const isSameTier = after?.tier === tier;
    if (isSameTier && step > after.step) continue;
    const from = isSameTier && step === after.step ? after : null;
    // Inside the index a step costs no more than merging two lists.
    const inStep = match.matches(dialect.db, allOf([...inTier, stepTerm(step)]));
    const hits = filters.filtered(inStep).limit(limit - found.length);
    const rows = yield* all(newestFirst(hits, match.newestFirst, from));
    const key = keyOfPosition({ day, tier, step });
    found.push(...rows.map(({ id }) => ({ id, key })));
    if (found.length >= limit) break;
  }
  return found;
}

interface Tier {
  /** Its place in the list of tiers. */
  at: number;
  /** Without the listings of the tiers before it. */
  own: Expression;
  limit: number;
}

/** The listings of a tier from the position on; undefined if it has none of its own. */
function* hitsOfTier(
  dialect: Dialect,
  ranking: Ranking,
  { at, own, limit }: Tier,
): Operation<Found[] | undefined> {
  const { db } = dialect;
  const { firstTier, search, filters } = ranking;
  const { matches, steps } = searchMatch(dialect);
  const inTier = withFacets(dialect, own, search);
  const ordered = (hits: HitQuery) =>
    inOrder(dialect, ranking, hits.select(sql<number>`${sql.lit(at)}`.as('tier')), limit);
  if (!steps) return yield* ordered(filters.filtered(matches(db, inTier)));
  // First without the filters: their common terms would take longer than the words of a small tier.
  for (const expression of new Set([own, inTier])) {
    const found = yield* all({
      compile: () => steps.positions(expression, MAX_SORTED).compile(db),
    });
    if (found.length === 0) return undefined;
    if (found.length < MAX_SORTED) {
      const rows = found.map(({ position }) => position);
      return yield* ordered(filters.filteredByColumns(steps.inRows(db, rows)));
    }
  }
  const tier = { tier: firstTier + at, inTier: [inTier], limit };
  return yield* walkedTier(dialect, steps, ranking, tier);
}

/** Many matches: walked tier by tier, until a page is full. */
function* walkedHits(dialect: Dialect, ranking: Ranking, tiers: Tiers): Operation<Found[]> {
  const { firstTier, search, after } = ranking;
  const found: Found[] = [];
  const disjoint = createDisjoint();
  for (const [at, whole] of tiers.of.entries()) {
    const limit = search.limit + 1 - found.length;
    if (limit <= 0) break;
    const own = disjoint.next(whole);
    if (after && firstTier + at < after.tier) continue;
    const hits = yield* hitsOfTier(dialect, ranking, { at, own, limit });
    if (hits) found.push(...hits);
    else disjoint.lastIsEmpty();
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
  search: Sought,
  filters: Filters,
): Operation<Found[]> {
  const position = search.after && { ...positionOf(search.after.key), id: search.after.id };
  const day = yield* dayInUse(dialect, position?.day);
  const ranked = function* ranked(tiers: Tiers, firstTier: number, limit = search.limit) {
    const whole = withFacets(dialect, tiers.whole, search);
    const hits = yield* countMatches(dialect, whole, filters);
    if (hits === 0) return [];
    const after = position && position.tier >= firstTier ? position : null;
    const ranking = { firstTier, search: { ...search, limit }, day, after, filters };
    return yield* hits < MAX_SORTED
      ? sortedHits(dialect, ranking, { tiers, hits })
      : walkedHits(dialect, ranking, tiers);
  };
  if (!position || position.tier < FIRST_OF_SOME || position.tier >= FIRST_OF_SIMILAR) {
    const isFollowing = position && position.tier >= FIRST_OF_SIMILAR;
    const found = isFollowing ? [] : yield* ranked(tiersOfAll(search.words, search.last), 0);
    if (found.length > search.limit) return found;
    const account = yield* accountWithAll(dialect, search);
    // Those that the filters leave out must not be replaced by others with fewer of the words.
    if (account !== 'none' || position) {
      const similar = yield* similarTiers(dialect, search, account);
      if (!similar) return found;
      return [...found, ...(yield* ranked(similar, FIRST_OF_SIMILAR, search.limit - found.length))];
    }
  }
  const tiers = tiersOfSome(yield* looseWords(dialect, search.words));
  return tiers ? yield* ranked(tiers, FIRST_OF_SOME) : [];
}

/** By quality, where the index has steps: all that match are one tier. */
export function* hitsByQuality(
  dialect: Dialect,
  steps: StepIndex,
  search: Sought,
  { words, filtered }: Pick<Filters, 'filtered'> & { words: Expression | undefined },
): Operation<Found[]> {
  const after = search.after && { ...positionOf(search.after.key), tier: 0, id: search.after.id };
  const day = yield* dayInUse(dialect, after?.day);
  const ranking = { search, day, after, filters: { filtered } };
  const inTier = [...(words ? [words] : []), ...facetsOf(dialect, search)];
  return yield* walkedTier(dialect, steps, ranking, { tier: 0, inTier, limit: search.limit + 1 });
}
