// docs/buy/catalogue.md#quality: which calls count, and for how much.
import { LIMITS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/market/limits.ts';
import {
  changeOfExcess,
  countsInFull,
  daysThatMatter,
  inFull,
  qualityOf,
} from '../../src/catalogue/quality.ts';
import {
  addQuality,
  noCounts,
  noQualityCounts,
  type QualityCounts,
  type StatsCounts,
} from '../../src/stats/stats.ts';

const TODAY_MS = 20_000 * DAY_MS;

const counts = (parts: Partial<StatsCounts>): StatsCounts => ({ ...noCounts(), ...parts });

/** What orders of one account on one day count for. */
function shareOf(parts: Partial<StatsCounts>): QualityCounts {
  const after = new Map([[TODAY_MS, counts(parts)]]);
  const share = inFull(counts(parts));
  addQuality(share, changeOfExcess(new Map(), after, false).get(TODAY_MS) ?? noQualityCounts(), -1);
  return share;
}

/** The quality of a listing with this many accounts of each kind. */
function qualityWith(...buyers: [number, Partial<StatsCounts>][]) {
  const sum = noQualityCounts();
  for (const [times, parts] of buyers) {
    for (let n = 0; n < times; n++) addQuality(sum, shareOf(parts));
  }
  return qualityOf(sum);
}

describe('the quality of a listing', () => {
  it('counts every account with a few calls a day, in the proportion in which they ended', () => {
    const failures = { timeout: 300 };
    const quality = qualityWith([20, { completed: 1 }], [1, { completed: 100, failures }]);
    const most = LIMITS.qualityCallsPerBuyer;
    expect(quality?.calls).toBe(20 + most);
    expect(quality?.successRate).toBeCloseTo((20 + most / 4) / (20 + most), 5);
    expect(qualityWith([3, { completed: 1_000 }])).toBeNull();
  });

  it('is neither improved nor ruined by one account', () => {
    const bad = { completed: 1, failures: { seller_status: 3 } };
    const before = qualityWith([5, bad])?.successRate ?? 0;
    const after = qualityWith([5, bad], [1, { completed: 10_000 }])?.successRate ?? 1;
    expect([before, after < 0.45]).toEqual([0.25, true]);
  });

  it('leaves out orders whose failure says nothing about the service', () => {
    const failures = { timeout: 1, interrupted: 50, expired: 50, listing_unavailable: 50 };
    expect(qualityWith([10, { completed: 1, failures }])).toMatchObject({
      calls: 20,
      successRate: 0.5,
    });
  });

  it('counts refused inputs separately, limited per account in the same way', () => {
    const failures = { seller_status: 900, timeout: 1 };
    const one = { completed: 1, failures, refused: 900 };
    const { calls, refused, successRate } = qualityWith([20, one]) ?? {};
    expect([calls, successRate]).toEqual([40, 0.5]);
    expect(refused).toBe(20 * LIMITS.qualityCallsPerBuyer);
  });

  it('leaves out the failures of an account that got no result there', () => {
    expect(shareOf({ failures: { timeout: 7, seller_status: 9 }, refused: 9 })).toEqual(
      noQualityCounts(),
    );
  });

  it('weighs durations as it weighs calls', () => {
    const slow = { first: 60, counts: [400] };
    const quick = { first: 0, counts: [1] };
    const quality = qualityWith(
      [25, { completed: 1, durations: quick }],
      [1, { completed: 400, durations: slow }],
    );
    expect(quality).toMatchObject({ p50Ms: 1, calls: 30 });
    expect(quality?.p95Ms).toBeGreaterThan(100);
  });
});

describe('what an account counts for', () => {
  const day = (n: number) => TODAY_MS + (n - 20) * DAY_MS;
  const failed = counts({ failures: { timeout: 2 } });
  const good = counts({ completed: 1 });
  /** Orders of one account: the day, and what settles on it. */
  const ORDERS: [number, StatsCounts][] = [
    [3, failed],
    [4, good],
    [10, failed],
    [11, failed],
    [12, failed],
    [12, good],
    [18, failed],
    [19, counts({ failures: { seller_status: 1 }, refused: 1 })],
  ];

  /** Counts the orders one after the other, knowing no other days than those that matter. */
  function countInTurn(orders: readonly [number, StatsCounts][]): Record<number, QualityCounts> {
    const stored = new Map<number, StatsCounts>();
    const excess = new Map<number, QualityCounts>();
    for (const [n, more] of orders) {
      const [startMs, then] = [day(n), stored.get(day(n))];
      const now = structuredClone(then ?? noCounts());
      now.completed += more.completed;
      now.refused += more.refused;
      for (const [kind, count] of Object.entries(more.failures)) {
        now.failures[kind as 'timeout'] = (now.failures[kind as 'timeout'] ?? 0) + count;
      }
      const known = daysThatMatter(startMs, { before: then, after: now }, TODAY_MS).flatMap(
        (each): [number, StatsCounts][] => {
          const there = stored.get(each);
          return there ? [[each, there]] : [];
        },
      );
      stored.set(startMs, now);
      const before = new Map(then ? [...known, [startMs, then]] : known);
      const changes = changeOfExcess(before, new Map([...known, [startMs, now]]), false);
      if (countsInFull(startMs, { before: then, after: now }, TODAY_MS)) {
        expect(changes.size).toBe(0);
      }
      for (const [at, change] of changes) {
        const sum = excess.get(at) ?? noQualityCounts();
        addQuality(sum, change);
        excess.set(at, sum);
      }
    }
    const counted: Record<number, QualityCounts> = {};
    for (const [at, all] of stored) {
      const sum = inFull(all);
      addQuality(sum, excess.get(at) ?? noQualityCounts(), -1);
      if (sum.calls + sum.refused > 0) counted[at] = sum;
    }
    return counted;
  }

  it('includes failures on the day of a result and on the six days after it', () => {
    const counted = Object.keys(countInTurn(ORDERS)).map((at) => (Number(at) - day(0)) / DAY_MS);
    expect(counted).toEqual([4, 10, 12, 18]);
  });

  it('is nothing for an account that buys from itself', () => {
    const days = new Map([[TODAY_MS, good]]);
    expect(changeOfExcess(new Map(), days, true)).toEqual(new Map([[TODAY_MS, inFull(good)]]));
  });

  it('does not depend on the order in which its orders are counted', () => {
    const inOrder = countInTurn(ORDERS);
    for (let turn = 0; turn < 40; turn++) {
      // Every order comes first once, in several sequences.
      const shuffled = ORDERS.map((order, at) => ({ order, key: (at * 7 + turn * 11) % 41 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ order }) => order);
      expect(countInTurn(shuffled)).toEqual(inOrder);
    }
  });
});
