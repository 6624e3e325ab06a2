import { sql, type RawBuilder } from 'kysely';

/** Days whose figures are kept: yesterday's, today's and, while they are computed, tomorrow's. */
export const SLOTS = 3;

/** The columns of a listing with the steps of its quality, by the slot of the day. */
export const STEP_COLUMNS = ['quality_step_0', 'quality_step_1', 'quality_step_2'] as const;

/** The columns of a listing with its calls, by the slot of the day. */
export const CALLS_COLUMNS = ['calls_0', 'calls_1', 'calls_2'] as const;

type Columns = readonly [string, string, string];

/** The column of a listing with the figures of a day's slot. */
export const columnOf = (columns: Columns, slot: number): RawBuilder<number> =>
  sql.ref(`listing.${columns[slot % SLOTS] ?? columns[0]}`);

/** The step of a listing without a quality: above the bad ones, below the good ones. */
export const UNKNOWN_STEP = 2;
