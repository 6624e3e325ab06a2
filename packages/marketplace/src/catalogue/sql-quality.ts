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
import { CALLS_COLUMNS, STEP_COLUMNS } from '../database/day-slots.ts';
import {
  addQuality,
  noQualityCounts,
  PERIOD_MS,
  readCounts,
  readQualityCounts,
  startOf,
  startsIn,
} from '../stats/stats.ts';
import {
  callsInOrder,
  dayOf,
  inFull,
  nextRatingMs,
  type Quality,
  qualityOf,
  slotOf,
  stepOf,
} from './quality.ts';

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

const COLUMNS = [...STEP_COLUMNS, ...CALLS_COLUMNS] as const;

type Column = (typeof COLUMNS)[number];

interface Rated {
  listing: Record<Column, number> & { id: string; now: number };
  step: number;
  calls: number;
}

/** Sets the figures of tomorrow: those of today and yesterday are in use. True if all are these. */
function* setTomorrow({ db }: Dialect, { listing, step, calls }: Rated): Operation<boolean> {
  const changed: Partial<Record<Column, number>> = {};
  const tomorrow = slotOf(dayOf(listing.now) + 1);
  let isSettled = true;
  for (const [columns, figure] of [
    [STEP_COLUMNS, step],
    [CALLS_COLUMNS, calls],
  ] as const) {
    for (const [slot, column] of columns.entries()) {
      if (listing[column] === figure) continue;
      if (slot === tomorrow) changed[column] = figure;
      else isSettled = false;
    }
  }
  if (Object.keys(changed).length > 0) {
    yield* execute(db.updateTable('listing').set(changed).where('id', '=', listing.id));
  }
  return isSettled;
}

/** Rates listings that are due, and returns their number. */
export function* rateListings(dialect: Dialect, limit: number): Operation<number> {
  const { db } = dialect;
  const due = yield* all(
    db
      .selectFrom('listing_health')
      .innerJoin('listing', 'listing.id', 'listing_health.listing_id')
      .select(['listing.id', 'listing.account_id', 'quality_due_at', now.as('now'), ...COLUMNS])
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
    const figures = { step: stepOf(quality), calls: callsInOrder(counts.calls) };
    const isSettled = yield* setTomorrow(dialect, { listing: row, ...figures });
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
