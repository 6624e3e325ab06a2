import { defineConfig } from 'vitest/config';
import { DEFAULTS } from './test-bed/vitest-defaults.ts';

export default defineConfig({
  ...DEFAULTS,
  test: {
    ...DEFAULTS.test,
    // Where `isolate` is off, the files that a worker runs share the modules of the product, which takes a
    // quarter of the processor time off. So a test undoes what it changes outside its own objects.
    projects: [
      {
        extends: true,
        // What needs no server or database of ours: quick enough for every `npm run check`.
        test: {
          name: 'unit',
          isolate: false,
          include: [
            'packages/{protocol,json-schema,conformance,client,mcp}/test/**/*.test.ts',
            'packages/dashboard/test/{data,features,forms,ui}/**/*.test.ts',
            'packages/marketplace/test/{config,domain}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          isolate: false,
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
          isolate: false,
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
          include: [
            'examples/*/test/**/*.test.ts',
            'e2e/*.test.ts',
            'e2e/{cluster,runtimes,templates,torture}/*.test.ts',
            'bench/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        // What npm would install: its setup publishes the built packages to a registry on loopback.
        test: {
          name: 'published',
          include: ['e2e/published/*.test.ts'],
          globalSetup: ['e2e/published/global-setup.ts'],
        },
      },
      // From outside, over the built programs.
      'e2e/acceptance/vitest.config.ts',
      'e2e/hostile/vitest.config.ts',
    ],
  },
});
