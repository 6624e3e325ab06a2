import { type ColumnDataType, type Expression, sql } from 'kysely';
import type { Dialect } from '../operation.ts';

type DataType = ColumnDataType | Expression<unknown>;

/** Column types that the engines name differently. */
interface ColumnTypes {
  /** Compares by code point on both engines, whatever the server's locale. */
  text: DataType;
  bytes: DataType;
  /** 64 bits of floating point. */
  real: DataType;
  /** A boolean and a timestamp, as the accounts library stores them on each engine. */
  flag: DataType;
  moment: DataType;
}

export function columnTypes({ name }: Pick<Dialect, 'name'>): ColumnTypes {
  return name === 'sqlite'
    ? { text: 'text', bytes: 'blob', real: 'real', flag: 'integer', moment: 'date' }
    : {
        text: sql`text COLLATE "C"`,
        bytes: 'bytea',
        real: 'double precision',
        flag: 'boolean',
        moment: 'timestamptz',
      };
}

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
 * The most recent changes to rows that the read cache holds (`database/sqlite/read-cache.ts`). Triggers list
 * them, so no statement of any process can forget to, and a rollback removes its entries. Numbers
 * have no gaps.
 */
export const CHANGES = [
  sql`CREATE TABLE change (number INTEGER PRIMARY KEY, row_id TEXT NOT NULL)`,
  ...Object.entries(WATCHED).flatMap(triggersOf),
];
