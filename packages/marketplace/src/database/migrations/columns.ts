import { sql } from 'kysely';

/** How many changes stay listed; a process that missed more notices the gap. */
const MAX_LISTED = 1_000;

/** Tables whose rows the read cache holds, with the column that identifies a row to it. */
const WATCHED = {
  account: 'id',
  api_key: 'id',
  key_budget: 'key_id',
  listing: 'id',
  // A listing is cached with its secrets.
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
        DELETE FROM change WHERE number <= last_insert_rowid() - ${sql.lit(MAX_LISTED)};
      END`,
  );

/**
 * The most recent changes to rows that the read cache holds (`sqlite/read-cache.ts`). Triggers list
 * them, so no statement of any process can forget to, and a rollback removes its entries. Numbers
 * have no gaps.
 */
export const CHANGES = [
  sql`CREATE TABLE change (number INTEGER PRIMARY KEY, row_id TEXT NOT NULL)`,
  ...Object.entries(WATCHED).flatMap(triggersOf),
];
