import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { OLDER_POSTGRES, repeatedOn } from './packages/marketplace/test/postgres/versions.ts';
import { generateCode } from './scripts/install.mjs';
import { allFiles, runsOlderPostgres, testFiles } from './test-bed/lanes.ts';
import { SlowestFirst } from './test-bed/slowest-first.ts';

// When vitest is run directly, a schema or a route may have changed since the last build.
await generateCode();

// Packages resolve to their sources, so that tests need no build (package.json, "exports").
const conditions = ['mkt-source', 'module', 'node', 'development|production'];

/** Tests of what only the embedded database has: its files, its lock, and orders settled at a start. */
const ABOUT_DATA_FOLDERS = ['cli-server', 'dev-mode', 'restart'].map(
  (name) => `e2e/acceptance/${name}.test.ts`,
);

/**
 * Half as many again as there are processors, because a third of the time of tests is waiting; each brings
 * a Postgres, so not more than 8.
 */
const WORKERS = Math.min(8, Math.ceil(availableParallelism() * 1.5));

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['mkt-source', 'node'] } },
  test: {
    // Generous, because several files share the processors: what must end in time has its own deadline.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    execArgv: ['--conditions=mkt-source'],
    sequence: { sequencer: SlowestFirst },
    // A database server that is given is one for all: see packages/marketplace/test/postgres.
    maxWorkers: process.env['MKT_TEST_DATABASE_URL'] === undefined ? WORKERS : 1,
    // Hundreds of processes start here, most of them from TypeScript: they compile each file once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    // Which of these files a lane runs is decided by test-bed/lanes.ts. Where `isolate` is off, the files
    // that a worker runs share the modules of the product, which takes a quarter of the processor time
    // off. So a test undoes what it changes outside its own objects.
    projects: [
      {
        extends: true,
        // What needs no server or database of ours: quick enough for every `npm run check`.
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: ['./test-bed/seed.ts'],
          include: testFiles([
            'packages/{protocol,json-schema,conformance,client,mcp}/test/**/*.test.ts',
            'packages/dashboard/test/{data,form,orders,pages,shell,ui}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ]),
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          isolate: false,
          setupFiles: ['./test-bed/seed.ts'],
          include: testFiles('packages/{seller-kit,cli,marketplace}/test/**/*.test.ts'),
          globalSetup: ['packages/marketplace/test/postgres/global-setup.ts'],
        },
      },
      ...(runsOlderPostgres ? OLDER_POSTGRES : []).map((version) => ({
        extends: true as const,
        test: {
          name: `postgres-${version}`,
          isolate: false,
          env: { MKT_TEST_POSTGRES: version },
          setupFiles: ['./test-bed/seed.ts'],
          include: allFiles(repeatedOn(version)),
          globalSetup: ['packages/marketplace/test/postgres/global-setup.ts'],
        },
      })),
      {
        extends: true,
        test: {
          name: 'dashboard',
          isolate: false,
          include: testFiles([
            'packages/dashboard/test/*.test.ts',
            'packages/dashboard/test/browser/**/*.test.ts',
          ]),
          globalSetup: ['packages/dashboard/test/browser/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          isolate: false,
          include: testFiles([
            'examples/*/test/**/*.test.ts',
            'e2e/*.test.ts',
            'e2e/{cluster,runtimes,templates,torture}/*.test.ts',
            'bench/*.test.ts',
          ]),
        },
      },
      {
        extends: true,
        // What npm would install: its setup publishes the built packages to a registry on loopback.
        test: {
          name: 'published',
          include: testFiles('e2e/published/*.test.ts'),
          globalSetup: ['e2e/published/global-setup.ts'],
        },
      },
      {
        extends: true,
        // The marketplace as a black box: the built program, from outside.
        test: {
          name: 'acceptance',
          include: testFiles(
            'e2e/acceptance/*.test.ts',
            process.env['MKT_ACCEPTANCE_DATABASE_URL'] ? ABOUT_DATA_FOLDERS : [],
          ),
          globalSetup: ['e2e/acceptance/global-setup.ts'],
          // The files share no state but counters; loading the harness once per worker saves 20 s.
          isolate: false,
          maxConcurrency: 16,
          // Generous, because tests queue for a start, on a busy machine for a minute. Servers have deadlines of their own.
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        // The built server, attacked over the network.
        test: {
          name: 'hostile',
          include: testFiles('e2e/hostile/*.test.ts'),
          globalSetup: ['e2e/acceptance/global-setup.ts'],
          maxConcurrency: 16,
        },
      },
    ],
  },
});
