import { LIMITS } from '@mkt/protocol';
import { sql } from 'kysely';
import {
  all,
  type Dialect,
  execute,
  isOneOf,
  now,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import { STEP_COLUMNS } from '../database/quality-steps.ts';
import { addQuality, noQualityCounts, readCounts, readQualityCounts } from '../stats/counts.ts';
import { PERIOD_MS, startOf, startsIn } from '../stats/stats.ts';
import { dayOf, inFull, nextRatingMs, type Quality, qualityOf, slotOf, stepOf } from './quality.ts';

/** A listing is rated this long after a sale was counted, together with the sales in between. */
const AFTER_SALE_MS = 60_000;

export const readQuality = (json: string | null): Quality | null =>
  json === null ? null : (JSON.parse(json) as Quality);

/** Sets when these listings are rated next, unless they are rated sooner. */
export function scheduleRating(
  dialect: Dialect,
  listingIds: readonly string[],
): SingleStatement<number> {
  const soon = sql<number>`${now} + ${sql.lit(AFTER_SALE_MS)}`;
  return execute(
    dialect.db
      .updateTable('listing_health')
      .set({ quality_due_at: soon })
      .where(isOneOf(dialect, 'listing_id', listingIds))
      .where((where) =>
        where.or([where('quality_due_at', 'is', null), where('quality_due_at', '>', soon)]),
      ),
  );
}

type Steps = Record<(typeof STEP_COLUMNS)[number], number>;

/** Sets the step of tomorrow: those of today and yesterday are in use. True if all are this one. */
function* setStep(
  { db }: Dialect,
  { listing, step }: { listing: Steps & { id: string; now: number }; step: number },
): Operation<boolean> {
  const column = STEP_COLUMNS[slotOf(dayOf(listing.now) + 1)] ?? STEP_COLUMNS[0];
  if (listing[column] !== step) {
    yield* execute(
      db
        .updateTable('listing')
        .set({ [column]: step })
        .where('id', '=', listing.id),
    );
  }
  return STEP_COLUMNS.every((each) => each === column || listing[each] === step);
}

/** Rates listings that are due, and returns their number. */
export function* rateListings(dialect: Dialect, limit: number): Operation<number> {
  const { db } = dialect;
  const due = yield* all(
    db
      .selectFrom('listing_health')
      .innerJoin('listing', 'listing.id', 'listing_health.listing_id')
      .select([
        'listing.id',
        'listing.account_id',
        'quality_due_at',
        now.as('now'),
        ...STEP_COLUMNS,
      ])
      .where('quality_due_at', '<=', now)
      .orderBy('quality_due_at')
      .limit(limit),
  );
  for (const row of due) {
    const { id, account_id: accountId, quality_due_at: dueAt, now: nowMs } = row;
    const endMs = startOf(nowMs, 'day') + PERIOD_MS.day;
    const days = startsIn('day', endMs - LIMITS.qualityDays * PERIOD_MS.day, endMs);
    const rows = yield* all(
      db
        .selectFrom('stats')
        .select(['side', 'counts_json'])
        .where('period', '=', 'day')
        .where(isOneOf(dialect, 'start', days))
        .where('side', 'in', ['sales', 'quality'])
        .where('account_id', '=', accountId)
        .where('part', '=', id),
    );
    const counts = noQualityCounts();
    for (const { side, counts_json: json } of rows) {
      if (side === 'sales') addQuality(counts, inFull(readCounts(json)));
      else addQuality(counts, readQualityCounts(json), -1);
    }
    const quality = qualityOf(counts);
    const isSettled = yield* setStep(dialect, { listing: row, step: stepOf(quality) });
    yield* execute(
      db
        .updateTable('listing_health')
        .set({
          quality_json: quality && JSON.stringify(quality),
          // Without a sale in these days there is nothing to forget.
          quality_due_at: rows.length === 0 && isSettled ? null : nextRatingMs(id, nowMs),
        })
        .where('listing_id', '=', id)
        // Unless a sale was counted meanwhile.
        .where('quality_due_at', '=', dueAt),
    );
  }
  return due.length;
}
