// docs/listings.md#quality: which calls count.
import { describe, expect, it } from 'vitest';
import { qualityOf } from '../../src/domain/quality.ts';
import { noCounts } from '../../src/domain/stats.ts';

/** Counts of completed orders by bucket. */
const buckets = (counts: Record<number, number>) =>
  Array.from({ length: 61 }, (_, bucket) => counts[bucket] ?? 0);

describe('the quality of a listing', () => {
  const nothing = noCounts();

  it('leaves out orders whose failure says nothing about the service', () => {
    const failures = { timeout: 10, interrupted: 500, expired: 500, listing_unavailable: 500 };
    const sold = { ...noCounts(), completed: 10, failures };
    expect(qualityOf(sold, nothing)).toEqual({
      successRate: 0.5,
      p50Ms: null,
      p95Ms: null,
      calls: 20,
    });
    expect(qualityOf({ ...sold, completed: 9 }, nothing)).toBeNull();
  });

  it('leaves out what its own account bought, durations included', () => {
    const sold = { ...noCounts(), completed: 50, durations: buckets({ 10: 20, 60: 30 }) };
    const own = { ...noCounts(), completed: 30, durations: buckets({ 60: 30 }) };
    expect(qualityOf(sold, own)).toMatchObject({ successRate: 1, p50Ms: 2, p95Ms: 2, calls: 20 });
    expect(qualityOf(sold, sold)).toBeNull();
  });
});
