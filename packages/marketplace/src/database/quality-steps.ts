import { sql, type RawBuilder } from 'kysely';

export const STEP_COLUMNS = ['quality_step_0', 'quality_step_1', 'quality_step_2'] as const;

/** The column with the steps of a day's slot. */
export const stepColumn = (slot: number): RawBuilder<number> =>
  sql.ref(`listing.${STEP_COLUMNS[slot % STEP_SLOTS] ?? STEP_COLUMNS[0]}`);

/** Days whose steps are kept: yesterday's, today's and, while they are computed, tomorrow's. */
export const STEP_SLOTS = 3;

/** The step of a listing without a quality: above the bad ones, below the good ones. */
export const UNKNOWN_STEP = 2;
