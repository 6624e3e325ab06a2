import { sql } from 'kysely';

/** So many are kept; who has missed more of them knows that it has. */
const KEPT = 1_000;

/** Tables whose rows look-ups are remembered of, with the column that names a row to them. */
const LISTED = {
  account: 'id',
  api_key: 'id',
  listing: 'id',
  // Its secrets are a part of a listing.
  signing_secret: 'listing_id',
} as const;

const triggersOf = ([table, column]: readonly [string, string]) =>
  [
    ['insert', 'NEW'],
    ['update', 'OLD'],
    ['delete', 'OLD'],
  ].map(
    ([event, row]) => sql`
      CREATE TRIGGER ${sql.raw(`${table}_${event}_is_listed AFTER ${event} ON ${table}`)}
      BEGIN
        INSERT INTO change (row_id) VALUES (${sql.raw(`${row}.${column}`)});
        DELETE FROM change WHERE number <= last_insert_rowid() - ${sql.lit(KEPT)};
      END`,
  );

/**
 * The newest changes of rows that look-ups are remembered of (`sqlite/read-cache.ts`), listed by the
 * database: no statement of any process can forget to say what it has changed, and what a
 * transaction takes back is not listed. Numbers have no gaps.
 */
export const CHANGES = [
  sql`CREATE TABLE change (number INTEGER PRIMARY KEY, row_id TEXT NOT NULL)`,
  ...Object.entries(LISTED).flatMap(triggersOf),
];
