import { defineConfig } from 'vitest/config';

// Packages resolve to their sources, so that tests need no build (package.json, "exports").
const conditions = ['mkt-source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['mkt-source', 'node'] } },
  test: {
    pool: 'forks',
    execArgv: ['--conditions=mkt-source'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        // What needs no server or database of ours: quick enough for every `npm run check`.
        test: {
          name: 'unit',
          include: [
            'packages/{protocol,json-schema,conformance,client}/test/**/*.test.ts',
            'packages/dashboard/test/{data,features,ui}/**/*.test.ts',
            'packages/marketplace/test/{config,domain}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [
            'packages/{seller-kit,cli}/test/**/*.test.ts',
            'packages/marketplace/test/**/*.test.ts',
          ],
          exclude: ['packages/marketplace/test/{config,domain}/**'],
          globalSetup: ['packages/marketplace/test/postgres/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          include: [
            'packages/dashboard/test/*.test.ts',
            'packages/dashboard/test/browser/**/*.test.ts',
          ],
          globalSetup: ['packages/dashboard/test/browser/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          // Most of the time they wait for processes, leases and heartbeats.
          maxWorkers: 4,
          include: [
            'examples/*/test/**/*.test.ts',
            'e2e/*.test.ts',
            'e2e/{cluster,torture}/*.test.ts',
            'bench/*.test.ts',
          ],
        },
      },
      // From outside, over the built programs.
      'e2e/acceptance/vitest.config.ts',
      'e2e/hostile/vitest.config.ts',
    ],
  },
});
