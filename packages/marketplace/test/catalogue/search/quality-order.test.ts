// docs/buy/catalogue.md#search: among equal matches, the order by quality changes once a day.
import { describe, expect, it } from 'vitest';
import { slotOf, stepOf } from '../../../src/catalogue/quality.ts';
import { DAY_MS } from '../../../src/market/limits.ts';
import { ENGINES } from '../../database/engines.ts';
import { paged, sell, titles } from '../../database/searches.ts';
import { UNKNOWN_STEP } from '../../../src/database/quality-steps.ts';

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

describe.each(ENGINES)('equal matches on $name', ({ open }) => {
  it('are sorted by the quality of the day, which a cursor keeps for a day', async () => {
    const { store, sql, clock } = await open();
    await sell(store, ...['rain 1', 'rain 2', 'rain 3'].map((title) => ({ title })));
    const today = Math.floor(clock.now() / DAY_MS);
    const rate = (title: string, day: number, step: number) =>
      sql(`UPDATE listing SET quality_step_${slotOf(day)} = ${step} WHERE title = '${title}'`);
    await rate('rain 1', today, 9);
    await rate('rain 3', today, 0);
    await rate('rain 2', today + 1, 9);
    expect(await titles(store, { query: 'rain' })).toEqual(['rain 1', 'rain 2', 'rain 3']);
    const received = await paged(store, { query: 'rain', limit: 1 }, (page) => {
      if (page === 1) clock.move(DAY_MS);
    });
    expect(received).toEqual(['rain 1', 'rain 2', 'rain 3']);
    expect(await titles(store, { query: 'rain' })).toEqual(['rain 2', 'rain 3', 'rain 1']);
  });
});
