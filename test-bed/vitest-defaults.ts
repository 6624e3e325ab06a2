import { join } from 'node:path';
import type { ViteUserConfig } from 'vitest/config';

// Packages resolve to their sources, so that tests need no build (package.json, "exports").
const conditions = ['mkt-source', 'module', 'node', 'development|production'];

/** What every project of the tests has in common. */
export const DEFAULTS = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['mkt-source', 'node'] } },
  test: {
    // Generous, because several files share the processors: what must end in time has a deadline of its own.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    execArgv: ['--conditions=mkt-source'],
    // Vitest’s own number is one fewer than there are processors, which leaves one of two idle. With
    // four at once on two processors, tests of pages wait for each other and fail now and then.
    // A database server that is given is one for all: see packages/marketplace/test/postgres.
    maxWorkers: process.env['MKT_TEST_DATABASE_URL'] === undefined ? 2 : 1,
    // Hundreds of processes start here, most of them from TypeScript: they compile each file once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled') },
  },
} satisfies ViteUserConfig;
