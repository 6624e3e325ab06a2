// docs/buy/catalogue.md#search: the order by quality and by calls changes once a day.
import { describe, expect, it } from 'vitest';
import { callsInOrder, slotOf, stepOf } from '../../../src/catalogue/quality.ts';
import { DAY_MS } from '../../../src/market/limits.ts';
import { ENGINES } from '../../database/engines.ts';
import { paged, sell, titles } from '../../database/searches.ts';
import { UNKNOWN_STEP } from '../../../src/database/day-slots.ts';

const quality = (successRate: number, calls: number) => ({
  successRate,
  calls,
  p50Ms: null,
  p95Ms: null,
  refused: 0,
});

it('the step of a quality is what its calls prove', () => {
  expect(stepOf(null)).toBe(UNKNOWN_STEP);
  expect(stepOf(quality(0.3, 1_000))).toBeLessThan(UNKNOWN_STEP);
  expect(stepOf(quality(1, 20))).toBeGreaterThan(UNKNOWN_STEP);
  expect(stepOf(quality(0.99, 1_000))).toBeGreaterThan(stepOf(quality(1, 20)));
});

it('only the first two digits of the calls of a listing decide its place', () => {
  expect([0, 7, 20, 99, 100, 1_299, 98_765].map(callsInOrder)).toEqual([
    0, 7, 20, 99, 100, 1_200, 98_000,
  ]);
});

/** Searches whose order is by a figure, and the figures of the three listings. */
const ORDERS = [
  {
    by: 'equal matches are sorted by quality',
    query: { query: 'rain' },
    column: 'quality_step',
    figures: [9, UNKNOWN_STEP, 0],
  },
  {
    by: 'sorting by quality',
    query: { sort: 'quality' },
    column: 'quality_step',
    figures: [9, UNKNOWN_STEP, 0],
  },
  {
    by: 'sorting by calls',
    query: { sort: 'calls' },
    column: 'calls',
    figures: [2_147_000_000, 5, 0],
  },
] as const;

describe.each(ENGINES)('on $name', ({ open }) => {
  it.each(ORDERS)(
    '$by applies the figures of the day, which a cursor keeps for a day',
    async (order) => {
      const { query, column, figures } = order;
      const { store, sql, clock } = await open();
      const all = ['rain 1', 'rain 2', 'rain 3'];
      await sell(store, ...all.map((title) => ({ title })));
      const today = Math.floor(clock.now() / DAY_MS);
      const rate = (title: string, day: number, figure: number) =>
        sql(`UPDATE listing SET ${column}_${slotOf(day)} = ${figure} WHERE title = '${title}'`);
      for (const [at, title] of all.entries()) {
        await rate(title, today, figures[at] ?? 0);
        await rate(title, today + 1, figures[(at + 2) % 3] ?? 0);
      }
      expect(await titles(store, query)).toEqual(all);
      const received = await paged(store, { ...query, limit: 1 }, (page) => {
        if (page === 1) clock.move(DAY_MS);
      });
      expect(received).toEqual(all);
      expect(await titles(store, query)).toEqual(['rain 2', 'rain 3', 'rain 1']);
    },
  );
});
