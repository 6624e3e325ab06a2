/**
 * The flags with which Node, Bun and Deno run programs that use our packages: from their sources, or as a
 * lane has built them before its tests, which starts with a fraction of the processor time.
 */
export const OWN_PACKAGES: readonly string[] =
  process.env['MKT_TEST_BUILT'] === undefined ? ['--conditions=mkt-source'] : [];

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** The least that such a program needs of the environment; what Node compiles for it is kept. */
export const BARE_ENVIRONMENT = { PATH, NODE_COMPILE_CACHE };
