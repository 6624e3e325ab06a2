import { configureGlobal } from 'fast-check';

/**
 * What all random values of the tests come from. It is always the same, so that a test that is green stays
 * green until something changes; `npm run test:stable` tries another with each run.
 */
export const SEED = Number(process.env['MKT_TEST_SEED'] || 1);

configureGlobal({ seed: SEED });
