import { join } from 'node:path';
import type { ViteUserConfig } from 'vitest/config';

// Packages resolve to their sources, so that tests need no build (package.json, "exports").
const conditions = ['mkt-source', 'module', 'node', 'development|production'];

/** What every project of the tests has in common. */
export const DEFAULTS = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['mkt-source', 'node'] } },
  test: {
    pool: 'forks',
    execArgv: ['--conditions=mkt-source'],
    // Vitest’s own number is one fewer than there are processors. Most tests wait now and then, for
    // a process, a database or a deadline, so that even two processors are busy only with more.
    // A database server that is given is one for all: see packages/marketplace/test/postgres.
    maxWorkers: process.env['MKT_TEST_DATABASE_URL'] === undefined ? 4 : 1,
    // Hundreds of processes start here, most of them from TypeScript: they compile each file once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled') },
  },
} satisfies ViteUserConfig;
