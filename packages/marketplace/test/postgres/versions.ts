/** Every version of Postgres that the marketplace runs on; each is a development dependency. */
export type PostgresVersion = '15' | '16' | '17' | '18';

/** What every test runs on that does not name a version. */
export const NEWEST_POSTGRES = '18';

/** The versions for which the long lane repeats the tests of `ON_EVERY_VERSION`. */
export const OLDER_POSTGRES: readonly PostgresVersion[] = ['15', '16', '17'];

/**
 * What depends on the version: the SQL and the plans of every feature, the pipeline with its batches,
 * the queue of jobs, the start of a server, and how a restored database is recognized. What the
 * marketplace does with the rows does not, and runs on the newest version alone.
 */
export const ON_EVERY_VERSION = [
  'packages/marketplace/test/*/*-stored.test.ts',
  'packages/marketplace/test/commands/recover.test.ts',
  'packages/marketplace/test/database/{migrations,prune,transactions}.test.ts',
  'packages/marketplace/test/database/postgres/{batches,pipeline,plans,processes}.test.ts',
];
