// What statistics count, how it is added up and how it is stored.

import type { FailureKind } from '@mkt/protocol';

/**
 * Orders by the bucket of their duration (`durationBucket`): their numbers in the buckets from `first` on.
 * An array, which is added up five times as fast as an object.
 */
export interface Durations {
  first: number;
  counts: number[];
}

/** Counts of settled orders. */
export interface StatsCounts {
  completed: number;
  /** Failed orders by kind; kinds without one are absent. */
  failures: Partial<Record<FailureKind, number>>;
  /** The failures in which the service refused the input (`REFUSED_INPUT_STATUSES`). */
  refused: number;
  /**
   * What completed orders cost, in micro-units by currency. As text, because the sum of many large
   * prices is no safe integer.
   */
  amounts: Record<string, string>;
  /** The durations of completed orders. */
  durations: Durations;
  /** Completed orders by whether the result matches the output schema. */
  valid: number;
  invalid: number;
  unchecked: number;
}

/**
 * How calls of a listing on a day count towards its quality, each account with a few of them. Fractions
 * of calls are whole millionths, so that a sum does not depend on the order of its terms.
 */
export interface QualityCounts {
  calls: number;
  /** In millionths. */
  completed: number;
  refused: number;
  /** As `StatsCounts.durations`, in millionths. */
  durations: Durations;
}

const noDurations = (): Durations => ({ first: 0, counts: [] });

export const noCounts = (): StatsCounts => ({
  completed: 0,
  failures: {},
  refused: 0,
  amounts: {},
  durations: noDurations(),
  valid: 0,
  invalid: 0,
  unchecked: 0,
});

/** Each bucket of durations is a tenth wider than the one before. */
const GROWTH = 1.1;

/** Bucket 0 has everything up to 1 ms, bucket n what is over 1.1ⁿ⁻¹ and at most 1.1ⁿ ms. */
export const durationBucket = (ms: number): number =>
  ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(GROWTH));

/** The middle of a bucket in whole milliseconds: at most 5 % from every duration in it. */
const middleOf = (bucket: number): number =>
  bucket === 0 ? 1 : Math.round(GROWTH ** (bucket - 0.5));

/** The duration that a share of the completed orders did not exceed; null without one. */
export function percentileMs(
  { durations: { first, counts } }: Pick<StatsCounts, 'durations'>,
  share: number,
): number | null {
  let total = 0;
  for (const count of counts) total += count;
  if (total === 0) return null;
  let passed = 0;
  const at = counts.findIndex((count) => {
    passed += count;
    return count > 0 && passed >= total * share;
  });
  return middleOf(first + at);
}

export function addTo(counts: Record<string, number>, name: string, count: number): void {
  counts[name] = (counts[name] ?? 0) + count;
}

/** Adds `more` to `durations`, or with `sign` -1 takes it away. */
export function addDurations(durations: Durations, more: Durations, sign: 1 | -1 = 1): void {
  const { counts } = durations;
  if (more.counts.length === 0) return;
  if (counts.length === 0) durations.first = more.first;
  for (; durations.first > more.first; durations.first--) counts.unshift(0);
  const start = more.first - durations.first;
  while (counts.length < start + more.counts.length) counts.push(0);
  for (const [at, count] of more.counts.entries()) {
    counts[start + at] = (counts[start + at] ?? 0) + sign * count;
  }
}

export function addAmount(amounts: Record<string, string>, currency: string, micros: bigint): void {
  if (micros > 0n) amounts[currency] = String(BigInt(amounts[currency] ?? 0) + micros);
}

/** Adds `more` to `counts`. */
export function addCounts(counts: StatsCounts, more: StatsCounts): void {
  counts.completed += more.completed;
  for (const [kind, count] of Object.entries(more.failures)) addTo(counts.failures, kind, count);
  counts.refused += more.refused;
  for (const [currency, micros] of Object.entries(more.amounts)) {
    addAmount(counts.amounts, currency, BigInt(micros));
  }
  addDurations(counts.durations, more.durations);
  counts.valid += more.valid;
  counts.invalid += more.invalid;
  counts.unchecked += more.unchecked;
}

export const noQualityCounts = (): QualityCounts => ({
  calls: 0,
  completed: 0,
  refused: 0,
  durations: noDurations(),
});

/** Adds `more` to `counts`, or with `sign` -1 takes it away. */
export function addQuality(counts: QualityCounts, more: QualityCounts, sign: 1 | -1 = 1): void {
  counts.calls += sign * more.calls;
  counts.completed += sign * more.completed;
  counts.refused += sign * more.refused;
  addDurations(counts.durations, more.durations, sign);
}

type Stored<Counts> = Partial<Omit<Counts, 'durations'>> & { durations?: number[] };

/** Most counts of most rows are empty, and take no space. */
export function toJson({ durations, ...counts }: StatsCounts | QualityCounts): string {
  const stored: Record<string, unknown> = {};
  const { first, counts: numbers } = durations;
  if (numbers.length > 0) stored['durations'] = [first, ...numbers];
  for (const name in counts) {
    const value = counts[name as keyof typeof counts];
    if (value !== 0 && (typeof value === 'number' || !isEmpty(value))) stored[name] = value;
  }
  return JSON.stringify(stored);
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

function durationsOf([first = 0, ...counts]: readonly number[] = []): Durations {
  return { first, counts };
}

export function readCounts(json: string): StatsCounts {
  const { durations, ...counts } = JSON.parse(json) as Stored<StatsCounts>;
  return { ...noCounts(), ...counts, durations: durationsOf(durations) };
}

export function readQualityCounts(json: string): QualityCounts {
  const { durations, ...counts } = JSON.parse(json) as Stored<QualityCounts>;
  return { ...noQualityCounts(), ...counts, durations: durationsOf(durations) };
}
