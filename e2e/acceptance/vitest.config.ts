import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { DEFAULTS } from '../../test-bed/vitest-defaults.ts';

/** Tests of what only the embedded database has: its files, its lock, and orders settled at a start. */
const ABOUT_DATA_FOLDERS = ['cli-server.test.ts', 'dev-mode.test.ts', 'restart.test.ts'];

/** `vitest run --config e2e/acceptance/vitest.config.ts`: the marketplace as a black box. */
export default defineConfig({
  ...DEFAULTS,
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    ...DEFAULTS.test,
    name: 'acceptance',
    include: ['*.test.ts'],
    exclude: process.env['MKT_ACCEPTANCE_DATABASE_URL'] ? ABOUT_DATA_FOLDERS : [],
    globalSetup: ['./global-setup.ts'],
    // The files share no state but counters; loading the harness once per worker saves 20 s.
    isolate: false,
    maxConcurrency: 16,
    // Generous, because tests queue for a start, on a busy machine for a minute. Servers have deadlines of their own.
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
