// docs/buy/catalogue.md#health: a probe every 5 minutes, at an offset that depends on the listing.
import { LIMITS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { nextProbeMs } from '../../src/listings/health.ts';
import { createRandom } from '../../../../e2e/torture/random.ts';
import { SEED } from '../../../../test-bed/seed.ts';

const INTERVAL = LIMITS.healthProbeIntervalMs;
const START = Date.UTC(2026, 10, 21, 12);

/** Ids like real ones: only their random tails differ. */
function ids(count: number): string[] {
  const random = createRandom(SEED);
  const tails = Array.from({ length: count }, () => random.int(0, 2 ** 32 - 1));
  return tails.map((tail) => `01900000-0000-7000-8000-0000${tail.toString(16).padStart(8, '0')}`);
}

describe('the next probe', () => {
  it('the next probe of a listing is always one interval after the last', () => {
    for (const id of ids(20)) {
      let at = nextProbeMs(id, START);
      for (let probe = 0; probe < 50; probe++) {
        const next = nextProbeMs(id, at);
        expect(next - at).toBe(INTERVAL);
        at = next;
      }
    }
  });

  it('is after now, and within one interval', () => {
    for (const id of ids(200)) {
      for (const now of [START, START + 1, START + 123_456]) {
        const next = nextProbeMs(id, now);
        expect(next).toBeGreaterThan(now);
        expect(next).toBeLessThanOrEqual(now + INTERVAL);
      }
    }
  });

  it('stays on schedule after a late probe', () => {
    const [id = ''] = ids(1);
    const due = nextProbeMs(id, START);
    expect(nextProbeMs(id, due + 7_000)).toBe(due + INTERVAL);
  });

  it('the probes of many listings are spread over the interval', () => {
    const buckets = Array.from({ length: 30 }, () => 0);
    for (const id of ids(9_000)) {
      const bucket = Math.floor(((nextProbeMs(id, START) - START) / INTERVAL) * 30) % 30;
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    // 300 each on average: six standard deviations to either side.
    for (const count of buckets) {
      expect(count).toBeGreaterThan(190);
      expect(count).toBeLessThan(410);
    }
  });
});
