// e2e/torture/README.md: a fault at the k-th database statement, for every k, loses nothing.
import { expect, it, onTestFinished } from 'vitest';
import { embeddedEngine, postgresEngine } from '../../torture/faults/engines.ts';
import { searchFaults } from '../../torture/faults/search-faults.ts';
import { SEED } from '../../../../test-bed/seed.ts';

const TIMEOUT_MS = 600_000;

// `npm run torture -- faults` covers every statement; this test the sample of its seed.
it.each([
  ['SQLite', embeddedEngine, 37],
  ['Postgres', postgresEngine, 120],
])(
  'nothing acknowledged is lost on %s, whichever statement fails and however',
  async (_, openEngine, every) => {
    const engine = await openEngine();
    try {
      const first = 1 + (SEED % every);
      const { broken, report } = await searchFaults(engine, { first, every });
      expect(broken ? report : '').toBe('');
    } finally {
      await engine.close();
    }
  },
  TIMEOUT_MS,
);

it('a search in which nothing failed is not a success', async () => {
  const engine = embeddedEngine();
  onTestFinished(engine.close);
  const harmless = { ...engine, makeFail: () => () => undefined };
  const { broken, report } = await searchFaults(harmless, { first: 1, every: 100 });
  expect(broken).toBe(true);
  expect(report).toContain('nothing failed');
});
