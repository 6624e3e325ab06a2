import { sql, type RawBuilder } from 'kysely';
import { STEP_SLOTS } from '../../domain/quality-step.ts';

export const STEP_COLUMNS = ['quality_step_0', 'quality_step_1', 'quality_step_2'] as const;

/** The column with the steps of a day's slot. */
export const stepColumn = (slot: number): RawBuilder<number> =>
  sql.ref(`listing.${STEP_COLUMNS[slot % STEP_SLOTS] ?? STEP_COLUMNS[0]}`);
