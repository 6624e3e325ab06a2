/** Every version of Postgres that the marketplace runs on; each is a development dependency. */
export type PostgresVersion = '15' | '16' | '17' | '18';

/** What every test runs on that does not name a version. */
export const NEWEST_POSTGRES = '18';

/** The versions on which the long lane repeats tests. */
export const OLDER_POSTGRES: readonly PostgresVersion[] = ['15', '16', '17'];

/**
 * What depends on the version: plans, the pipeline with its batches, the queue of jobs, and the start of a
 * server. What the marketplace does with the rows does not, and runs on the newest version alone.
 */
const ON_EVERY_VERSION = [
  'packages/marketplace/test/database/{migrations,transactions}.test.ts',
  'packages/marketplace/test/database/postgres/{batches,pipeline,plans,processes}.test.ts',
];

/**
 * The SQL of every feature, and how a restored database is recognized: what the oldest and the newest
 * version accept, those between accept too.
 */
const ON_THE_OLDEST = [
  'packages/marketplace/test/commands/recover.test.ts',
  'packages/marketplace/test/*/*-stored.test.ts',
  'packages/marketplace/test/database/prune.test.ts',
];

/** The tests that an older version repeats. */
export const repeatedOn = (version: PostgresVersion): string[] =>
  version === OLDER_POSTGRES[0] ? [...ON_EVERY_VERSION, ...ON_THE_OLDEST] : ON_EVERY_VERSION;
