import type { BudgetPeriod } from '@mkt/protocol';
import { DAY_MS } from '../market/limits.ts';

/** The days of a period, since the Unix epoch: from `start`, up to but without `end`. */
export interface Days {
  start: number;
  /** null for a period without end. */
  end: number | null;
}

/** Days of the 400 years after which the calendar repeats, and until 1 March of the year 0. */
const DAYS_OF_ERA = 146_097;
const EPOCH_SINCE_MARCH_0 = 719_468;

/**
 * The first days of the month of a day and of the month after it, in days since the Unix epoch. Years
 * are counted from March here, so that the leap day is the last of its year (Howard Hinnant,
 * "chrono-compatible low-level date algorithms").
 */
function monthOf(day: number): { start: number; end: number } {
  const shifted = day + EPOCH_SINCE_MARCH_0;
  const dayOfEra = shifted - Math.floor(shifted / DAYS_OF_ERA) * DAYS_OF_ERA;
  const year = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const leapDays = (years: number) => Math.floor(years / 4) - Math.floor(years / 100);
  const dayOfYear = dayOfEra - (365 * year + leapDays(year));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const startOf = (index: number) => Math.floor((153 * index + 2) / 5);
  const start = day - (dayOfYear - startOf(month));
  if (month < 11) return { start, end: start + startOf(month + 1) - startOf(month) };
  // February, the last month: a year has a 366th day if the next one since March is a leap year.
  const next = year + 1;
  const isLeap = next % 4 === 0 && (next % 100 !== 0 || next % 400 === 0);
  return { start, end: start + (isLeap ? 29 : 28) };
}

/** The UTC day of a time in Unix milliseconds, in days since the Unix epoch. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** The period that a time belongs to, in UTC. */
export function periodAt(period: BudgetPeriod, ms: number): Days {
  const day = dayOf(ms);
  switch (period) {
    case 'none':
      return { start: 0, end: null };
    case 'day':
      return { start: day, end: day + 1 };
    case 'month':
      return monthOf(day);
  }
}
