import type { Connection } from './connection.ts';

/** A row of the `change` table: which row of a watched table changed. */
interface Change {
  number: number;
  row_id: string;
}

/**
 * Reads the list of changed rows that triggers keep (`migrations/0001-changes.ts`). Statements are
 * prepared on first use: the table does not exist before the migration.
 */
export function createChanges(connection: Connection) {
  const lazily = (sql: string) => {
    let statement: ReturnType<typeof connection.prepare> | undefined;
    return () => (statement ??= connection.prepare(sql));
  };
  const newest = lazily('SELECT max(number) AS number FROM change');
  const after = lazily('SELECT number, row_id FROM change WHERE number > ? ORDER BY number');

  return {
    /** The number of the newest change. */
    last(): number {
      const [row] = newest().all() as { number: number | null }[];
      return row?.number ?? 0;
    },
    /**
     * The ids of rows that changed after the given change, and the newest number. `undefined` when
     * changes in between are no longer listed.
     */
    since(number: number): { ids: string[]; last: number } | undefined {
      const rows = after().all(number) as Change[];
      const last = rows.at(-1);
      if (!last) return { ids: [], last: number };
      // Numbers have no gaps, so a different first number means that older rows were deleted.
      if (rows[0]?.number !== number + 1) return undefined;
      return { ids: rows.map((row) => row.row_id), last: last.number };
    },
  };
}
