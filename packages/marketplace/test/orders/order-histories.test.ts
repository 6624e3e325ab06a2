// docs/buy/orders.md#guarantees: random histories of crashes, pauses, late responses and time.
import { describe, expect, it, onTestFinished } from 'vitest';
import { embedded } from '../../torture/model/embedded.ts';
import { onPostgres } from '../../torture/model/on-postgres.ts';
import { searchHistories } from '../../torture/model/search-histories.ts';
import { SEED } from '../../../../test-bed/seed.ts';

const STEPS = 60;
const TIMEOUT_MS = 600_000;

// Each search starts with staged histories, which test every rule of time from both sides.
describe.each([
  ['SQLite', 150, () => Promise.resolve(embedded())],
  ['Postgres', 12, onPostgres],
] as const)('random histories on %s', (_, histories, open) => {
  it(
    'keep every promise about orders',
    async () => {
      const parts = await open();
      onTestFinished(parts.close);
      const { broken, report } = await searchHistories(parts, {
        seed: SEED,
        histories,
        steps: STEPS,
      });
      expect(broken ? report : '').toBe('');
    },
    TIMEOUT_MS,
  );
});

describe('a search of histories', () => {
  it('a search that does not cover every case fails, even if nothing broke', async () => {
    const parts = embedded();
    onTestFinished(parts.close);
    const search = { seed: 1, histories: 1, steps: 1, staged: [] };
    const { broken, report } = await searchHistories(parts, search);
    expect(broken).toBe(true);
    expect(report).toContain('nothing was checked of: expected response: accepted');
  });
});
