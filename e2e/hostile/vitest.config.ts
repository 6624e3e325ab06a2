import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const conditions = ['mkt-source', 'module', 'node', 'development|production'];

/** `vitest run --project hostile`: the built server, attacked over the network. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['mkt-source', 'node'] } },
  test: {
    name: 'hostile',
    include: ['*.test.ts'],
    globalSetup: ['../acceptance/global-setup.ts'],
    pool: 'forks',
    execArgv: ['--conditions=mkt-source'],
    maxConcurrency: 16,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
