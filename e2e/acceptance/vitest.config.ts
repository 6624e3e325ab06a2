import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const conditions = ['mkt-source', 'module', 'node', 'development|production'];

/** What only the embedded database promises: its files, its lock, and orders that end at a start. */
const ABOUT_DATA_FOLDERS = ['cli-server.test.ts', 'dev-mode.test.ts', 'restart.test.ts'];

/** `vitest run --config e2e/acceptance/vitest.config.ts`: the whole marketplace from outside. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['mkt-source', 'node'] } },
  test: {
    name: 'acceptance',
    include: ['*.test.ts'],
    exclude: process.env['MKT_ACCEPTANCE_DATABASE_URL'] ? ABOUT_DATA_FOLDERS : [],
    globalSetup: ['./global-setup.ts'],
    pool: 'forks',
    // The files share no state but counters; loading the harness once per worker saves 20 s.
    isolate: false,
    execArgv: ['--conditions=mkt-source'],
    // Most of the time a test waits for the server or the clock, not for its processor.
    maxWorkers: 4,
    maxConcurrency: 16,
    // Generous: tests stand in line for a start, on a busy machine for a minute. Servers have deadlines of their own.
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
