import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { DEFAULTS } from '../../test-bed/vitest-defaults.ts';

/** `vitest run --project hostile`: the built server, attacked over the network. */
export default defineConfig({
  ...DEFAULTS,
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    ...DEFAULTS.test,
    name: 'hostile',
    include: ['*.test.ts'],
    globalSetup: ['../acceptance/global-setup.ts'],
    maxConcurrency: 16,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
